import { requireReadable } from '../../../src/graphql/server/document-checks.js';

const SKIPPED = 'A subscription’s field cannot have @skip or @include.';
const FIELD = 'digitizationComplete { id }';
const require = (text: string) => () => requireReadable(text, { repeatsMax: 50, tokensMax: 1000 });

describe('the field of a subscription', () => {
  it.each([
    ['by its own directive', 'subscription($a: Boolean!) { digitizationComplete @skip(if: $a) { id } }'],
    ['by that of an inline fragment', `subscription { ... @include(if: false) { ${FIELD} } }`],
    [
      'by that of a fragment',
      `subscription { ...F @skip(if: true) } fragment F on Subscription { ${FIELD} }`,
    ],
    [
      'within a fragment',
      'subscription { ...F } fragment F on Subscription { digitizationComplete @skip(if: true) { id } }',
    ],
  ])('may not be left out %s', (_, document) => {
    expect(require(document)).toThrow(SKIPPED);
  });

  it.each([
    ['what is below it', 'subscription { digitizationComplete { id cardId @skip(if: true) } }'],
    ['a field of a query', 'query subscription { __typename @skip(if: true) }'],
    ['what cannot be parsed', 'subscription { @skip('],
    [
      'a fragment within itself',
      'subscription { ...F } fragment F on Subscription { ...F a { b @skip(if: true) } }',
    ],
  ])('this is left to other checks: %s', (_, document) => {
    expect(require(document)).not.toThrow();
  });
});
