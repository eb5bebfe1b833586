/**
 * Returns the raw form of an answer (docs/reference/protocol.md#normalized-answer): `response` is a string that holds a
 * methodResponse.
 */
export function rawForm(args: {
  readonly response: string | Record<string, unknown>;
  readonly customerId?: number | null;
  readonly status?: string;
  readonly message?: string;
}): string {
  const { response, customerId = null, status = 'success', message = '' } = args;
  return JSON.stringify({ status, message, ...(customerId === null ? {} : { customerId }), response });
}

export function methodResponseText(members: Readonly<Record<string, number | string>>): string {
  const struct = Object.entries(members)
    .map(([name, value]) => {
      const typed = typeof value === 'number' ? `<int>${value}</int>` : `<string>${value}</string>`;
      return `<member><name>${name}</name><value>${typed}</value></member>`;
    })
    .join('');
  const value = `<value><struct>${struct}</struct></value>`;
  return `<?xml version="1.0"?><methodResponse><params><param>${value}</param></params></methodResponse>`;
}

export function faultText(faultCode: number, faultString: string): string {
  const code = `<member><name>faultCode</name><value><int>${faultCode}</int></value></member>`;
  const text = `<member><name>faultString</name><value><string>${faultString}</string></value></member>`;
  return `<?xml version="1.0"?><methodResponse><fault><value><struct>${code}${text}</struct></value></fault></methodResponse>`;
}
