/* SPDX-License-Identifier: MIT */
/*
 * The decoder caches the first bytes of summaries and their fields from the previous state. The
 * decoded state must not depend on this cache: a blank after a brace, which makes the cache miss,
 * changes nothing.
 */
#include "support/describe.h"
#include "support/loading.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

#define FIELD "'data':[{'name':'value','type':'int64','value':'7'}]"

static const char *const summaries[] = {
    "{'tag':'t','name':'n'," FIELD "}",
    "{'tag':'t','name':'n','data':[{'name':'value','type':'int64','value':'8'}]}",
    "{'tag':'t','name':'n','data':[{'name':'value','type':'int64','value':9.5}]}",
    "{'tag':'t','name':'n','data':[{'name':'value','type':'int64','value':null}]}",
    "{'tag':'t','name':'n','data':[]}",
    "{'tag':'t','name':'n','data':null}",
    "{'tag':'t','name':'n','data':{}}",
    "{'tag':'t','name':'m'," FIELD "}",
    "{'tag':'u','name':'n'," FIELD "}",
    "{'tag':'u'," FIELD ",'name':'n','tag':'t'}",
    "{'tag':'t','name':'n'," FIELD ",'hint':'h','hide':'x'}",
    "{'tag':'t','name':'n'," FIELD "," FIELD "}",
    "{'tag':'t','name':'n'," FIELD ",'data':[]}",
    "{'tag':'t','name':'n','tag':'u'," FIELD "}",
    "{'tag':5,'tag':'t','name':'n'," FIELD "}",
    "{'tag':'t','name':6," FIELD "}",
    "{'tag':5,'name':'n'," FIELD "}",
    "{" FIELD ",'tag':'t','name':'n'}",
    "{'name':'n'," FIELD "}",
    "{'tag':'t','own':[1],'name':'n'," FIELD "}",
    "{'tag':'t','own':[2],'name':'n'," FIELD "}",
    "{'tag':'t','name':'n','data':[{'name':'value','type':'float64','value':'7'}]}",
    "{'tag':'t','name':'n','data':[{'name':'other','type':'int64','value':'7'}]}",
    "{'tag':'t','name':'n','data':[{'name':'value','value':'7','type':'int64'}]}",
    "{'tag':'t','name':'n','data':[{'value':'7','name':'value','type':'int64'}]}",
    "{'tag':'t','name':'n','data':[{'name':'value','type':'int64'}]}",
    "{'tag':'t','name':'n','data':[{'name':5,'type':'int64','value':'7'}]}",
    "{'tag':'t','name':'n','data':[{'name':'value','type':'int64','value':'7','value':'8'}]}",
    "{'tag':'t','name':'n','data':[{'name':'value','type':'int64','own':1,'value':'7'}]}",
    "{'tag':'t','name':'n','data':[{'name':'value','type':'int64','own':2,'value':'7'}]}",
    "{'tag':'t','name':'n','data':[{'name':'value','type':'int64','value':'7','own':3}]}",
    ("{'tag':'t','name':'n','data':[{'name':'value','type':'int64','value':'7'},"
     "{'name':'value','type':'int64','value':'8'},{'name':'other','type':'int64','value':'9'}]}"),
    "5",
};

/* Appends the text with a blank after the opening brace of every object that has members. */
static void put_spaced(bres__text *text, const char *json)
{
    for (; *json != '\0'; json++) {
        bres__text_putc(text, *json);
        if (*json == '{' && json[1] == '\'')
            bres__text_putc(text, ' ');
    }
}

/* Loads two states with these summaries, the second with blanks or without; returns their
 * description and the warnings. free() it. */
static char *describe_pair(const char *first, const char *second, bool spaced)
{
    bres_test_log log = { 0 };
    bres_load_options options = bres_test_options(BRES_LOAD_LENIENT, &log);
    bres__text text = { 0 };
    bres_result *result;
    char *said;

    bres__text_printf(&text,
                      "{'benchmarks':[{'name':'b','axes':[],'states':[{'name':'s','summaries':[%s]}"
                      ",{'name':'s','summaries':[",
                      first);
    if (spaced)
        put_spaced(&text, second);
    else
        bres__text_puts(&text, second);
    bres__text_puts(&text, "]}]}]}");
    cr_assert_eq(bres_test_load_text(text.data, &options, &result), BRES_OK, "%s: %s", text.data,
                 bres_last_error());
    said = bres_test_describe(result);
    bres__text_clear(&text);
    bres__text_printf(&text, "%s%s", said, bres_test_log_text(&log));
    free(said);
    said = strdup(text.data);
    bres__text_free(&text);
    bres_test_log_clear(&log);
    bres_result_unref(result);
    return said;
}

Test(nvbench, load_does_not_depend_on_the_state_before)
{
    for (size_t i = 0; i < COUNT(summaries); i++) {
        for (size_t k = 0; k < COUNT(summaries); k++) {
            char *plain = describe_pair(summaries[i], summaries[k], false);
            char *spaced = describe_pair(summaries[i], summaries[k], true);

            cr_assert_str_eq(plain, spaced, "%s then %s", summaries[i], summaries[k]);
            free(plain);
            free(spaced);
        }
    }
}
