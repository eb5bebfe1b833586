import { parse, validate } from 'graphql';
import 'reflect-metadata';
import { buildSchema } from '../../../src/graphql/build-schema.js';
import { readTrustedDocuments } from '../../../src/graphql/server/trusted-documents.js';

const schema = buildSchema({ isSandbox: false });
const OWN = parse('query Own { transaction(requestId: "1") { state } }');
const TEXT = `
# What our backend sends
query State($id: String!) { transaction(requestId: $id) { ...Part } }
query Last { transactions(first: 5) { edges { node { ...Part } } } }
fragment Part on Transaction { requestId ...Small }
fragment Small on Transaction { state }
`;

const trusted = readTrustedDocuments({ schema, text: TEXT, own: [OWN] });

const isServed = (document: string): boolean =>
  validate(schema, parse(document), [trusted.rule]).length === 0;

const FRAGMENTS =
  'fragment Part on Transaction { requestId ...Small } fragment Small on Transaction { state }';

describe('trusted documents', () => {
  it('are served as operations with the fragments that they use, whatever the white space and order', () => {
    expect(
      isServed(`query State($id: String!) { transaction(requestId: $id) { ...Part } } ${FRAGMENTS}`),
    ).toBe(true);
    expect(
      isServed(
        `${FRAGMENTS}\n# a comment\nquery Last {\n  transactions(first: 5) { edges { node { ...Part } } }\n}`,
      ),
    ).toBe(true);
  });

  it('of our own clients are served too', () => {
    expect(isServed('query Own { transaction(requestId: "1") { state } }')).toBe(true);
  });

  it.each([
    ['another operation', '{ __typename }'],
    [
      'more fields',
      `query State($id: String!) { transaction(requestId: $id) { ...Part answer } } ${FRAGMENTS}`,
    ],
    ['another value', 'query Own { transaction(requestId: "2") { state } }'],
    [
      'another fragment under the same name',
      `query Last { transactions(first: 5) { edges { node { ...Part } } } } fragment Part on Transaction { answer }`,
    ],
    ['two operations at once', `${TEXT}`],
    ['an alias', 'query Own { a: transaction(requestId: "1") { state } }'],
  ])('do not let %s pass', (_what, document) => {
    expect(isServed(document)).toBe(false);
  });

  it.each([
    ['is not GraphQL', 'query {'],
    ['does not fit the schema', '{ nothingLikeThis }'],
  ])('are not read from a text that %s', (_what, text) => {
    expect(() => readTrustedDocuments({ schema, text, own: [] })).toThrow(
      /graphql.trustedDocuments cannot be used/,
    );
  });
});
