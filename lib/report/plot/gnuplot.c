/* SPDX-License-Identifier: MIT */
/*
 * Scripts for gnuplot, and running it. gnuplot prints the picture to its standard output, so no
 * path becomes part of a script. It does not read the user's settings.
 */
#include "report/plot/chart.h"

#include <string.h>
#include <strings.h>
#include <sys/wait.h>

#define TIMEOUT_MS 120000u
#define OUTPUT_MAX ((size_t)1 << 30)

/* Dots per inch: of the screen, for SVG, and of PNG. The drawing library limits the sides of a PNG
 * to PNG_MAX dots. */
#define SVG_DPI        96
#define PNG_DPI        150
#define PNG_MAX        30000
/* The resolution at which a PNG's font is not scaled. */
#define PNG_FONT_DPI   96
/* Scales the font of a PDF so that its points are points on the page. */
#define PDF_FONT_SCALE 0.75
/* Columns left free at the two sides of a title. */
#define TITLE_MARGIN   4
/* Size of the font in points. */
#define FONT_POINTS    10

/* true for characters without a meaning to gnuplot inside double quotes. */
static bool is_harmless(char character)
{
    return (character >= 'A' && character <= 'Z') || (character >= 'a' && character <= 'z') ||
           (character >= '0' && character <= '9') ||
           (character != '\0' && strchr(" _.,=:+()/-", character) != NULL);
}

/* gnuplot interprets a percent sign in a tic's label as a format, even a doubled one, and then cuts
 * the label at 50 characters. */
#define FULLWIDTH_PERCENT "\\357\\274\\205" /* U+FF05 */

/* Replaces bytes that are not UTF-8, which would stop gnuplot's drawing library. */
static void put_quoted(bres__text *script, const char *string, bool is_label)
{
    bres__text valid = { 0 };
    bres__text shown = { 0 };

    bres__put_valid(&valid, string);
    bres__text_append_visible(&shown, valid.data, valid.length);
    script->failed |= valid.failed || shown.failed;
    bres__text_putc(script, '"');
    for (size_t i = 0; i < shown.length; i++) {
        const unsigned char byte = (unsigned char)shown.data[i];

        if (is_harmless(shown.data[i]))
            bres__text_putc(script, shown.data[i]);
        else if (byte == '%' && is_label)
            bres__text_puts(script, FULLWIDTH_PERCENT);
        else
            bres__text_printf(script, "\\%03o", byte);
    }
    bres__text_putc(script, '"');
    bres__text_free(&shown);
    bres__text_free(&valid);
}

void bres__plot_quote(bres__text *script, const char *string)
{
    put_quoted(script, string, false);
}

void bres__plot_quote_label(bres__text *script, const char *string)
{
    put_quoted(script, string, true);
}

size_t bres__plot_cut(bres__text *text, size_t columns)
{
    static const char ellipsis[] = "\xE2\x80\xA6";
    const size_t most = columns < BRES__LABEL_MAX ? columns : BRES__LABEL_MAX;
    size_t width = text->length > 0 ? bres__text_width(text->data) : 0;

    if (width <= most)
        return width;
    while (width >= most) {
        /* Remove a whole character. */
        do
            text->length--;
        while (((unsigned char)text->data[text->length] & 0xC0) == 0x80 && text->length > 0);
        text->data[text->length] = '\0';
        width = bres__text_width(text->data);
    }
    bres__text_puts(text, ellipsis);
    return width + 1;
}

void bres__chart_put_title(bres__chart *chart, bres__text *title)
{
    bres__plot_cut(title, (size_t)(chart->width / BRES__LABEL_COLUMN) - TITLE_MARGIN);
    chart->script.failed |= title->failed;
    bres__text_puts(&chart->script, "set tmargin 3\nset label ");
    bres__plot_quote(&chart->script, title->length > 0 ? title->data : "");
    bres__text_printf(&chart->script,
                      " at screen 0.5, graph 1 offset character 0, 1.2 center textcolor rgb "
                      "\"%s\"\n",
                      chart->dark ? "white" : "black");
}

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

/* Sets the size of the picture, and a font of the same size in all forms. */
static void put_terminal(bres__text *script, const bres__chart *chart, const char *ending)
{
    const char *background = chart->dark ? "black" : "white";
    double dpi;

    if (strcasecmp(ending, ".svg") == 0) {
        bres__text_printf(script,
                          "set terminal svg noenhanced size %.0f,%.0f font \"sans-serif,%d\" "
                          "background rgb \"%s\"\n",
                          chart->width * SVG_DPI, chart->height * SVG_DPI,
                          FONT_POINTS * SVG_DPI / 72, background);
    } else if (strcasecmp(ending, ".pdf") == 0) {
        bres__text_printf(script,
                          "set terminal pdfcairo noenhanced size %.2fin,%.2fin "
                          "font \"sans-serif,%d\" fontscale %.2f background rgb \"%s\"\n",
                          chart->width, chart->height, FONT_POINTS, PDF_FONT_SCALE, background);
    } else {
        dpi = smaller(PNG_DPI, PNG_MAX / chart->height);
        bres__text_printf(script,
                          "set terminal pngcairo noenhanced size %.0f,%.0f "
                          "font \"sans-serif,%d\" fontscale %.4f linewidth %.4f background rgb "
                          "\"%s\"\n",
                          chart->width * dpi, chart->height * dpi, FONT_POINTS, dpi / PNG_FONT_DPI,
                          dpi / PNG_FONT_DPI, background);
    }
}

static bres_status gnuplot_judge(bres__spawned *spawned, const char *path)
{
    const int wait_status = spawned->wait_status;
    const char *said;

    if (WIFEXITED(wait_status) && WEXITSTATUS(wait_status) == 0 && spawned->output.length > 0)
        return BRES_OK;
    said = bres__spawned_error_line(spawned);
    bres__error(BRES_ERROR_IO, "gnuplot did not draw the chart: %s",
                said[0] != '\0' ? said : "no reason given");
    bres__error_set_file(path);
    return BRES_ERROR_IO;
}

static bres_status gnuplot_run(const bres__text *script, bres__spawned *spawned, const char *path)
{
    static const char *const arguments[] = { "gnuplot", "--default-settings", NULL };
    const bres__spawn spawn = {
        .arguments = arguments,
        .input = script->data,
        .input_size = script->length,
        .max_output = OUTPUT_MAX,
        .timeout_ms = TIMEOUT_MS,
    };
    bres_status status = bres__spawn_run(&spawn, spawned);

    if (status == BRES_ERROR_NO_FILE)
        return bres__error(BRES_ERROR_NO_FILE, "cannot draw charts: gnuplot not found in PATH");
    return status == BRES_OK ? gnuplot_judge(spawned, path) : status;
}

static bres_status file_write(const char *path, const bres__text *data)
{
    const bres_status status = bres__make_parents(path);

    return status == BRES_OK ? bres_write_file(path, data->data, data->length) : status;
}

static bres_status chart_write(const bres__chart *chart, const char *path)
{
    bres__spawned spawned = { .wait_status = 0 };
    bres__text script = { 0 };
    bres_status status;

    bres__text_puts(&script, "set encoding utf8\n");
    put_terminal(&script, chart, strrchr(path, '.'));
    if (!chart->script.failed)
        bres__text_append(&script, chart->script.data, chart->script.length);
    if (chart->script.failed || script.failed)
        status = bres__error_memory();
    else
        status = gnuplot_run(&script, &spawned, path);
    if (status == BRES_OK)
        status = file_write(path, &spawned.output);
    bres__spawned_free(&spawned);
    bres__text_free(&script);
    return status;
}

bres_status bres__plots_write(bres__plots *plots, const bres__chart *chart, const char *path)
{
    bool copied;
    bres_status status = bres__plots_use(plots, path, &copied);

    if (status == BRES_OK)
        status = chart_write(chart, plots->text.data);
    if (status != BRES_OK)
        return status;
    if (copied)
        bres__plots_say(plots, BRES_LOG_WARNING,
                        "'%s' was already written: the chart gets another name", path);
    bres__plots_say(plots, BRES_LOG_INFO, "wrote the chart '%s'", copied ? plots->text.data : path);
    return BRES_OK;
}
