import { getIntrospectionQuery, parse, validate } from 'graphql';
import 'reflect-metadata';
import { buildSchema } from '../../../src/graphql/build-schema.js';
import { isOnlyOnePerOperation } from '../../../src/graphql/roles.js';
import { limitRules } from '../../../src/graphql/server/limits.js';

const SCHEMA = buildSchema();
const RULES = limitRules({ depthMax: 4, aliasesMax: 3, directivesMax: 2 });

/** Returns the limits' problems with a document, valid or not. */
function problemsOf(document: string): string[] {
  return validate(SCHEMA, parse(document), RULES).map((error) => error.message);
}

const ONE = 'One operation may hold only one field that moves money or makes a secret.';
const ARGUMENTS = '(input: {})';

describe('fields that move money or create a secret', () => {
  it.each([
    ['twice under aliases', `mutation { a: deduct${ARGUMENTS} b: deduct${ARGUMENTS} }`],
    ['of two kinds', `mutation { deduct${ARGUMENTS} transact${ARGUMENTS} }`],
    ['in an inline fragment', `mutation { a: deduct${ARGUMENTS} ... { b: deduct${ARGUMENTS} } }`],
    ['in a fragment', `mutation { a: deduct${ARGUMENTS} ...F } fragment F on Mutation { stop${ARGUMENTS} }`],
    [
      'in a fragment of a fragment',
      `mutation { ...F } fragment F on Mutation { a: deduct${ARGUMENTS} ...G } fragment G on Mutation { b: deduct${ARGUMENTS} }`,
    ],
    ['that may be skipped', `mutation { a: deduct${ARGUMENTS} b: deduct${ARGUMENTS} @skip(if: true) }`],
    [
      'in the second operation',
      `mutation A { deduct${ARGUMENTS} } mutation B { a: deduct${ARGUMENTS} b: loadAuth${ARGUMENTS} }`,
    ],
  ])('are refused %s', (_what, document) => {
    expect(problemsOf(document)).toEqual([ONE]);
  });

  it('are served one at a time, beside harmless fields, and one in each operation', () => {
    expect(problemsOf(`mutation { deduct${ARGUMENTS} __typename settleTransaction }`)).toEqual([]);
    expect(problemsOf(`mutation A { deduct${ARGUMENTS} } mutation B { loadAuth${ARGUMENTS} }`)).toEqual([]);
    expect(
      problemsOf(`mutation { a: balance${ARGUMENTS} deduct${ARGUMENTS} b: balance${ARGUMENTS} }`),
    ).toEqual([]);
  });

  it('are known by their directive, and all of them have it', () => {
    const names = Object.keys(SCHEMA.getMutationType()?.getFields() ?? {});
    const marked = names.filter((name) => isOnlyOnePerOperation(SCHEMA.getMutationType(), name));
    expect(marked.sort()).toEqual([
      'addEndpoint',
      'administrativeMessage',
      'brazilianInstallmentSettled',
      'createKey',
      'deduct',
      'deductAdjustment',
      'deductReversal',
      'generateProvisioningSecret',
      'issueActivationCode',
      'loadAdjustment',
      'loadAuth',
      'loadAuthReversal',
      'loadReversal',
      'mexicanInstallmentSettled',
      'rotateEndpointSecret',
      'stop',
      'transact',
      'validatePin',
    ]);
    // A developer who adds a field with such a name declares here that it is none. Accepting a secret creates none.
    const alike = names.filter((name) => /deduct|load|transact$|secret|activationcode/i.test(name));
    expect(alike.filter((name) => !marked.includes(name)).sort()).toEqual([
      'verifyActivationCode',
      'verifyProvisioningSecret',
    ]);
  });
});

describe('the depth of a document', () => {
  it('is counted through fragments', () => {
    expect(problemsOf('{ transactions { edges { node { requestId } } } }')).toEqual([]);
    const deep = 'The document is nested deeper than 4 levels.';
    expect(problemsOf('{ transactions { edges { node { linked { requestId } } } } }')).toEqual([deep]);
    expect(
      problemsOf(
        '{ transactions { ...C } } fragment C on TransactionConnection { edges { node { ...N } } } fragment N on Transaction { linked { requestId } }',
      ),
    ).toEqual([deep]);
  });

  it('is not counted in the standard introspection query', () => {
    expect(problemsOf(getIntrospectionQuery())).toEqual([]);
  });

  it('is measured at once for fragments that double one another', () => {
    const chain = Array.from(
      { length: 60 },
      (_none, index) =>
        `fragment F${String(index)} on Query { ...F${String(index + 1)} ...F${String(index + 1)} }`,
    );
    // Following each of the 2^60 ways would never end.
    expect(problemsOf(`{ ...F0 } ${chain.join(' ')} fragment F60 on Query { __typename }`)).toEqual([]);
  });

  it('of fragments that contain themselves is finite', () => {
    expect(problemsOf('{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }')).toEqual([]);
  });
});

describe('aliases and directives', () => {
  it('are counted, also on __typename', () => {
    expect(problemsOf('{ a: __typename b: __typename c: __typename }')).toEqual([]);
    expect(problemsOf('{ a: __typename b: __typename c: __typename d: __typename }')).toEqual([
      'The document has more than 3 aliases.',
    ]);
    expect(problemsOf('{ __typename @a @b @c @d }')).toEqual(['The document has more than 2 directives.']);
  });
});
