import { SaxesParser } from 'saxes';

/** Reads the texts of a methodCall. */
export function readMethodCall(text: string): { methodName: string; params: readonly string[] } {
  let methodName = '';
  const params: string[] = [];
  readElements(text, (name, content) => {
    if (name === 'methodName') methodName = content;
    else if (name === 'param') params.push(content);
  });
  return { methodName, params };
}

/** Reads the members of the struct in a methodResponse. */
export function readMembers(text: string): Record<string, string | number> {
  const members: Record<string, string | number> = {};
  let member = '';
  readElements(text, (name, content) => {
    if (name === 'name') member = content;
    else if (name === 'int' || name === 'i4') members[member] = Number(content);
    else if (name === 'string') members[member] = content;
  });
  return members;
}

/** Tells of each element at its end, with the text since the last tag that opened. */
function readElements(text: string, onEnd: (name: string, content: string) => void): void {
  let content = '';
  const parser = new SaxesParser();
  parser.on('opentag', () => {
    content = '';
  });
  parser.on('text', (piece) => {
    content += piece;
  });
  parser.on('closetag', ({ name }) => onEnd(name, content));
  parser.write(text).close();
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
