<?php
// ext/xmlrpc: pretty-printed, labelled ISO-8859-1.
$order = json_decode(stream_get_contents(STDIN), true);

function argument(array $param): mixed
{
    if ($param['type'] === 'int') {
        return (int) $param['text'];
    }
    $value = $param['text'];
    if ($param['type'] === 'date') {
        xmlrpc_set_type($value, 'datetime');
    }
    return $value;
}

$results = [];
foreach ($order['calls'] as $call) {
    $body = xmlrpc_encode_request($call['method'], array_map('argument', $call['params']));
    $context = stream_context_create(['http' => ['method' => 'POST', 'header' => 'Content-Type: text/xml', 'content' => $body]]);
    $value = xmlrpc_decode(file_get_contents($order['url'], false, $context));
    $results[] = is_array($value) && xmlrpc_is_fault($value)
        ? ['fault' => ['code' => $value['faultCode'], 'text' => $value['faultString']]]
        : ['value' => $value];
}
echo json_encode($results);
