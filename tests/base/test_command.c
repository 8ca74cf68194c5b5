/* SPDX-License-Identifier: MIT */
#include "base/command/command.h"
#include "base/fault.h"

#include "support/describe.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct settings {
    bool quiet;
    bool color;
    uint32_t mode;
    uint32_t flags;
    uint32_t format;
    uint32_t colors;
    uint32_t count;
    int64_t samples;
    uint64_t seed;
    uint64_t memory;
    double time;
    double width;
    const char *output;
    bres__option_list names;
    bres__option_list files;
    char pair[32];
} settings;

static const bres__choice format_list[] = {
    { "markdown", 1 }, { "md", 1 }, { "csv", 2 }, { "json", 3 }, { NULL, 0 }
};
static const bres__choices formats = { .noun = "format", .list = format_list };

static const char *color_name(uint32_t color)
{
    static const char *const names[] = { "red", "green", "blue" };

    return names[color];
}

static const bres__choices colors = { .noun = "color", .name_of = color_name, .set = 5 };

static bres_status take_pair(bres__command *command, const bres__option *option, const char *value,
                             void *target)
{
    if (strchr(value, '=') == NULL)
        return bres__option_refuse(command, option, BRES_ERROR_VALUE, "'%s' is not NAME=VALUE",
                                   value);
    snprintf(target, 32, "%s", value);
    return BRES_OK;
}

#define AT(member) .target = offsetof(settings, member)

static const bres__option options[] = {
    { .heading = "First",
      .name = "help",
      .letter = 'h',
      .help = "print this help and exit",
      .kind = BRES__OPTION_HELP },
    { .name = "version",
      .help = "print the version and exit",
      .kind = BRES__OPTION_VALUE,
      .value = 7,
      .is_last = true,
      AT(mode) },
    { .name = "quiet", .letter = 'q', .help = "be quiet", .kind = BRES__OPTION_FLAG, AT(quiet) },
    { .name = "color", .help = "use colors", .kind = BRES__OPTION_FLAG, AT(color) },
    { .name = "no-color", .help = "use none", .kind = BRES__OPTION_NO_FLAG, AT(color) },
    { .name = "lenient", .help = "be lenient", .kind = BRES__OPTION_BITS, .value = 1, AT(flags) },
    { .name = "confine", .help = "be strict", .kind = BRES__OPTION_BITS, .value = 4, AT(flags) },
    { .heading = "Second",
      .name = "output",
      .alias = "out",
      .letter = 'o',
      .operand = "FILE",
      .help = "write to this file instead of the standard output, which is where everything goes "
              "that has no other place",
      .kind = BRES__OPTION_TEXT,
      AT(output) },
    { .name = "name",
      .operand = "NAME",
      .help = "add a name",
      .kind = BRES__OPTION_LIST,
      AT(names) },
    { .name = "format",
      .operand = "FORMAT",
      .help = "print the report as",
      .initial = "markdown",
      .kind = BRES__OPTION_CHOICE,
      .choices = &formats,
      AT(format) },
    { .name = "colors",
      .operand = "COLORS",
      .help = "use these colors:",
      .kind = BRES__OPTION_CHOICES,
      .choices = &colors,
      AT(colors) },
    { .name = "count",
      .letter = 'n',
      .operand = "N",
      .help = "count to N",
      .initial = "1",
      .kind = BRES__OPTION_UINT32,
      .min = 1,
      AT(count) },
    { .name = "samples", .operand = "N", .kind = BRES__OPTION_INT64, .max = 100, AT(samples) },
    { .name = "seed", .operand = "N", .kind = BRES__OPTION_UINT64, AT(seed) },
    { .name = "memory", .operand = "BYTES", .kind = BRES__OPTION_BYTES, .min = 2, AT(memory) },
    { .name = "an-option-with-a-very-long-name",
      .operand = "DURATION",
      .help = "short",
      .kind = BRES__OPTION_DURATION,
      AT(time) },
    { .name = "width",
      .operand = "PERCENT",
      .help = "of it",
      .kind = BRES__OPTION_PERCENT,
      .max = 100,
      AT(width) },
    { .name = "pair", .operand = "NAME=VALUE", .action = take_pair, AT(pair) },
    { .name = NULL },
};

static const bres__option more[] = {
    { .name = "max-noise", .operand = "X", .kind = BRES__OPTION_FLOAT64, AT(time) },
    { .name = NULL }
};

static bres_status take_file(bres__command *command, const char *text, void *target)
{
    settings *now = target;

    if (strcmp(text, "bad") == 0)
        return bres__command_refuse(command, BRES_ERROR_ARGUMENT, "'%s' is a bad file", text);
    return bres__option_list_add(&now->files, text)
               ? BRES_OK
               : bres__command_refuse(command, BRES_ERROR_MEMORY, "out of memory");
}

#define WORDS_MAX 16

/* Parses words with blanks between them; '~' stands for a blank. */
static bres_status parse(settings *now, bres__command *command, char *line, bool operands)
{
    static char *words[WORDS_MAX];
    size_t count = 0;

    for (char *word = strtok(line, " "); word != NULL; word = strtok(NULL, " "))
        words[count++] = word;
    for (size_t i = 0; i < count; i++) {
        for (char *c = words[i]; *c != '\0'; c++)
            *c = *c == '~' ? ' ' : *c;
    }
    *now = (settings){ .count = 1 };
    *command = (bres__command){
        .options = options,
        .more = more,
        .next = words,
        .end = words + count,
        .operand = operands ? take_file : NULL,
    };
    return bres__command_parse(command, now);
}

static void put_list(FILE *out, const char *name, const bres__option_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        fprintf(out, " %s=%s", name, list->items[i]);
    cr_assert(list->count == 0 || list->items[list->count] == NULL);
}

/* The members that differ from the defaults, each with a blank before it; free() it. */
static char *describe(const settings *now, const bres__command *command)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    fputs(command->help ? " help" : "", out);
    fputs(now->quiet ? " quiet" : "", out);
    fputs(now->color ? " color" : "", out);
    if (now->mode != 0 || now->flags != 0)
        fprintf(out, " mode=%u flags=%u", now->mode, now->flags);
    if (now->format != 0 || now->colors != 0)
        fprintf(out, " format=%u colors=%u", now->format, now->colors);
    if (now->count != 1)
        fprintf(out, " count=%u", now->count);
    if (now->samples != 0)
        fprintf(out, " samples=%" PRId64, now->samples);
    if (now->seed != 0)
        fprintf(out, " seed=%" PRIu64, now->seed);
    if (now->memory != 0)
        fprintf(out, " memory=%" PRIu64, now->memory);
    if (now->time != 0 || now->width != 0)
        fprintf(out, " time=%.17g width=%.17g", now->time, now->width);
    if (now->output != NULL)
        fprintf(out, " output=%s", now->output);
    fprintf(out, "%s%s", now->pair[0] != '\0' ? " " : "", now->pair);
    put_list(out, "name", &now->names);
    put_list(out, "file", &now->files);
    fclose(out);
    return text;
}

static void check_taken(const char *words, const char *expected, bool operands)
{
    char line[256];
    settings now;
    bres__command command;
    bres_status status;
    char *text;

    snprintf(line, sizeof(line), "%s", words);
    status = parse(&now, &command, line, operands);
    cr_expect_eq(status, BRES_OK, "'%s': %s", words, command.message);
    text = describe(&now, &command);
    cr_expect_str_eq(text, expected, "'%s':%s", words, text);
    free(text);
    bres__option_list_free(&now.names);
    bres__option_list_free(&now.files);
}

Test(base, command_takes_every_kind_of_option)
{
    static const struct {
        const char *line, *expected;
    } rows[] = {
        { "", "" },
        { "-h --nonsense", " help" },
        { "--version --nonsense", " mode=7 flags=0" },
        { "-q --color", " quiet color" },
        { "--color --no-color", "" },
        { "--lenient --confine", " mode=0 flags=5" },
        { "--output a", " output=a" },
        { "--output=a=b", " output=a=b" },
        { "--output=", " output=" },
        { "--out a", " output=a" },
        { "-o a", " output=a" },
        { "-oa", " output=a" },
        { "-o --quiet", " output=--quiet" },
        { "--name a --name=b", " name=a name=b" },
        { "--format csv", " format=2 colors=0" },
        { "--format md --format json", " format=3 colors=0" },
        { "--colors blue --colors red", " format=0 colors=5" },
        { "--colors red,blue", " format=0 colors=5" },
        { "--count 4294967295", " count=4294967295" },
        { "-n12", " count=12" },
        { "--samples 100", " samples=100" },
        { "--samples 007", " samples=7" },
        { "--seed 18446744073709551615", " seed=18446744073709551615" },
        { "--seed 0xfFfFfFfFfFfFfFfF", " seed=18446744073709551615" },
        { "--memory 3", " memory=3" },
        { "--memory 4K", " memory=4096" },
        { "--memory 1M", " memory=1048576" },
        { "--memory 17179869183G", " memory=18446744072635809792" },
        { "--an-option-with-a-very-long-name 1e-3", " time=0.001 width=0" },
        { "--width 12.5", " time=0 width=0.125" },
        { "--width ~.5", " time=0 width=0.0050000000000000001" },
        { "--max-noise 2", " time=2 width=0" },
        { "--pair a=b", " a=b" },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        check_taken(rows[i].line, rows[i].expected, false);
        check_taken(rows[i].line, rows[i].expected, true);
    }
}

Test(base, command_takes_operands)
{
    check_taken("a -q b", " quiet file=a file=b", true);
    check_taken("- -q", " quiet file=-", true);
    check_taken("a -- -q -- -", " file=a file=-q file=-- file=-", true);
    check_taken("-o -- a", " output=-- file=a", true);
}

static void check_refused(const char *words, bres_status expected, const char *message,
                          bool operands)
{
    char line[256];
    settings now;
    bres__command command;
    bres_status status;

    snprintf(line, sizeof(line), "%s", words);
    status = parse(&now, &command, line, operands);
    cr_expect_eq(status, expected, "'%s': %d", words, status);
    cr_expect_str_eq(command.message, message, "'%s': %s", words, command.message);
    bres__option_list_free(&now.names);
    bres__option_list_free(&now.files);
}

Test(base, command_durations)
{
    static const struct {
        const char *text;
        double seconds; /* NAN: refused */
    } rows[] = {
        { "0", 0 },     { "1e-3", 0.001 }, { "2.5ms", 0.0025 }, { "3s", 3 },    { "1.5m", 90 },
        { "1h", 3600 }, { "m", NAN },      { "", NAN },         { "1d", NAN },  { "1mms", NAN },
        { "1S", NAN },  { "-1m", NAN },    { "infs", NAN },     { "nan", NAN }, { "1e308h", NAN },
    };
    static const bres__option option = { .name = "time", .kind = BRES__OPTION_DURATION };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres__command command = { .options = options };
        double seconds = -1;
        const bres_status status = bres__option_apply(&command, &option, rows[i].text, &seconds);

        if (isnan(rows[i].seconds))
            cr_expect(status == BRES_ERROR_VALUE && seconds == -1, "%s", rows[i].text);
        else
            cr_expect(status == BRES_OK && seconds == rows[i].seconds, "%s: %g", rows[i].text,
                      seconds);
    }
}

Test(base, command_refuses_malformed_words)
{
    static const struct {
        const char *line;
        bres_status status;
        const char *message;
    } rows[] = {
        { "-x", BRES_ERROR_KEY, "unknown option '-x'" },
        { "-xq", BRES_ERROR_KEY, "unknown option '-xq'" },
        { "--", BRES_ERROR_KEY, "unknown option '--'" },
        { "-", BRES_ERROR_KEY, "unknown option '-'" },
        { "--=a", BRES_ERROR_KEY, "unknown option '--'" },
        { "--quie", BRES_ERROR_KEY, "unknown option '--quie' (did you mean '--quiet'?)" },
        { "--max-nosie=3", BRES_ERROR_KEY,
          "unknown option '--max-nosie' (did you mean '--max-noise'?)" },
        { "--quiet=1", BRES_ERROR_ARGUMENT, "option '--quiet' takes no value, but '1' was given" },
        { "-qq", BRES_ERROR_ARGUMENT, "option '--quiet' takes no value, but 'q' was given" },
        { "--out", BRES_ERROR_ARGUMENT, "option '--output' needs a value: FILE" },
        { "file", BRES_ERROR_ARGUMENT, "'file' is not an option" },
        { "--format pdf", BRES_ERROR_VALUE,
          "option '--format': unknown format 'pdf' (expected markdown, csv or json)" },
        { "--format=", BRES_ERROR_VALUE,
          "option '--format': unknown format '' (expected markdown, csv or json)" },
        { "--colors green", BRES_ERROR_VALUE,
          "option '--colors': unknown color 'green' (expected red or blue)" },
        { "--colors red,", BRES_ERROR_VALUE,
          "option '--colors': unknown color '' (expected red or blue)" },
        { "--count 0", BRES_ERROR_VALUE,
          "option '--count': '0' is out of range (expected 1 to 4294967295)" },
        { "--count 4294967296", BRES_ERROR_VALUE,
          "option '--count': '4294967296' is out of range (expected 1 to 4294967295)" },
        { "--count 1x", BRES_ERROR_VALUE, "option '--count': '1x' is not a whole number" },
        { "--count -1", BRES_ERROR_VALUE, "option '--count': '-1' is not a whole number" },
        { "--count=", BRES_ERROR_VALUE, "option '--count': '' is not a whole number" },
        { "--count 1K", BRES_ERROR_VALUE, "option '--count': '1K' is not a whole number" },
        { "--count 0x", BRES_ERROR_VALUE, "option '--count': '0x' is not a whole number" },
        { "--count ~1", BRES_ERROR_VALUE, "option '--count': ' 1' is not a whole number" },
        { "--samples 101", BRES_ERROR_VALUE,
          "option '--samples': '101' is out of range (expected 0 to 100)" },
        { "--seed 18446744073709551616", BRES_ERROR_VALUE,
          "option '--seed': '18446744073709551616' is out of range (expected at least 0)" },
        { "--memory 1", BRES_ERROR_VALUE,
          "option '--memory': '1' is out of range (expected at least 2)" },
        { "--memory 17179869184G", BRES_ERROR_VALUE,
          "option '--memory': '17179869184G' is out of range (expected at least 2)" },
        { "--memory 17179869185G", BRES_ERROR_VALUE,
          "option '--memory': '17179869185G' is out of range (expected at least 2)" },
        { "--an-option-with-a-very-long-name soon", BRES_ERROR_VALUE,
          "option '--an-option-with-a-very-long-name': 'soon' is not a duration (expected a number "
          "of seconds, or with a unit, such as 500ms, 90s, 10m or 1h)" },
        { "--memory 1T", BRES_ERROR_VALUE, "option '--memory': '1T' is not a number of bytes" },
        { "--memory 1KK", BRES_ERROR_VALUE, "option '--memory': '1KK' is not a number of bytes" },
        { "--width x", BRES_ERROR_VALUE, "option '--width': 'x' is not a number" },
        { "--width 0x10", BRES_ERROR_VALUE, "option '--width': '0x10' is not a number" },
        { "--width nan", BRES_ERROR_VALUE, "option '--width': 'nan' is not a number" },
        { "--width 1e999", BRES_ERROR_VALUE, "option '--width': '1e999' is not a number" },
        { "--width -1", BRES_ERROR_VALUE,
          "option '--width': '-1' is out of range (expected 0 to 100)" },
        { "--max-noise -1", BRES_ERROR_VALUE,
          "option '--max-noise': '-1' is out of range (expected at least 0)" },
        { "--pair a", BRES_ERROR_VALUE, "option '--pair': 'a' is not NAME=VALUE" },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        check_refused(rows[i].line, rows[i].status, rows[i].message, false);
    check_refused("a bad", BRES_ERROR_ARGUMENT, "'bad' is a bad file", true);
}

/* Messages name an option by the word that the user gave. */
Test(base, command_names_options_as_given)
{
    static const struct {
        char *words[3];
        const char *message;
    } rows[] = {
        { { "-qq" }, "option '-q' takes no value, but 'q' was given" },
        { { "-o" }, "option '-o' needs a value: FILE" },
        { { "--out" }, "option '--out' needs a value: FILE" },
        { { "--count=x" }, "option '--count': 'x' is not a whole number" },
    };
    settings now = { .count = 0 };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres__command command = { .options = options, .next = rows[i].words, .as_given = true };

        command.end = rows[i].words + 1;
        cr_expect_neq(bres__command_parse(&command, &now), BRES_OK);
        cr_expect_str_eq(command.message, rows[i].message);
    }
}

/* A message quotes only the beginning of an overlong word. */
Test(base, command_shortens_long_words)
{
    char word[3000];
    char *words[] = { word };
    settings now = { .count = 0 };

    for (int kind = 0; kind < 4; kind++) {
        static const char *const begin[] = { "--", "--count=", "--format=", "--quiet=" };
        bres__command command = { .options = options, .next = words, .end = words + 1 };

        snprintf(word, sizeof(word), "%s%02999d", begin[kind], 0);
        memset(word + strlen(begin[kind]), 'z', sizeof(word) - strlen(begin[kind]) - 1);
        cr_expect_neq(bres__command_parse(&command, &now), BRES_OK);
        cr_expect_geq(strlen(command.message), 200);
        cr_expect_lt(strlen(command.message), 400, "%s", command.message);
    }
}

static const char help[] =
    "\n"
    "First:\n"
    "  -h, --help                  print this help and exit\n"
    "      --version               print the version and exit\n"
    "  -q, --quiet                 be quiet\n"
    "      --color                 use colors\n"
    "      --no-color              use none\n"
    "      --lenient               be lenient\n"
    "      --confine               be strict\n"
    "\n"
    "Second:\n"
    "  -o, --output, --out FILE    write to this file instead of the standard output,\n"
    "                              which is where everything goes that has no other\n"
    "                              place\n"
    "      --name NAME             add a name\n"
    "      --format FORMAT         print the report as markdown, csv or json (default\n"
    "                              markdown)\n"
    "      --colors COLORS         use these colors: red or blue\n"
    "  -n, --count N               count to N (default 1)\n"
    "      --an-option-with-a-very-long-name DURATION\n"
    "                              short\n"
    "      --width PERCENT         of it\n";

Test(base, command_help_is_made_of_the_table)
{
    bres__text text = { 0 };

    bres__help_put_options(&text, options);
    bres_test_same_text(text.data, help, "the help");
    bres__text_free(&text);
}

/* For any words, no line is wider than the help, and only the first line begins before the column
 * of the text. A word that is too wide gets its own line. */
Test(base, command_help_is_never_too_wide)
{
    char words[400];

    for (size_t length = 1; length <= 50; length++) {
        bres__text text = { 0 };
        const char *line;

        for (size_t i = 0; i + 1 < sizeof(words); i++)
            words[i] = i % (length + 1) == length ? ' ' : 'w';
        words[sizeof(words) - 1] = '\0';
        bres__help_put_row(&text, BRES__HELP_INDENT, "      --name", words);
        line = text.data;
        for (size_t i = 0; *line != '\0'; i++) {
            const size_t width = strcspn(line, "\n");

            cr_expect_leq(width, BRES__HELP_WIDTH, "%.*s", (int)width, line);
            cr_expect(i == 0 || strspn(line, " ") == BRES__HELP_INDENT, "%.*s", (int)width, line);
            cr_expect(line[width - 1] != ' ');
            line += width + 1;
        }
        bres__text_free(&text);
    }
}

static bres_status parse_once(void *context)
{
    char line[] = "a --name b --name c d --format json";
    settings now;
    bres__command command;
    const bres_status status = parse(&now, &command, line, true);

    (void)context;
    if (status != BRES_OK)
        cr_assert_str_eq(command.message, "out of memory");
    bres__option_list_free(&now.names);
    bres__option_list_free(&now.files);
    return status;
}

Test(base, command_survives_every_failing_allocation)
{
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, parse_once, NULL);
}

static bres_status refuse_once(void *context)
{
    char line[] = "--format pdf";
    settings now;
    bres__command command;
    const bres_status status = parse(&now, &command, line, true);

    (void)context;
    cr_assert_str_eq(command.message,
                     status == BRES_ERROR_MEMORY
                         ? "out of memory"
                         : "option '--format': unknown format 'pdf' (expected markdown, csv or "
                           "json)");
    return status == BRES_ERROR_VALUE ? BRES_OK : status;
}

Test(base, command_refuses_without_memory)
{
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, refuse_once, NULL);
}

static bres_status help_once(void *context)
{
    bres__text text = { 0 };
    bres_status status;

    (void)context;
    bres__help_put_options(&text, options);
    status = text.failed ? BRES_ERROR_MEMORY : BRES_OK;
    if (status == BRES_OK)
        cr_assert_str_eq(text.data, help);
    bres__text_free(&text);
    return status;
}

Test(base, command_help_survives_every_failing_allocation)
{
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, help_once, NULL);
}

static bres_status words_once(void *context)
{
    bres__text text = { 0 };
    bres_status status;

    (void)context;
    bres__words_put_options(&text, options);
    status = text.failed ? BRES_ERROR_MEMORY : BRES_OK;
    if (status == BRES_OK) {
        cr_assert_not_null(strstr(text.data, "\n--count\tN\t-\tcount to N\n-n\tN\t-\tcount"));
        cr_assert_not_null(strstr(text.data, "--format\tFORMAT\tmarkdown csv json\tprint"));
        cr_assert_not_null(strstr(text.data, "--colors\tCOLORS\tred,blue\tuse these"));
    }
    bres__text_free(&text);
    return status;
}

Test(base, command_words_survive_every_failing_allocation)
{
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, words_once, NULL);
}
