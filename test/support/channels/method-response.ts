export type RpcValue = string | number | boolean | RpcValue[] | { [name: string]: RpcValue };

export type MethodResponse =
  | { readonly kind: 'value'; readonly value: RpcValue }
  | { readonly kind: 'fault'; readonly faultCode: number; readonly faultString: string };

/**
 * Reads the forms that `/RPC2` may write (docs/reference/protocol.md#xml-rpc-answers). Throws for everything else, so that
 * reading is a check too.
 */
export function readMethodResponse(text: string): MethodResponse {
  const tokens = tokensOf(text);
  take(tokens, '<?xml version="1.0"?>');
  take(tokens, '<methodResponse>');
  const kind = tokens.shift();
  if (kind === '<fault>') {
    const { faultCode, faultString } = readValue(tokens) as { faultCode: number; faultString: string };
    for (const tag of ['</fault>', '</methodResponse>']) take(tokens, tag);
    return { kind: 'fault', faultCode, faultString };
  }
  if (kind !== '<params>') throw new Error(`Neither params nor a fault: ${text}`);
  take(tokens, '<param>');
  const value = readValue(tokens);
  for (const tag of ['</param>', '</params>', '</methodResponse>']) take(tokens, tag);
  return { kind: 'value', value };
}

function readValue(tokens: string[]): RpcValue {
  take(tokens, '<value>');
  const value = readTyped(tokens, tokens.shift() ?? '');
  take(tokens, '</value>');
  return value;
}

function readTyped(tokens: string[], tag: string): RpcValue {
  switch (tag) {
    case '<string/>':
      return '';
    case '<string>':
      return unescaped(textUpTo(tokens, '</string>'));
    case '<int>': {
      const integer = Number(textUpTo(tokens, '</int>'));
      if (!Number.isInteger(integer) || Math.abs(integer) > 2 ** 31) throw new Error('No int of 32 bits.');
      return integer;
    }
    case '<boolean>':
      return textUpTo(tokens, '</boolean>') === '1';
    case '<array>':
      return readArray(tokens);
    case '<struct>':
      return readStruct(tokens);
    default:
      throw new Error(`Not every stock client reads ${tag}.`);
  }
}

function readArray(tokens: string[]): RpcValue[] {
  const items: RpcValue[] = [];
  take(tokens, '<data>');
  while (tokens[0] === '<value>') items.push(readValue(tokens));
  take(tokens, '</data>');
  take(tokens, '</array>');
  return items;
}

function readStruct(tokens: string[]): Record<string, RpcValue> {
  const struct: Record<string, RpcValue> = {};
  while (tokens[0] === '<member>') {
    take(tokens, '<member>');
    take(tokens, '<name>');
    const name = unescaped(textUpTo(tokens, '</name>'));
    struct[name] = readValue(tokens);
    take(tokens, '</member>');
  }
  take(tokens, '</struct>');
  return struct;
}

/** Returns tags, and the texts between them. */
function tokensOf(text: string): string[] {
  return text.match(/<[^>]*>|[^<]+/g) ?? [];
}

function textUpTo(tokens: string[], end: string): string {
  const text = tokens[0]?.startsWith('<') === false ? tokens.shift()! : '';
  take(tokens, end);
  return text;
}

function take(tokens: string[], expected: string): void {
  const token = tokens.shift();
  if (token !== expected) throw new Error(`${String(token)} where ${expected} belongs.`);
}

function unescaped(text: string): string {
  if (!/^[\0-\x7f]*$/.test(text)) throw new Error('Not every stock client reads more than ASCII.');
  return text.replace(
    /&(?:(lt|gt|amp|quot|apos|#xD)|#(\d+));/g,
    (_entity, name: string | undefined, code: string) =>
      name === undefined ? String.fromCodePoint(Number(code)) : ENTITIES[name]!,
  );
}

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
  '#xD': '\r',
};
