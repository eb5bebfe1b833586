/**
 * One call of each stock client (docs/reference/protocol.md#xml-rpc-requests), byte for byte in that client's style: a string
 * that looks like a number, an int, a boolean, a date, base64, nil where the client has it, and text beyond ASCII.
 */
export interface Capture {
  readonly client: string;
  readonly body: Buffer;
  /** Charset that the client puts into its Content-Type. */
  readonly charset?: string;
  /** Parameters as `type:text`; arrays and structs as JSON of the same. */
  readonly params: readonly string[];
}

const utf8 = (text: string): Buffer => Buffer.from(text, 'utf8');
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

export const CAPTURES: readonly Capture[] = [
  {
    client: 'Python xmlrpc.client',
    body: utf8(
      "<?xml version='1.0'?>\n<methodCall>\n<methodName>Probe</methodName>\n<params>\n" +
        '<param>\n<value><string>0012</string></value>\n</param>\n' +
        '<param>\n<value><int>200</int></value>\n</param>\n' +
        '<param>\n<value><boolean>1</boolean></value>\n</param>\n' +
        '<param>\n<value><dateTime.iso8601>20260102T03:04:05</dateTime.iso8601></value>\n</param>\n' +
        '<param>\n<value><base64>\naGkA/w==\n</base64></value>\n</param>\n' +
        '<param>\n<value><nil/></value></param>\n' +
        '<param>\n<value><double>1e-07</double></value>\n</param>\n' +
        '<param>\n<value><string>Café ]]&gt; a&lt;b</string></value>\n</param>\n' +
        '</params>\n</methodCall>\n',
    ),
    params: [
      'string:0012',
      'int:200',
      'boolean:1',
      'dateTime:20260102T03:04:05',
      'base64:aGkA/w==',
      'nil:',
      'double:1e-07',
      'string:Café ]]> a<b',
    ],
  },
  {
    client: 'Perl RPC::XML',
    body: utf8(
      '<?xml version="1.0" encoding="us-ascii"?><methodCall><methodName>Probe</methodName><params>' +
        '<param><value><int>0012</int></value></param><param><value><i8>1099511627776</i8></value></param>' +
        '<param><value><boolean>1</boolean></value></param>' +
        '<param><value><dateTime.iso8601>20260102T03:04:05</dateTime.iso8601></value></param>' +
        '<param><value><base64>aGk=</base64></value></param><param><value><nil/></value></param>' +
        '<param><value><string>Café &apos;&quot;&#xd;</string></value></param></params></methodCall>',
    ),
    params: [
      'int:0012',
      'int:1099511627776',
      'boolean:1',
      'dateTime:20260102T03:04:05',
      'base64:aGk=',
      'nil:',
      'string:Café \'"\r',
    ],
  },
  {
    client: 'Perl RPC::XML with a label of iso-8859-1 over UTF-8 bytes',
    body: utf8(
      '<?xml version="1.0" encoding="iso-8859-1"?><methodCall><methodName>Probe</methodName><params>' +
        '<param><value><string>Café</string></value></param></params></methodCall>',
    ),
    params: ['string:Café'],
  },
  {
    client: 'Perl Frontier',
    body: latin1(
      '<?xml version="1.0" encoding="ISO-8859-1"?>\n<methodCall>\n<methodName>Probe</methodName>\n<params>\n' +
        '<param><value><i4>0012</i4></value></param>\n<param><value><i4>00215627028100000021</i4></value></param>\n' +
        '<param><value><boolean>1</boolean></value></param>\n' +
        '<param><value><dateTime.iso8601>20260102T03:04:05</dateTime.iso8601></value></param>\n' +
        '<param><value><base64>aGk=</base64></value></param>\n' +
        '<param><value><string>Caf&#233; \xe9</string></value></param>\n</params>\n</methodCall>\n',
    ),
    params: [
      'int:0012',
      'int:00215627028100000021',
      'boolean:1',
      'dateTime:20260102T03:04:05',
      'base64:aGk=',
      'string:Café é',
    ],
  },
  {
    client: 'Perl XMLRPC::Lite',
    body: utf8(
      '<?xml version="1.0" encoding="UTF-8"?><methodCall><methodName>Probe</methodName><params>' +
        '<param><value><int>0012</int></value></param><param><value><int>12345678901</int></value></param>' +
        '<param><value><string /></value></param><param><value><base64>Q2Fm6Q==</base64></value></param>' +
        '<param><value /></param></params></methodCall>',
    ),
    params: ['int:0012', 'int:12345678901', 'string:', 'base64:Q2Fm6Q==', 'string:'],
  },
  {
    client: 'Perl XML::RPC::Fast',
    body: utf8(
      '<?xml version="1.0" encoding="utf-8"?>\n<methodCall><methodName>Probe</methodName><params>' +
        '<param><value><i4>12</i4></value></param><param><value><i8>12345678901</i8></value></param>' +
        '<param><value><string/></value></param></params></methodCall>',
    ),
    params: ['int:12', 'int:12345678901', 'string:'],
  },
  {
    client: 'Ruby xmlrpc',
    body: utf8(
      '<?xml version="1.0" ?><methodCall><methodName>Probe</methodName><params>' +
        '<param><value><string>0012</string></value></param><param><value><i4>1099511627776</i4></value></param>' +
        '<param><value><boolean>1</boolean></value></param>' +
        '<param><value><dateTime.iso8601>20260102T03:04:05</dateTime.iso8601></value></param>' +
        '<param><value><base64>aGk=\n</base64></value></param><param><value><nil/></value></param>' +
        '<param><value><string>Café\r\nBar</string></value></param></params></methodCall>\n',
    ),
    charset: 'utf-8',
    params: [
      'string:0012',
      'int:1099511627776',
      'boolean:1',
      'dateTime:20260102T03:04:05',
      'base64:aGk=',
      'nil:',
      'string:Café\nBar',
    ],
  },
  {
    client: 'PHP ext xmlrpc',
    body: latin1(
      '<?xml version="1.0" encoding="iso-8859-1"?>\n<methodCall>\n<methodName>Probe</methodName>\n<params>\n' +
        ' <param>\n  <value>\n   <string>0012</string>\n  </value>\n </param>\n' +
        ' <param>\n  <value>\n   <int>-539222987</int>\n  </value>\n </param>\n' +
        ' <param>\n  <value>\n   <boolean>1</boolean>\n  </value>\n </param>\n' +
        ' <param>\n  <value>\n   <dateTime.iso8601>20260102T03:04:05</dateTime.iso8601>\n  </value>\n </param>\n' +
        ' <param>\n  <value>\n   <base64>AGhp&#10;</base64>\n  </value>\n </param>\n' +
        ' <param>\n  <value>\n   <string/>\n  </value>\n </param>\n' +
        ' <param>\n  <value>\n   <double>1.500000</double>\n  </value>\n </param>\n' +
        ' <param>\n  <value>\n   <string>Caf&#195;&#169; &#226;&#130;&#172; &#60;&#38;&#34;</string>\n  </value>\n </param>\n' +
        '</params>\n</methodCall>\n',
    ),
    params: [
      'string:0012',
      'int:-539222987',
      'boolean:1',
      'dateTime:20260102T03:04:05',
      'base64:AGhp',
      'string:',
      'double:1.500000',
      'string:CafÃ© â\u0082¬ <&"',
    ],
  },
  {
    client: 'PHP ext xmlrpc in CDATA mode',
    body: utf8(
      '<?xml version="1.0" encoding="utf-8"?>\n<methodCall>\n<methodName><![CDATA[Probe]]></methodName>\n<params>\n' +
        ' <param>\n  <value>\n   <string><![CDATA[0012]]></string>\n  </value>\n </param>\n' +
        ' <param>\n  <value>\n   <int><![CDATA[200]]></int>\n  </value>\n </param>\n' +
        ' <param>\n  <value>\n   <boolean><![CDATA[1]]></boolean>\n  </value>\n </param>\n' +
        ' <param>\n  <value>\n   <struct>\n    <member>\n     <name><![CDATA[k]]></name>\n' +
        '     <value>\n      <string><![CDATA[Café <&]]></string>\n     </value>\n    </member>\n   </struct>\n  </value>\n </param>\n' +
        '</params>\n</methodCall>\n',
    ),
    params: ['string:0012', 'int:200', 'boolean:1', '{"k":"Café <&"}'],
  },
  {
    client: 'phpxmlrpc',
    body: utf8(
      '<?xml version="1.0"?>\n<methodCall>\n<methodName>Probe</methodName>\n<params>\n' +
        '<param>\n<value><string>0012</string></value>\n</param>\n<param>\n<value><int>12345678901</int></value>\n</param>\n' +
        '<param>\n<value><boolean>1</boolean></value>\n</param>\n' +
        '<param>\n<value><dateTime.iso8601>20260102T03:04:05</dateTime.iso8601></value>\n</param>\n' +
        '<param>\n<value><base64>aGk=</base64></value>\n</param>\n' +
        '<param>\n<value><string>Caf&#233; &#8364;</string></value>\n</param>\n</params>\n</methodCall>',
    ),
    params: [
      'string:0012',
      'int:12345678901',
      'boolean:1',
      'dateTime:20260102T03:04:05',
      'base64:aGk=',
      'string:Café €',
    ],
  },
  {
    client: 'phpxmlrpc with a space at the end of the declaration',
    body: latin1(
      '<?xml version="1.0" encoding="ISO-8859-1" ?>\n<methodCall>\n<methodName>Probe</methodName>\n<params>\n' +
        '<param>\n<value><string>Caf\xe9</string></value>\n</param>\n</params>\n</methodCall>',
    ),
    params: ['string:Café'],
  },
  {
    client: 'WordPress IXR',
    body: utf8(
      '<?xml version="1.0"?>\n<methodCall>\n<methodName>Probe</methodName>\n<params>\n' +
        '<param><value><string>0012</string></value></param>\n<param><value><int>12345678901</int></value></param>\n' +
        '<param><value><boolean>1</boolean></value></param>\n' +
        '<param><value><dateTime.iso8601>20260102T03:04:05Z</dateTime.iso8601></value></param>\n' +
        '<param><value><string>a &amp; &quot;b&quot; &#039;c&#039;</string></value></param>\n</params></methodCall>',
    ),
    params: [
      'string:0012',
      'int:12345678901',
      'boolean:1',
      'dateTime:20260102T03:04:05Z',
      'string:a & "b" \'c\'',
    ],
  },
  {
    client: 'xmlrpc-c',
    body: utf8(
      '<?xml version="1.0" encoding="UTF-8"?>\r\n<methodCall>\r\n<methodName>Probe</methodName>\r\n<params>\r\n' +
        '<param><value><string>0012</string></value></param>\r\n<param><value><i4>200</i4></value></param>\r\n' +
        '<param><value><i8>1099511627776</i8></value></param>\r\n<param><value><boolean>1</boolean></value></param>\r\n' +
        '<param><value><dateTime.iso8601>20260102T03:04:05</dateTime.iso8601></value></param>\r\n' +
        '<param><value><base64>\r\naGk=\r\n</base64></value></param>\r\n<param><value><nil/></value></param>\r\n' +
        '<param><value><string>Café</string></value></param>\r\n</params>\r\n</methodCall>\r\n',
    ),
    params: [
      'string:0012',
      'int:200',
      'int:1099511627776',
      'boolean:1',
      'dateTime:20260102T03:04:05',
      'base64:aGk=',
      'nil:',
      'string:Café',
    ],
  },
  {
    client: 'ROS xmlrpcpp',
    body: utf8(
      '<?xml version="1.0"?>\r\n<methodCall><methodName>Probe</methodName>\r\n<params>' +
        '<param><value>0012</value></param><param><value><i4>200</i4></value></param>' +
        '<param><value><boolean>1</boolean></value></param>' +
        '<param><value><dateTime.iso8601> 1260002T03:04:05</dateTime.iso8601></value></param>' +
        '<param><value></value></param><param><value>  a &apos;&quot;b </value></param>' +
        '</params></methodCall>\r\n',
    ),
    params: [
      'string:0012',
      'int:200',
      'boolean:1',
      'dateTime:1260002T03:04:05',
      'string:',
      'string:  a \'"b ',
    ],
  },
  {
    client: 'Apache XML-RPC',
    body: utf8(
      '<?xml version="1.0" encoding="UTF-8"?><methodCall xmlns:ex="http://ws.apache.org/xmlrpc/namespaces/extensions">' +
        '<methodName>Probe</methodName><params><param><value>0012</value></param>' +
        '<param><value><i4>200</i4></value></param><param><value><ex:i8>1099511627776</ex:i8></value></param>' +
        '<param><value><ex:biginteger>123456789012345678901234567890</ex:biginteger></value></param>' +
        '<param><value><ex:i2>7</ex:i2></value></param><param><value><boolean>1</boolean></value></param>' +
        '<param><value><ex:dateTime>2026-01-02T03:04:05.678Z</ex:dateTime></value></param>' +
        '<param><value><base64>aGk=</base64></value></param><param><value><ex:nil/></value></param>' +
        '<param><value> Caf&#233; </value></param></params></methodCall>',
    ),
    params: [
      'string:0012',
      'int:200',
      'int:1099511627776',
      'int:123456789012345678901234567890',
      'int:7',
      'boolean:1',
      'dateTime:2026-01-02T03:04:05.678Z',
      'base64:aGk=',
      'nil:',
      'string: Café ',
    ],
  },
  {
    client: 'axmlrpc',
    body: utf8(
      '<?xml version="1.0" encoding="UTF-8"?>\n\n<methodCall>\n\n  <methodName>Probe</methodName>\n\n  <params>\n\n' +
        '    <param>\n\n      <value>\n        <string>0012</string>\n      </value>\n\n    </param>\n\n' +
        '    <param>\n\n      <value>\n        <i8>1099511627776</i8>\n      </value>\n\n    </param>\n\n' +
        '    <param>\n\n      <value>\n        <boolean>1</boolean>\n      </value>\n\n    </param>\n\n' +
        '    <param>\n\n      <value>\n        <dateTime.iso8601>20260102T030405</dateTime.iso8601>\n      </value>\n\n    </param>\n\n' +
        '    <param>\n\n      <value>\n        <nil/>\n      </value>\n\n    </param>\n\n' +
        '    <param>\n\n      <value>\n        <string/>\n      </value>\n\n    </param>\n\n' +
        '    <param>\n\n      <value>\n        <string>Café > bar\r\n</string>\n      </value>\n\n    </param>\n\n' +
        '  </params>\n\n</methodCall>\n',
    ),
    charset: 'utf-8',
    params: [
      'string:0012',
      'int:1099511627776',
      'boolean:1',
      'dateTime:20260102T030405',
      'nil:',
      'string:',
      'string:Café > bar\n',
    ],
  },
  {
    client: 'Go kolo',
    body: utf8(
      '<?xml version="1.0" encoding="UTF-8"?><methodCall><methodName>Probe</methodName><params>' +
        '<param><value><string>0012</string></value></param><param><value><int>12345678901</int></value></param>' +
        '<param><value><boolean>1</boolean></value></param>' +
        '<param><value><dateTime.iso8601>20260102T03:04:05</dateTime.iso8601></value></param>' +
        '<param><value><base64>aGk=</base64></value></param><param></param>' +
        '<param><value><string>&#39;Café&#34;&#xD;&#xA;</string></value></param></params></methodCall>',
    ),
    params: [
      'string:0012',
      'int:12345678901',
      'boolean:1',
      'dateTime:20260102T03:04:05',
      'base64:aGk=',
      'nil:',
      'string:\'Café"\r\n',
    ],
  },
  {
    client: 'Go mattn',
    body: utf8(
      '<?xml version="1.0"?><methodCall><methodName>Probe</methodName><params>' +
        '<param><value><string>0012</string></value></param><param><value><int>12345678901</int></value></param>' +
        '<param><value><boolean>true</boolean></value></param><param><value><base64>aGk=</base64></value></param>' +
        '<param><value><string>Café</string></value></param></params></methodCall>',
    ),
    params: ['string:0012', 'int:12345678901', 'boolean:true', 'base64:aGk=', 'string:Café'],
  },
  {
    client: 'Go alexejk',
    body: utf8(
      '<methodCall><methodName>Probe</methodName><params><param><value><string>0012</string></value></param>' +
        '<param><value><int>12345678901</int></value></param><param><value><boolean>1</boolean></value></param>' +
        '<param><value><dateTime.iso8601>2026-01-02T03:04:05Z</dateTime.iso8601></value></param>' +
        '<param><value><base64>aGk=</base64></value></param><param><value><nil/></value></param>' +
        '<param><value><double>1.500000</double></value></param></params></methodCall>',
    ),
    params: [
      'string:0012',
      'int:12345678901',
      'boolean:1',
      'dateTime:2026-01-02T03:04:05Z',
      'base64:aGk=',
      'nil:',
      'double:1.500000',
    ],
  },
  {
    client: 'npm xmlrpc',
    body: utf8(
      '<?xml version="1.0"?><methodCall><methodName>Probe</methodName><params>' +
        '<param><value><string>0012</string></value></param><param><value><int>12345678901</int></value></param>' +
        '<param><value><boolean>1</boolean></value></param>' +
        '<param><value><dateTime.iso8601>20260101T22:04:05</dateTime.iso8601></value></param>' +
        '<param><value><base64>aGk=</base64></value></param><param><value><nil/></value></param><param><value/></param>' +
        '<param><value><string/></value></param><param><value><string>Café&#xD;</string></value></param>' +
        '<param><value><string><![CDATA[a<b&]]]]><![CDATA[>c]]></string></value></param></params></methodCall>',
    ),
    params: [
      'string:0012',
      'int:12345678901',
      'boolean:1',
      'dateTime:20260101T22:04:05',
      'base64:aGk=',
      'nil:',
      'string:',
      'string:',
      'string:Café\r',
      'string:a<b&]]>c',
    ],
  },
  {
    client: 'homematic-xmlrpc',
    body: utf8(
      '<?xml version="1.0"?><methodCall><methodName>Probe</methodName><params>' +
        '<param><value><string>0012</string></value></param><param><value><nil></nil></value></param>' +
        '<param><value><string><![CDATA[Café <&]]></string></value></param></params></methodCall>',
    ),
    params: ['string:0012', 'nil:', 'string:Café <&'],
  },
  {
    client: 'Tcl xmlrpc',
    body: utf8(
      '<?xml version="1.0"?>\r\n<methodCall>\r\n\t<methodName>Probe</methodName>\r\n\t<params>\r\n' +
        '\t\t<param>\r\n\t\t\t<value><string>0012</string></value>\r\n\t\t</param>\r\n' +
        '\t\t<param>\r\n\t\t\t<value><int>200</int></value>\r\n\t\t</param>\r\n' +
        '\t\t<param>\r\n\t\t\t<value><boolean>1</boolean></value>\r\n\t\t</param>\r\n' +
        '\t\t<param>\r\n\t\t\t<value><dateTime.iso8601>20260102T03:04:05</dateTime.iso8601></value>\r\n\t\t</param>\r\n' +
        '\t</params>\r\n</methodCall>\r\n',
    ),
    params: ['string:0012', 'int:200', 'boolean:1', 'dateTime:20260102T03:04:05'],
  },
  {
    client: 'XML-RPC.NET',
    body: utf8(
      '\ufeff<?xml version="1.0" encoding="utf-8"?>\r\n<methodCall>\r\n  <methodName>Probe</methodName>\r\n  <params>\r\n' +
        '    <param>\r\n      <value>\r\n        <string>0012</string>\r\n      </value>\r\n    </param>\r\n' +
        '    <param>\r\n      <value>\r\n        <i4>200</i4>\r\n      </value>\r\n    </param>\r\n' +
        '    <param>\r\n      <value>\r\n        <boolean>1</boolean>\r\n      </value>\r\n    </param>\r\n' +
        '    <param>\r\n      <value>\r\n        <dateTime.iso8601>20260102T03:04:05</dateTime.iso8601>\r\n      </value>\r\n    </param>\r\n' +
        '    <param>\r\n      <value>\r\n        <string />\r\n      </value>\r\n    </param>\r\n' +
        '    <param>\r\n      <value>untyped Café</value>\r\n    </param>\r\n  </params>\r\n</methodCall>',
    ),
    params: [
      'string:0012',
      'int:200',
      'boolean:1',
      'dateTime:20260102T03:04:05',
      'string:',
      'string:untyped Café',
    ],
  },
];

/** Values that some of these clients also send, and that the reader must refuse, as the content of one value. */
export const REFUSED_VALUES: readonly { readonly what: string; readonly value: Buffer }[] = [
  { what: 'a raw NUL of Python', value: utf8('<string>a\u0000b</string>') },
  { what: 'a raw BEL of Python', value: utf8('<string>a\u0007b</string>') },
  { what: 'half of a surrogate pair of Python', value: utf8('<string>&#55296;</string>') },
  { what: 'the Latin-1 byte that XML::RPC::Fast sends as utf-8', value: latin1('<string>Caf\xe9</string>') },
  { what: ']]> inside the CDATA of PHP', value: utf8('<string><![CDATA[a]]>b]]></string>') },
  { what: ']]> inside the CDATA of homematic-xmlrpc', value: utf8('<string><![CDATA[<]]>&]]></string>') },
  { what: 'the unescaped ampersand of Tcl', value: utf8('<string>a & b</string>') },
  { what: 'the unescaped less-than sign of Tcl', value: utf8('<string>a < b</string>') },
];

/** Values whose text does not fit their type. The document is well formed. */
export const MISFIT_VALUES = [
  { what: 'inf of Python', value: utf8('<double>inf</double>') },
  { what: 'nan of Python', value: utf8('<double>nan</double>') },
  { what: 'the int with an exponent of npm xmlrpc', value: utf8('<int>1e+21</int>') },
];
