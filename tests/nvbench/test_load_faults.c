/* SPDX-License-Identifier: MIT */
/*
 * Faults in a document: the error of a strict load, and the warning of a lenient load, which has
 * the same words and continues.
 */
#include "support/loading.h"
#include "support/walk.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* A directory in which no sidecar is found. */
#define DIRECTORY "/nonexistent"

/* For faults without an offset. */
#define NOWHERE INT64_C(-1000)

typedef struct fault {
    const char *document;
    bool fatal; /* a lenient load fails, too */
    bres_status status;
    const char *path;
    const char *message;
    const char *expected; /* "" if the message already says it */
    int64_t offset;
} fault;

static void check_strict(const fault *row)
{
    bres_test_log log = { 0 };
    bres_load_options options = bres_test_options(0, &log);
    bres_result *result;
    char sentence[1024];

    options.directory = DIRECTORY;
    cr_assert_eq(bres_test_load_text(row->document, &options, &result), row->status, "%s: %s",
                 row->document, bres_last_error());
    cr_assert_eq(bres_last_error_status(), row->status);
    cr_assert_str_eq(bres_last_error_file(), "r.json", "%s", row->document);
    cr_assert_str_eq(bres_last_error_path(), row->path, "%s", row->document);
    cr_assert_eq(bres_last_error_offset(), row->offset != NOWHERE ? row->offset : -1, "%s: %s",
                 row->document, bres_last_error());
    snprintf(sentence, sizeof sentence, "r.json: %s%s%s%s%s", row->path,
             row->path[0] != '\0' ? ": " : "", row->message,
             row->expected[0] != '\0' ? "; expected " : "", row->expected);
    cr_assert_eq(strncmp(bres_last_error(), sentence, strlen(sentence)), 0, "%s\n%s\n%s",
                 row->document, bres_last_error(), sentence);
    cr_assert_eq(log.count, 0, "%s: %s", row->document, bres_test_log_text(&log));
}

static void check_lenient(const fault *row)
{
    bres_test_log log = { 0 };
    bres_load_options options = bres_test_options(BRES_LOAD_LENIENT, &log);
    bres_result *result;
    char line[1024];

    options.directory = DIRECTORY;
    cr_assert_eq(bres_test_load_text(row->document, &options, &result),
                 row->fatal ? row->status : BRES_OK, "%s: %s", row->document, bres_last_error());
    snprintf(line, sizeof line, "r.json: %s: %s\n", row->path, row->message);
    cr_assert_str_eq(bres_test_log_text(&log), row->fatal ? "" : line, "%s", row->document);
    bres_test_log_clear(&log);
    if (result != NULL)
        bres_walk_result(result);
    bres_result_unref(result);
    /* Without a handler the load is the same. */
    options.log = NULL;
    cr_assert_eq(bres_test_load_text(row->document, &options, &result),
                 row->fatal ? row->status : BRES_OK, "%s: %s", row->document, bres_last_error());
    bres_result_unref(result);
}

Test(nvbench, load_faults_of_a_document)
{
    static const fault rows[] = {
        { "[1]", true, BRES_ERROR_KIND, "", "expected an object, found a list", "", 0 },
        { "[]", true, BRES_ERROR_KIND, "",
          "the list is empty: JMH leaves out benchmarks that failed", "", NOWHERE },
        { "null", true, BRES_ERROR_KIND, "", "expected an object, found null", "", 0 },
        { "5", true, BRES_ERROR_KIND, "", "expected an object, found a number", "", 0 },
        { "'x'", true, BRES_ERROR_KIND, "", "expected an object, found a string", "", 0 },
        { "{}", true, BRES_ERROR_KEY, "", "the key 'benchmarks' is missing", "", NOWHERE },
        { "{'benchmarks':5}", true, BRES_ERROR_KIND, "benchmarks",
          "expected a list, found a number", "", 14 },
        { "{'benchmarks':{}}", true, BRES_ERROR_KIND, "benchmarks",
          "expected a list, found an object", "", 14 },
        { "{'benchmarks':[5]}", true, BRES_ERROR_KIND, "benchmarks[0]",
          "expected an object, found a number", "", 15 },
        { "{'benchmarks':[null]}", true, BRES_ERROR_KIND, "benchmarks[0]",
          "expected an object, found null", "", 15 },
        { "{'benchmarks':[],'devices':{}}", false, BRES_ERROR_KIND, "devices",
          "expected a list, found an object", "", 27 },
        { "{'benchmarks':[],'devices':[5]}", false, BRES_ERROR_KIND, "devices[0]",
          "expected an object, found a number", "", 28 },
        { "{'benchmarks':[],'devices':[{'name':'d'}]}", false, BRES_ERROR_KEY, "devices[0]",
          "the device has no 'id'", "the keys 'id' and 'name'", 28 },
        { "{'benchmarks':[],'devices':[{'id':0}]}", false, BRES_ERROR_KEY, "devices[0]",
          "the device has no 'name'", "the keys 'id' and 'name'", 28 },
        { "{'benchmarks':[],'devices':[{'id':null,'name':'d'}]}", false, BRES_ERROR_VALUE,
          "devices[0]", "the device id is null", "an int64", 28 },
        { "{'benchmarks':[],'devices':[{'id':0.5,'name':'d'}]}", false, BRES_ERROR_VALUE,
          "devices[0]", "the device id is 0.5", "an int64", 28 },
        { "{'benchmarks':[],'devices':[{'id':'x','name':'d'}]}", false, BRES_ERROR_VALUE,
          "devices[0]", "the device id is \"x\"", "an int64", 28 },
        { "{'benchmarks':[],'devices':[{'id':true,'name':'d'}]}", false, BRES_ERROR_VALUE,
          "devices[0]", "the device id is true", "an int64", 28 },
        { "{'benchmarks':[],'devices':[{'id':-9223372036854775809,'name':'d'}]}", false,
          BRES_ERROR_VALUE, "devices[0]", "the device id is -9223372036854775809", "an int64", 28 },
        { "{'benchmarks':[],'devices':[{'id':0,'name':5}]}", false, BRES_ERROR_KIND, "devices[0]",
          "the name of the device is a number", "a string", 28 },
        { "{'benchmarks':[],'meta':[]}", false, BRES_ERROR_KIND, "meta",
          "expected an object, found a list", "", 24 },
        { "{'benchmarks':[{'states':[]}]}", false, BRES_ERROR_KEY, "benchmarks[0]",
          "the benchmark has no name", "the key 'name'", 15 },
        { "{'benchmarks':[{'name':5,'states':[]}]}", false, BRES_ERROR_KIND, "benchmarks[0].name",
          "expected a string, found a number", "", 23 },
        { "{'benchmarks':[{'name':null,'states':[]}]}", false, BRES_ERROR_KIND,
          "benchmarks[0].name", "expected a string, found null", "", 23 },
        { "{'benchmarks':[{'name':'b','index':0}]}", false, BRES_ERROR_KEY, "benchmarks[0]",
          "the benchmark has no states", "the key 'states'", 15 },
        { "{'benchmarks':[{'name':'b','states':5}]}", true, BRES_ERROR_KIND, "benchmarks[0].states",
          "expected a list, found a number", "", 36 },
        { "{'benchmarks':[{'name':'b','states':{}}]}", true, BRES_ERROR_VERSION,
          "benchmarks[0].states",
          "expected a list, found an object (the layout of before 2022 is not supported)", "", 36 },
        { "{'benchmarks':[{'name':'b','states':[5]}]}", true, BRES_ERROR_KIND,
          "benchmarks[0].states[0]", "expected an object, found a number", "", 37 },
        { "{'benchmarks':[{'name':'b','states':[[]]}]}", true, BRES_ERROR_KIND,
          "benchmarks[0].states[0]", "expected an object, found a list", "", 37 },
        { "{'benchmarks':[{'name':'b','devices':5,'states':[]}]}", false, BRES_ERROR_KIND,
          "benchmarks[0].devices", "expected a list, found a number", "", 37 },
        { "{'benchmarks':[{'name':'b','devices':[0,'0'],'states':[]}]}", false, BRES_ERROR_KIND,
          "benchmarks[0].devices[1]", "the device id is \"0\"", "an int64", 40 },
        { "{'benchmarks':[{'name':'b','devices':[99999999999999999999],'states':[]}]}", false,
          BRES_ERROR_KIND, "benchmarks[0].devices[0]", "the device id is 99999999999999999999",
          "an int64", 38 },
        { "{'benchmarks':[{'name':'b','axes':5,'states':[]}]}", false, BRES_ERROR_KIND,
          "benchmarks[0].axes", "expected a list, found a number", "", 34 },
        { "{'benchmarks':[{'name':'b','axes':{},'states':[]}]}", true, BRES_ERROR_VERSION,
          "benchmarks[0].axes",
          "expected a list, found an object (the layout of before 2022 is not supported)", "", 34 },
        { "{'benchmarks':[{'name':'b','axes':[5],'states':[]}]}", false, BRES_ERROR_KIND,
          "benchmarks[0].axes[0]", "expected an object, found a number", "", 35 },
        { "{'benchmarks':[{'name':'b','axes':[{'values':[]}],'states':[]}]}", false, BRES_ERROR_KEY,
          "benchmarks[0].axes[0]", "the key 'name' is missing", "", 35 },
        { "{'benchmarks':[{'name':'b','axes':[{'name':5,'values':[]}],'states':[]}]}", false,
          BRES_ERROR_KIND, "benchmarks[0].axes[0].name", "expected a string, found a number", "",
          43 },
        { "{'benchmarks':[{'name':'b','axes':[{'name':'N'}],'states':[]}]}", false, BRES_ERROR_KEY,
          "benchmarks[0].axes[0]", "the key 'values' is missing", "", 35 },
        { "{'benchmarks':[{'name':'b','axes':[{'name':'N','values':5}],'states':[]}]}", false,
          BRES_ERROR_KIND, "benchmarks[0].axes[0].values", "expected a list, found a number", "",
          56 },
        { "{'benchmarks':[{'name':'b','axes':[{'name':'N','values':[5]}],'states':[]}]}", false,
          BRES_ERROR_KIND, "benchmarks[0].axes[0].values[0]", "expected an object, found a number",
          "", 57 },
        { "{'benchmarks':[{'name':'b','axes':[{'name':'N','values':[{}]}],'states':[]}]}", false,
          BRES_ERROR_KEY, "benchmarks[0].axes[0].values[0]", "the key 'input_string' is missing",
          "", 57 },
        { "{'benchmarks':[{'name':'b','axes':[{'name':'N','values':[{'input_string':1}]}],'states':"
          "[]}]}",
          false, BRES_ERROR_KIND, "benchmarks[0].axes[0].values[0].input_string",
          "expected a string, found a number", "", 73 },
        { "{'benchmarks':[{'name':'b','axes':[{'name':'N','values':[]}],'states':[{'name':'s','"
          "axis_values':[{'name':'N','value':[]}]}]}]}",
          false, BRES_ERROR_KIND, "benchmarks[0].states[0].axis_values[0].value",
          "the value of axis 'N' is a list", "a string", 98 },
        { "{'benchmarks':[{'name':'\\u0000','states':[]}]}", true, BRES_ERROR_VALUE, "",
          "a string holds U+0000, which ends a C string", "", 24 },
        { "{'benchmarks':[{'name':'b','states':[{'name':'\\u0000'}]}]}", true, BRES_ERROR_VALUE, "",
          "a string holds U+0000, which ends a C string", "", 46 },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        check_strict(&rows[i]);
        check_lenient(&rows[i]);
    }
}

/* `document` has the members of a document's only state; paths and offsets count from there. */
Test(nvbench, load_faults_of_a_state)
{
    static const char before[] = "{'benchmarks':[{'name':'b','states':[{";
    static const fault rows[] = {
        { "", false, BRES_ERROR_KEY, "", "the state has no name", "the key 'name'", -1 },
        { "'name':5", false, BRES_ERROR_KIND, ".name", "expected a string, found a number", "", 7 },
        { "'name':'s','device':'0'", false, BRES_ERROR_KIND, ".device",
          "expected an integer or null, found a string", "", 20 },
        { "'name':'s','device':0.0", false, BRES_ERROR_KIND, ".device",
          "expected an integer or null, found a number", "", 20 },
        { "'name':'s','device':99999999999999999999", false, BRES_ERROR_VALUE, ".device",
          "the integer does not fit in 64 bits", "an int64", 20 },
        { "'name':'s','type_config_index':[]", false, BRES_ERROR_KIND, ".type_config_index",
          "expected an integer or null, found a list", "", 31 },
        { "'name':'s','is_skipped':'no'", false, BRES_ERROR_KIND, ".is_skipped",
          "expected true or false, found a string", "", 24 },
        { "'name':'s','axis_values':5", false, BRES_ERROR_KIND, ".axis_values",
          "expected a list, found a number", "", 25 },
        { "'name':'s','axis_values':{}", true, BRES_ERROR_VERSION, ".axis_values",
          "expected a list, found an object (the layout of before 2022 is not supported)", "", 25 },
        { "'name':'s','axis_values':[5]", false, BRES_ERROR_KIND, ".axis_values[0]",
          "expected an object, found a number", "", 26 },
        { "'name':'s','axis_values':[{'value':'1'}]", false, BRES_ERROR_KEY, ".axis_values[0]",
          "the name of an axis value is missing or not a string", "the key 'name'", 26 },
        { "'name':'s','axis_values':[{'name':'N','value':'1'}]", false, BRES_ERROR_KEY,
          ".axis_values[0].name", "the benchmark has no axis 'N'", "an axis of the benchmark",
          NOWHERE },
        { "'name':'s','summaries':5", false, BRES_ERROR_KIND, ".summaries",
          "expected a list, found a number", "", 23 },
        { "'name':'s','summaries':{}", true, BRES_ERROR_VERSION, ".summaries",
          "expected a list, found an object (the layout of before 2022 is not supported)", "", 23 },
        { "'name':'s','summaries':[null]", false, BRES_ERROR_KIND, ".summaries[0]",
          "expected an object, found null", "", 24 },
        { "'name':'s','summaries':[{'name':'n'}]", false, BRES_ERROR_KEY, ".summaries[0]",
          "a summary has no tag", "the key 'tag'", 24 },
        { "'name':'s','summaries':[{'tag':5}]", false, BRES_ERROR_KIND, ".summaries[0].tag",
          "the tag of a summary is a number", "a string", 31 },
        { "'name':'s','summaries':[{'tag':'t','data':null}]", false, BRES_ERROR_KIND,
          ".summaries[0].data", "summary 't': the data is null instead of a list", "", 42 },
        { "'name':'s','summaries':[{'tag':'t','data':{}}]", false, BRES_ERROR_KIND,
          ".summaries[0].data", "summary 't': the data is an object instead of a list", "", 42 },
        { "'name':'s','summaries':[{'tag':'t','data':[5]}]", false, BRES_ERROR_KIND,
          ".summaries[0].data[0]", "expected an object, found a number", "", 43 },
        { "'name':'s','summaries':[{'tag':'t','data':[{'type':'int64','value':'1'}]}]", false,
          BRES_ERROR_VALUE, ".summaries[0].data[0].name",
          "summary 't': the name of a data entry is missing or of the wrong type", "a string", 43 },
        { "'name':'s','summaries':[{'tag':'t','data':[{'name':5,'type':'int64','value':'1'}]}]",
          false, BRES_ERROR_VALUE, ".summaries[0].data[0].name",
          "summary 't': the name of a data entry is missing or of the wrong type", "a string", 43 },
        { "'name':'s','summaries':[{'tag':'t','data':[{'name':'f','type':'int64'}]}]", false,
          BRES_ERROR_VALUE, ".summaries[0].data[0]", "summary 't': field 'f' has no value",
          "the key 'value'", 43 },
        { "'name':'s','summaries':[{'tag':'t','data':[{'name':'f','type':'int64','value':'x'}]}]",
          false, BRES_ERROR_VALUE, ".summaries[0].data[0].value",
          "summary 't': field 'f': the value 'x' is not an int64", "", 43 },
        { "'name':'s','summaries':[{'tag':'t','data':[{'name':'f','type':'int64','value':'"
          "99999999999999999999'}]}]",
          false, BRES_ERROR_VALUE, ".summaries[0].data[0].value",
          "summary 't': field 'f': the value '99999999999999999999' is not an int64", "", 43 },
        { "'name':'s','summaries':[{'tag':'t','data':[{'name':'f','type':'float64','value':'0x10'}]"
          "}]",
          false, BRES_ERROR_VALUE, ".summaries[0].data[0].value",
          "summary 't': field 'f': the value '0x10' is not a float64", "", 43 },
        { "'name':'s','summaries':[{'tag':'t','data':[{'name':'f','type':'string','value':5}]}]",
          false, BRES_ERROR_VALUE, ".summaries[0].data[0].value",
          "summary 't': field 'f': the value '5' is not a string", "", 43 },
        { "'name':'s','summaries':[{'tag':'t','data':[{'name':'f','type':'bool','value':'1'}]}]",
          false, BRES_ERROR_VALUE, ".summaries[0].data[0].type",
          "summary 't': field 'f' has the unsupported type 'bool'",
          "the type int64, float64 or string", 43 },
        { "'name':'s','summaries':[{'tag':'t','data':[{'name':'f','value':'1'}]}]", false,
          BRES_ERROR_VALUE, ".summaries[0].data[0].type",
          "summary 't': field 'f' has the unsupported type ''", "the type int64, float64 or string",
          43 },
        { "'name':'s','summaries':[{'tag':'t','data':[{'name':'f','type':5,'value':'1'}]}]", false,
          BRES_ERROR_VALUE, ".summaries[0].data[0].type",
          "summary 't': field 'f' has the unsupported type '5'",
          "the type int64, float64 or string", 43 },
        { "'name':'s','summaries':[{'tag':'t','data':[{'name':'f','type':'int64','value':Infinity}]"
          "}]",
          false, BRES_ERROR_VALUE, ".summaries[0].data[0].value",
          "summary 't': field 'f': the value 'Infinity' is not an int64", "", 43 },
        { "'name':'s','summaries':[{'data':[{'name':'f','type':'int64','value':'x'}],'tag':'t'}]",
          false, BRES_ERROR_VALUE, ".summaries[0].data[0].value",
          "summary 't': field 'f': the value 'x' is not an int64", "", 33 },
        { "'name':'s','summaries':[{'tag':'nv/cold/bw/global/"
          "utilization','data':[{'name':'value','type':'string','value':'x'}]}]",
          false, BRES_ERROR_VALUE, "",
          "summary 'nv/cold/bw/global/utilization': the value 'x' is not a float64", "", NOWHERE },
        { "'name':'s','summaries':[{'tag':'nv/json/bin:nv/cold/sample_times','data':[]}]", false,
          BRES_ERROR_VALUE, "",
          "summary 'nv/json/bin:nv/cold/sample_times': the field 'filename' is missing", "",
          NOWHERE },
        { "'name':'s','summaries':[{'tag':'nv/json/bin:nv/cold/"
          "sample_times','data':[{'name':'filename','type':'string','value':'x'}]}]",
          false, BRES_ERROR_VALUE, "",
          "summary 'nv/json/bin:nv/cold/sample_times': the field 'size' is missing", "", NOWHERE },
        { "'name':'s','summaries':[{'tag':'nv/json/bin:nv/cold/"
          "sample_times','data':[{'name':'filename','type':'int64','value':'1'},{'name':'size','"
          "type':'int64','value':'1'}]}]",
          false, BRES_ERROR_VALUE, "",
          "summary 'nv/json/bin:nv/cold/sample_times': the field 'filename' has the type 'int64' "
          "instead of string",
          "", NOWHERE },
        { "'name':'s','summaries':[{'tag':'nv/json/bin:nv/cold/"
          "sample_times','data':[{'name':'filename','type':'string','value':null},{'name':'size','"
          "type':'int64','value':'1'}]}]",
          false, BRES_ERROR_VALUE, "",
          "summary 'nv/json/bin:nv/cold/sample_times': the field 'filename' holds null instead of "
          "string",
          "", NOWHERE },
        { "'name':'s','summaries':[{'tag':'nv/json/bin:nv/cold/"
          "sample_times','data':[{'name':'filename','type':'string','value':'x'},{'name':'size','"
          "type':'float64','value':'1'}]}]",
          false, BRES_ERROR_VALUE, "",
          "summary 'nv/json/bin:nv/cold/sample_times': the field 'size' has the type 'float64' "
          "instead of int64",
          "", NOWHERE },
        { "'name':'s','summaries':[{'tag':'nv/json/bin:nv/cold/"
          "sample_times','data':[{'name':'filename','type':'string','value':'x'},{'name':'size','"
          "type':'int64','value':null}]}]",
          false, BRES_ERROR_VALUE, "",
          "summary 'nv/json/bin:nv/cold/sample_times': the field 'size' holds null instead of "
          "int64",
          "", NOWHERE },
        { "'name':'s','summaries':[{'tag':'nv/json/bin:nv/cold/"
          "sample_times','data':[{'name':'filename','type':'string','value':'x'},{'name':'size','"
          "type':'int64','value':'many'}]}]",
          false, BRES_ERROR_VALUE, ".summaries[0].data[1].value",
          "summary 'nv/json/bin:nv/cold/sample_times': field 'size': the value 'many' is not an "
          "int64",
          "", 122 },
        { "'name':'s','summaries':[{'tag':'nv/cold/bw/global/"
          "utilization','data':[{'name':'value','type':'float64','value':'a\\nb'}]}]",
          false, BRES_ERROR_VALUE, ".summaries[0].data[0].value",
          "summary 'nv/cold/bw/global/utilization': field 'value': the value 'a\\nb' is not a "
          "float64",
          "", 71 },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        fault row = rows[i];
        char document[1024];
        char path[256];

        snprintf(document, sizeof document, "%s%s}]}]}", before, rows[i].document);
        snprintf(path, sizeof path, "benchmarks[0].states[0]%s", rows[i].path);
        row.document = document;
        row.path = path;
        if (row.offset != NOWHERE)
            row.offset += (int64_t)strlen(before);
        check_strict(&row);
        check_lenient(&row);
    }
}
