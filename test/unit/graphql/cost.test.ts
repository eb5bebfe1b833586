import { getIntrospectionQuery, Kind, parse } from 'graphql';
import 'reflect-metadata';
import { buildSchema } from '../../../src/graphql/build-schema.js';
import { costOf, requireCost } from '../../../src/graphql/server/cost.js';

const schema = buildSchema();

function costs(text: string, variables: Record<string, unknown> = {}) {
  const document = parse(text);
  const [operation] = document.definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('The operation comes first.');
  return { schema, document, operation, variables, pageSizeMax: 200 };
}

describe('the cost of an operation', () => {
  it.each([
    ['{ __typename }', 0],
    ['{ transaction(requestId: "1") { requestId state } }', 3],
    ['{ transactions(first: 10) { edges { node { requestId state } } pageInfo { endCursor } } }', 1 + 10 * 6],
    ['{ transactions(last: 20) { edges { cursor } } }', 1 + 20 * 2],
    ['{ transactions { edges { cursor } } }', 1 + 50 * 2],
    ['{ transaction(requestId: "1") { linked { requestId } } }', 1 + 1 + 10],
    ['{ a: transactions(first: 5) { edges { cursor } } b: transactions(first: 5) { edges { cursor } } }', 22],
    ['{ transactions(first: 0) { edges { cursor } } }', 3],
    ['{ node(id: "x") { id } }', 2],
    ['{ nodes(ids: ["a", "b", "c"]) { id } }', 1 + 3],
    ['{ nodes(ids: "a") { id } }', 2],
    [
      '{ nodes(ids: ["a", "b"]) { id ... on Transaction { linked { requestId } } ... on Terminal { terminalId } } }',
      1 + 2 * (1 + 11),
    ],
    [
      '{ nodes(ids: ["a", "b"]) { ...P } } fragment P on Programme { sharedKeys { keyId state } }',
      1 + 2 * 21,
    ],
    [getIntrospectionQuery(), 0],
  ])('of %s is %d', (text, cost) => {
    expect(costOf(costs(text))).toBe(cost);
  });

  it('counts the ids of a variable, as many as a page may have', () => {
    const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Programme { sharedKeys { keyId } } } }';
    expect(costOf(costs(query, { ids: ['a', 'b', 'c'] }))).toBe(1 + 3 * 11);
    expect(costOf(costs(query, { ids: Array(5000).fill('a') }))).toBe(1 + 200 * 11);
  });

  it('counts page sizes in variables', () => {
    const query = 'query Q($size: Int) { transactions(first: $size) { edges { cursor } } }';
    expect(costOf(costs(query, { size: 7 }))).toBe(1 + 7 * 2);
    expect(costOf(costs(query, {}))).toBe(1 + 50 * 2);
    expect(costOf(costs(query, { size: 'many' }))).toBe(1 + 50 * 2);
    // Another check refuses it, with its own message.
    expect(costOf(costs(query, { size: 100_000 }))).toBe(1 + 200 * 2);
  });

  it('counts the defaults of variables that are left out', () => {
    const page = 'query ($size: Int = 200) { transactions(first: $size) { edges { cursor } } }';
    expect(costOf(costs(page))).toBe(1 + 200 * 2);
    expect(costOf(costs(page, { size: 7 }))).toBe(1 + 7 * 2);
    const ids = 'query ($ids: [ID!] = ["a", "b", "c"]) { nodes(ids: $ids) { id } }';
    expect(costOf(costs(ids))).toBe(1 + 3);
  });

  it('counts every fragment on the same type of an interface', () => {
    const linked = (name: string) => `... on Transaction { ${name}: linked { requestId } }`;
    const query = `{ nodes(ids: ["a", "b"]) { ${linked('a')} ${linked('b')} ...T ... on Terminal { terminalId } } }
      fragment T on Transaction { state }`;
    expect(costOf(costs(query))).toBe(1 + 2 * (11 + 11 + 1));
  });

  it('counts fragments at each spread', () => {
    const query =
      '{ transactions(first: 10) { ...C ...C } } fragment C on TransactionConnection { edges { ... { cursor } } }';
    expect(costOf(costs(query))).toBe(1 + 10 * 4);
  });

  it('is computed at once for fragments that double one another or contain themselves', () => {
    const chain = Array.from(
      { length: 50 },
      (_none, index) =>
        `fragment F${String(index)} on Query { ...F${String(index + 1)} ...F${String(index + 1)} }`,
    );
    const end = 'fragment F50 on Query { transactions { edges { cursor } } }';
    expect(costOf(costs(`{ ...F0 } ${chain.join(' ')} ${end}`))).toBe(101 * 2 ** 50);
    expect(costOf(costs('{ ...A } fragment A on Query { ...A }'))).toBe(0);
  });

  it('beyond the limit is refused, with both numbers', () => {
    const dear = costs('{ transactions(first: 200) { edges { node { linked { requestId state } } } } }');
    expect(() => requireCost({ ...dear, costMax: 20_000 })).not.toThrow();
    expect(() => requireCost({ ...dear, costMax: 4_000 })).toThrow(/would cost 4601; 4000 is allowed/);
  });
});
