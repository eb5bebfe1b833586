import { SaxesParser } from 'saxes';

/** Reads the texts of a methodCall. */
export function readMethodCall(text: string): { methodName: string; params: readonly string[] } {
  let methodName = '';
  const params: string[] = [];
  let current = '';
  const parser = new SaxesParser();
  parser.on('opentag', () => {
    current = '';
  });
  parser.on('text', (piece) => {
    current += piece;
  });
  parser.on('closetag', ({ name }) => {
    if (name === 'methodName') methodName = current;
    else if (name === 'param') params.push(current);
  });
  parser.write(text).close();
  return { methodName, params };
}

/** Reads the members of the struct in a methodResponse. */
export function readMembers(text: string): Record<string, string | number> {
  const members: Record<string, string | number> = {};
  let current = '';
  let member = '';
  const parser = new SaxesParser();
  parser.on('opentag', () => {
    current = '';
  });
  parser.on('text', (piece) => {
    current += piece;
  });
  parser.on('closetag', ({ name }) => {
    if (name === 'name') member = current;
    else if (name === 'int' || name === 'i4') members[member] = Number(current);
    else if (name === 'string') members[member] = current;
  });
  parser.write(text).close();
  return members;
}

export function writeMethodResponse(members: Readonly<Record<string, string | number>>): string {
  const written = Object.entries(members).map(([name, value]) => {
    const typed =
      typeof value === 'number' ? `<int>${String(value)}</int>` : `<string>${escaped(value)}</string>`;
    return `<member><name>${name}</name><value>${typed}</value></member>`;
  });
  return `<?xml version="1.0"?><methodResponse><params><param><value><struct>${written.join('')}</struct></value></param></params></methodResponse>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
