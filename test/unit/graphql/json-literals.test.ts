import { buildSchema, parse } from 'graphql';
import { readJson } from '../../../src/adapters/json/reader.js';
import { requireJsonLiterals } from '../../../src/graphql/server/json-literals.js';

const schema = buildSchema('scalar JSONObject type Query { take(value: JSONObject): Int }');

/** Reads a document with an object of this many members, where 40 are allowed. */
function take(members: number): void {
  const object = `{ ${Array.from({ length: members }, (_none, at) => `m${String(at)}: 1`).join(' ')} }`;
  requireJsonLiterals({
    schema,
    document: parse(`{ take(value: ${object}) }`),
    variables: {},
    readJson: (text) => readJson(Buffer.from(text), { depthMax: 8, membersMax: 40 }),
  });
}

it('an object in a document has the same limit of members as one in a body', () => {
  expect(() => take(40)).not.toThrow();
  expect(() => take(41)).toThrow('more than 40 members');
});
