import { getIntrospectionQuery } from 'graphql';
import { requireReadable } from '../../../src/graphql/server/document-checks.js';

const LIMITS = { repeatsMax: 50, tokensMax: 1000 };
const isRefused = (text: string): boolean => {
  try {
    requireReadable(text, LIMITS);
    return false;
  } catch {
    return true;
  }
};

const many = (count: number, text = 'message '): string => text.repeat(count);

describe('a document that requests one value repeatedly', () => {
  it.each([
    ['in one selection', `{ transaction { ${many(500)} } }`],
    ['in inline fragments', `{ ${many(60, '... { message } ')} }`],
    ['inside a field that is repeated itself', `{ ${many(10, `response { ${many(10)} } `)} }`],
    ['at several levels', `{ ${many(49, '... on Query { transactions { edges { node { id } } } } ')} }`],
    ['in fragments', `{ ...A ...B } fragment A on Query { ${many(30)} } fragment B on Query { ${many(30)} }`],
    ['under one alias', `{ ${many(60, 'a: message ')} }`],
    [
      'in fragments that double one another',
      `{ ...F0 } ${Array.from({ length: 40 }, (_none, n) => `fragment F${String(n)} on Q { a { ...F${String(n + 1)} } b { ...F${String(n + 1)} } }`).join(' ')}`,
    ],
    [
      'in a fragment that holds itself',
      `{ ...A } fragment A on Query { a { ...A } } ${many(50, '# x\n')}${many(200, ' ')}`,
    ],
  ])('is refused: %s', (_what, text) => {
    expect(isRefused(text)).toBe(true);
  });

  it.each([
    ['the standard introspection query', getIntrospectionQuery()],
    ['fifty times one field', `{ ${many(50)} }${many(100, ' # ')}`],
    [
      'many fields that differ',
      `{ ${Array.from({ length: 300 }, (_none, n) => `field${String(n)}`).join(' ')} }`,
    ],
    ['what cannot be parsed', many(500, '{ ')],
    ['no text', ''],
  ])('is accepted: %s', (_what, text) => {
    expect(isRefused(text)).toBe(false);
  });
});
