/** Members of an answer's struct: integers, texts, and the arrays of wire.md 1.4. */
export type AnswerMembers = { readonly resultCode: number } & Readonly<
  Record<string, number | string | readonly TypeAndValue[]>
>;

export interface TypeAndValue {
  readonly type: string;
  readonly value: string;
}

/**
 * A methodResponse as the processor's wallet services write it: compact, `<int>`, values inside arrays untyped (wire.md 1.1, 1.4).
 * It shares nothing with the gateway's own writer and reader, so that it cannot agree with them in a mistake.
 */
export function methodResponse(members: AnswerMembers): string {
  const value = struct(Object.entries(members).map(([name, member]) => [name, memberXml(member)]));
  return `${DECLARATION}<methodResponse><params><param>${value}</param></params></methodResponse>`;
}

export function faultResponse(faultCode: number, faultString: string): string {
  const value = struct([
    ['faultCode', memberXml(faultCode)],
    ['faultString', memberXml(faultString)],
  ]);
  return `${DECLARATION}<methodResponse><fault>${value}</fault></methodResponse>`;
}

const DECLARATION = '<?xml version="1.0"?>';

function struct(members: readonly (readonly [name: string, valueXml: string])[]): string {
  const xml = members.map(([name, valueXml]) => `<member><name>${escape(name)}</name>${valueXml}</member>`);
  return `<value><struct>${xml.join('')}</struct></value>`;
}

function memberXml(member: AnswerMembers[string]): string {
  if (typeof member === 'number') {
    const type = member === (member | 0) ? 'int' : 'i8';
    return `<value><${type}>${member}</${type}></value>`;
  }
  if (typeof member === 'string') return `<value><string>${escape(member)}</string></value>`;
  const items = member.map(({ type, value }) =>
    struct([
      ['type', `<value>${escape(type)}</value>`],
      ['value', `<value>${escape(value)}</value>`],
    ]),
  );
  return `<value><array><data>${items.join('')}</data></array></value>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
