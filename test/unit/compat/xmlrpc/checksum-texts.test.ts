import { readXmlCall, xmlChecksumTexts } from '../../../../src/adapters/xmlrpc/call.js';
import { readMethodCall } from '../../../../src/adapters/xmlrpc/reader.js';
import { methodTable } from '../../../../src/core/transactions/methods.js';

/** Returns the texts that the checksum of a Balance with this KLV text may cover. */
function textsOf(klv: string, narrative = 'SHOP'): string[] {
  const method = methodTable().find('Balance')!;
  const params = ['0068766621', 'W', narrative, klv, '1', '20260817T17:58:57', 'AB']
    .map((text) => `<param><value><string>${text}</string></value></param>`)
    .join('');
  const document = `<methodCall><methodName>Balance</methodName><params>${params}</params></methodCall>`;
  const call = readMethodCall(Buffer.from(document));
  const { call: read, texts } = readXmlCall(method, call);
  expect(read.fields['transactionData']).toEqual({});
  return xmlChecksumTexts(method, texts, call.encoding).map(({ args }) => args.join('|'));
}

const around = (klv: string): string => `Balance|0068766621|W|SHOP|${klv}|1|20260817T17:58:57`;

describe('the texts under a checksum', () => {
  it.each([' ', '   '])('have a blank KLV text as nothing and as sent (%j)', (klv) => {
    expect(textsOf(klv)).toEqual([around(''), around(klv)]);
  });

  it('have the line ends of a blank KLV text as LF and CRLF', () => {
    expect(textsOf('\n ')).toEqual([around(''), around('\n '), around('\r\n ')]);
  });

  it('have an empty KLV text once', () => {
    expect(textsOf('')).toEqual([around('')]);
  });
});
