/* xmlrpc-c with its curl transport, on one connection that is kept. Its own JSON reads the calls
   and writes the results. What it holds is freed when it ends. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xmlrpc-c/base.h>
#include <xmlrpc-c/client.h>
#include <xmlrpc-c/json.h>

/* What it writes before the text of a fault that the server sent; its own failures are without it. */
#define FROM_SERVER "RPC failed at server.  "

static xmlrpc_env env;

static void expect_success(const char *step)
{
    if (!env.fault_occurred) return;
    fprintf(stderr, "%s: %s (%d)\n", step, env.fault_string, env.fault_code);
    exit(1);
}

static xmlrpc_value *member(xmlrpc_value *of, const char *name)
{
    xmlrpc_value *value;
    xmlrpc_struct_find_value(&env, of, name, &value);
    expect_success(name);
    if (value) return value;
    fprintf(stderr, "There is no %s.\n", name);
    exit(1);
}

static const char *text_of(xmlrpc_value *of, const char *name)
{
    const char *text;
    xmlrpc_read_string(&env, member(of, name), &text);
    expect_success(name);
    return text;
}

static xmlrpc_value *element(xmlrpc_value *of, int index)
{
    xmlrpc_value *value;
    xmlrpc_array_read_item(&env, of, index, &value);
    expect_success("element");
    return value;
}

static xmlrpc_value *argument(xmlrpc_value *param)
{
    const char *type = text_of(param, "type"), *text = text_of(param, "text");
    if (strcmp(type, "int") == 0) return xmlrpc_int_new(&env, atoi(text));
    if (strcmp(type, "date") == 0) return xmlrpc_datetime_new_str(&env, text);
    return xmlrpc_string_new(&env, text);
}

static xmlrpc_value *arguments(xmlrpc_value *params)
{
    xmlrpc_value *all = xmlrpc_array_new(&env);
    int count = xmlrpc_array_size(&env, params);
    for (int i = 0; i < count; i++) {
        xmlrpc_value *one = argument(element(params, i));
        expect_success("argument");
        xmlrpc_array_append_item(&env, all, one);
    }
    expect_success("arguments");
    return all;
}

static xmlrpc_value *result_of(const char *url, xmlrpc_value *call)
{
    xmlrpc_value *params = arguments(member(call, "params")), *result;
    xmlrpc_value *value = xmlrpc_client_call_params(&env, url, text_of(call, "method"), params);
    if (!env.fault_occurred) return xmlrpc_build_value(&env, "{s:V}", "value", value);
    if (strncmp(env.fault_string, FROM_SERVER, strlen(FROM_SERVER)) != 0) expect_success("call");
    xmlrpc_env answer = env;
    xmlrpc_env_init(&env);
    result = xmlrpc_build_value(&env, "{s:{s:i,s:s}}", "fault", "code", answer.fault_code, "text",
                                answer.fault_string + strlen(FROM_SERVER));
    xmlrpc_env_clean(&answer);
    return result;
}

int main(void)
{
    static char order_text[1 << 20];
    fread(order_text, 1, sizeof order_text - 1, stdin);
    xmlrpc_env_init(&env);
    xmlrpc_client_init2(&env, XMLRPC_CLIENT_NO_FLAGS, "stock", "1", NULL, 0);
    expect_success("init");
    xmlrpc_value *order = xmlrpc_parse_json(&env, order_text);
    expect_success("order");
    xmlrpc_value *calls = member(order, "calls"), *results = xmlrpc_array_new(&env);
    int count = xmlrpc_array_size(&env, calls);
    for (int i = 0; i < count; i++) {
        xmlrpc_array_append_item(&env, results, result_of(text_of(order, "url"), element(calls, i)));
        expect_success("result");
    }
    xmlrpc_mem_block *json = XMLRPC_MEMBLOCK_NEW(char, &env, 0);
    xmlrpc_serialize_json(&env, results, json);
    expect_success("results");
    fwrite(XMLRPC_MEMBLOCK_CONTENTS(char, json), 1, XMLRPC_MEMBLOCK_SIZE(char, json), stdout);
    xmlrpc_client_cleanup();
    return 0;
}
