/** Tests the values in a GraphQL document, in any form of request: a wrong one is refused with the name of its field. */
import { askGraphQL, balance, graphQLBody, KEYS, send, sharedBench } from '../support/channels/index.js';
import { NETWORK } from '../support/provisioning/endpoints.js';
import { connect } from '../stream/raw-socket.js';

const bench = sharedBench();

interface Operation {
  readonly query: string;
  readonly variables: Record<string, unknown>;
}

interface Result {
  readonly data?: { transact: { requestId: string } } | null;
  readonly errors?: readonly { message: string; extensions: { code: string; field?: string } }[];
}

/** Interfaces that take documents. */
const WAYS: readonly (readonly [string, (key: string, operation: Operation) => Promise<Result>])[] = [
  ['HTTP', async (key, body) => JSON.parse(await posted('/graphql', key, body)) as Result],
  [
    'an event stream',
    async (key, body) => {
      const next = /^data: (\{.*\})$/m.exec(await posted('/graphql/stream', key, body))?.[1];
      return JSON.parse(next ?? '{}') as Result;
    },
  ],
  [
    'WebSocket',
    async (key, body) => {
      const raw = await connect(bench.url, key);
      raw.send({ type: 'subscribe', id: '1', payload: body });
      const { type, payload } = await raw.next();
      raw.socket.terminate();
      return type === 'error' ? { errors: payload as NonNullable<Result['errors']> } : (payload as Result);
    },
  ],
];

async function posted(path: string, key: string, body: unknown): Promise<string> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const { bytes } = await send(bench.url + path, { headers, body: JSON.stringify(body) });
  return bytes.toString('utf8');
}

describe('a value in the wrong place', () => {
  /** Values that replies must not repeat: clients log replies, and a value may be a secret or a card number. */
  const OTP = '87654321';
  const PAN = '5308426600000116';

  it.each([
    [`mutation { verifyProvisioningSecret(cardId: 5001, secret: ${OTP}) { valid } }`, 'BAD_REQUEST'],
    [`mutation { verifyProvisioningSecret(cardId: "001#${OTP}", secret: "") { valid } }`, 'BAD_REQUEST'],
    [`mutation { verifyActivationCode(cardId: 5001, activationCode: ${OTP}) { valid } }`, 'BAD_REQUEST'],
    [`mutation { verifyProvisioningSecret(cardId: 5001 "001#${OTP}") { valid } }`, 'MALFORMED'],
    [`mutation { verifyProvisioningSecret(cardId: 5001 ${OTP}) { valid } }`, 'MALFORMED'],
    [`mutation { verifyProvisioningSecret("""001#${OTP}""") { valid } }`, 'MALFORMED'],
    [`{ provisioningAttempts(filter: { state: "001#${OTP}" }) { edges { cursor } } }`, 'BAD_REQUEST'],
    [`{ provisioningAttempts(filter: "${PAN}") { edges { cursor } } }`, 'BAD_REQUEST'],
    [
      `mutation { reportDigitization(input: {cardId: 5001, walletId: "103", tokenReference: "t", tokenRequestorId: "1", digitizedPan: ${PAN}}) { id } }`,
      'BAD_REQUEST',
    ],
  ])('GraphQL refuses %s without repeating the value', async (query, code) => {
    const response = await fetch(`${bench.url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${NETWORK}` },
      body: JSON.stringify({ query }),
    });
    const text = await response.text();
    const { errors } = JSON.parse(text) as { errors: { message: string; extensions: { code: string } }[] };
    expect(errors[0]?.extensions.code).toBe(code);
    expect(errors[0]?.message).toMatch(
      /^(Expected|Syntax Error: Expected|\w+.* cannot represent |\w+ has the wrong type; it must be \w+)/,
    );
    expect(text).not.toContain(OTP);
    expect(text).not.toContain(PAN);
  });
});

const TWO_OPERATIONS = 'query One { __typename } query Two { __typename }';

describe('a document with several operations', () => {
  it.each([
    ['/graphql', {}],
    ['/graphql', { operationName: 'Three' }],
    ['/graphql/stream', {}],
    ['/graphql/stream', { operationName: 'Three' }],
  ])('is refused on %s when %j names none of its operations', async (path, named) => {
    const response = await fetch(bench.url + path, {
      method: 'POST',
      headers: {
        Authorization: 'Bearer cardway_sandbox_integrator',
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ query: TWO_OPERATIONS, ...named }),
    });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('"code":"BAD_REQUEST"');
  });

  it('is refused over WebSocket too, and runs the named operation', async () => {
    const raw = await connect(bench.url);
    raw.send({ id: '1', type: 'subscribe', payload: { query: TWO_OPERATIONS } });
    expect(await raw.next()).toMatchObject({
      id: '1',
      type: 'error',
      payload: [{ extensions: { code: 'BAD_REQUEST' } }],
    });
    raw.send({ id: '2', type: 'subscribe', payload: { query: TWO_OPERATIONS, operationName: 'Two' } });
    expect(await raw.next()).toMatchObject({ id: '2', payload: { data: { __typename: 'Query' } } });
    raw.socket.terminate();
  });
});

describe('a mutation by GET', () => {
  const mutation = encodeURIComponent('mutation { __typename }');
  const headers = { Authorization: `Bearer ${KEYS.integrator}` };

  it('is HTTP 405 with the code of this status', async () => {
    const response = await fetch(`${bench.url}/graphql?query=${mutation}`, { headers });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'METHOD_NOT_ALLOWED' } }] });
  });

  it('has the same code in an event stream', async () => {
    const response = await fetch(`${bench.url}/graphql/stream?query=${mutation}`, { headers });
    expect(await response.text()).toContain('"code":"METHOD_NOT_ALLOWED"');
  });
});

describe('the limits of documents', () => {
  it.each(
    WAYS.flatMap(([way, ask]) =>
      (
        [
          ['repeats', `{ ${'__typename '.repeat(60)} }`, /more than 50 times/],
          ['tokens', `{ ${'__typename '.repeat(1001)} }`, /./],
          [
            'depth',
            `{ transactions(first: 1) { edges { node { linked { linked { linked { linked { linked { id } } } } } } } } }`,
            /deeper than 8 levels/,
          ],
          [
            'aliases',
            `{ ${Array.from({ length: 16 }, (_none, at) => `a${String(at)}: __typename`).join(' ')} }`,
            /./,
          ],
          [
            'cost',
            `{ ${Array.from({ length: 15 }, (_none, at) => `a${String(at)}: transactions(first: 200) { edges { node { requestId state methodName cardId customerId terminalId } } }`).join(' ')} }`,
            /would cost/,
          ],
        ] as const
      ).map(([limit, query, message]) => ({ way, limit, ask, query, message })),
    ),
  )('over $way: $limit', async ({ ask, query, message }) => {
    const { errors } = await ask(KEYS.operator, { query, variables: {} });
    expect(errors?.[0]?.extensions.code).toMatch(/^(?:BAD_REQUEST|MALFORMED)$/);
    expect(errors?.[0]?.message).toMatch(message);
  });
});

describe('free objects that are written into a document', () => {
  /** Returns a balance with the parameters `literal`; `define` adds variables. */
  function operation(literal: string, define = '', variables: Record<string, unknown> = {}): Operation {
    const { input } = graphQLBody(balance()).variables;
    const { requestAmount: _amount, transactionType: _type, ...given } = input as Record<string, unknown>;
    const fields = Object.entries({ ...given, methodName: 'Balance' }).map(
      ([name, value]) => `${name}: ${literalOf(value)}`,
    );
    const query = `mutation Call${define} { transact(input: { ${[...fields, `parameters: ${literal}`].join(', ')} }) { requestId } }`;
    return { query, variables };
  }

  function literalOf(value: unknown): string {
    if (Array.isArray(value)) return `[${value.map(literalOf).join(', ')}]`;
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    return `{ ${Object.entries(value)
      .map(([name, inner]) => `${name}: ${literalOf(inner)}`)
      .join(', ')} }`;
  }

  describe.each(WAYS)('over %s', (_way, ask) => {
    it.each([
      ['an integer beyond 2^53-1', '{ request_amount: 9007199254740993 }', 'requestAmount'],
      ['a number out of range', '{ request_amount: 1e400 }', 'requestAmount'],
      ['a list', '{ transaction_type: ["30"] }', 'transactionType'],
      ['33 levels', `{ transaction_type: ${'{ a: '.repeat(33)}1${' }'.repeat(33)} }`, 'transactionType'],
      ['a word without quotes', '{ transaction_type: BALANCE }', 'transactionType'],
      ['__proto__', '{ __proto__: { isAdmin: true } }', '_proto__'],
      ['__proto__ further inside', '{ transaction_data: { __proto__: "1" } }', 'transactionData'],
    ])('%s is refused', async (_what, literal, field) => {
      const before = bench.wallet.calls.length;
      const { errors, data } = await ask(KEYS.client, operation(literal));
      expect(data ?? null).toBeNull();
      expect(errors?.[0]?.extensions).toEqual({ code: 'BAD_REQUEST', field });
      expect(bench.wallet.calls.length).toBe(before);
    });

    it('a variable within one brings in nothing else', async () => {
      const { errors } = await ask(KEYS.client, operation('{ request_amount: $v }', '($v: Float = 1e400)'));
      expect(errors?.[0]?.extensions).toEqual({ code: 'BAD_REQUEST', field: 'requestAmount' });
    });

    it('a valid object is forwarded as written', async () => {
      const literal = '{ transaction_type: $v, request_amount: 9007199254740991 }';
      const { data, errors } = await ask(KEYS.client, operation(literal, '($v: String)', { v: '30' }));
      expect(errors).toBeUndefined();
      const [call] = bench.sent(data!.transact.requestId);
      expect(call!.envelope()['request']).toMatchObject({
        transaction_type: '30',
        request_amount: 0,
      });
    });
  });
});

/** Returns a call with the fields that a Balance must have. */
const call = (more: string): string =>
  `mutation { balance(input: { terminalId: "1", reference: "2", narrative: "n", transactionId: "3", transactionDate: "20260101T00:00:00", ${more} }) { status } }`;

/** Returns a Deduct with these fields beside those of every call. */
const deduct = (more: string): string =>
  `mutation { deduct(input: { terminalId: "1", reference: "2", narrative: "n", transactionId: "3", transactionDate: "20260101T00:00:00", requestAmount: 1, transactionType: "00", ${more} }) { status } }`;

const CASES: readonly (readonly [query: string, field: string, message: string])[] = [
  [call('requestAmount: "1"'), 'requestAmount', 'must be SafeInt'],
  ['mutation { deduct(input: { terminalId: "1" }) { status } }', 'reference', 'reference is missing.'],
  [deduct('customerId: 1001'), 'cardId', 'cardId is missing.'],
  [deduct('cardId: 5001'), 'customerId', 'customerId is missing.'],
  [deduct('cardId: 5001, customerId: null'), 'customerId', 'must be SafeInt'],
  [call(''), 'customerId', 'customerId is missing.'],
  ['mutation { transact(input: { methodName: "Deduct" }) { status } }', 'cardId', 'cardId is missing.'],
  ['mutation { deduct { status } }', 'input', 'input is missing.'],
  [call('nothing: 1'), 'nothing', 'nothing is not known here.'],
  [
    call('transactionData: { network: 1 }'),
    'transactionData.network',
    'has the wrong type; it must be String',
  ],
  ['{ wallet(cardId: "5001") { id } }', 'cardId', 'must be SafeInt'],
  ['{ transactions(first: 2147483648) { edges { cursor } } }', 'first', 'must be Int'],
  ['{ transactions(filter: { state: FOO }) { edges { cursor } } }', 'state', 'must be TransactionState'],
  [
    '{ transactions(filter: { time: { from: "2026-02-30T00:00:00Z" } }) { edges { cursor } } }',
    'time.from',
    'must be DateTime, like 2026-01-31T12:00:00Z',
  ],
];

it.each([
  [{ query: '' }, 'query', 'query is missing or empty.'],
  [{}, 'query', 'query is missing or empty.'],
  [{ query: 1 }, 'query', 'query must be a string.'],
  [{ query: { kind: 'Document' } }, 'query', 'query must be a string.'],
  [{ query: '{ __typename }', variables: '{}' }, 'variables', 'variables must be an object.'],
  [{ query: '{ __typename }', variables: [] }, 'variables', 'variables must be an object.'],
  [{ query: '{ __typename }', extensions: 1 }, 'extensions', 'extensions must be an object.'],
  [{ query: '{ __typename }', operationName: 1 }, 'operationName', 'operationName must be a string.'],
])('a request with %j', async (body, field, message) => {
  const { errors } = JSON.parse(await posted('/graphql', KEYS.operator, body)) as { errors: unknown };
  expect(errors).toEqual([{ message, extensions: { code: 'BAD_REQUEST', field } }]);
});

it.each(CASES)('%s is refused with its field', async (query, field, message) => {
  const { errors } = await askGraphQL(bench.url, query, {
    key: query.startsWith('m') ? KEYS.client : KEYS.operator,
  });
  const named = errors!.find(({ extensions }) => extensions['field'] === field);
  expect([errors, named?.extensions['code']]).toEqual([errors, 'BAD_REQUEST']);
  expect(named!.message).toContain(message);
  expect(JSON.stringify(errors)).not.toMatch(/2147483648|5001|02-30/);
});

it.each([
  [
    'a variable that is left out',
    'mutation ($i: DeductInput!) { deduct(input: $i) { status } }',
    {},
    'i',
    'i is missing.',
  ],
  [
    'a time that is none',
    'query ($f: TransactionFilter) { transactions(filter: $f) { edges { cursor } } }',
    { f: { time: { from: 'yesterday' } } },
    'time.from',
    'must be DateTime, like 2026-01-31T12:00:00Z',
  ],
])('%s is refused', async (_name, query, variables, field, message) => {
  const { errors } = await askGraphQL(bench.url, query, { variables, key: KEYS.client });
  expect(errors![0]!.extensions['field']).toBe(field);
  expect(errors![0]!.message).toContain(message);
});
