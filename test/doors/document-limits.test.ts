/** The limits of GraphQL documents hold however a document comes. */
import { KEYS, send } from '../support/doors/index.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { connect } from '../stream/raw-socket.js';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway({
    env: { CARDWAY_GRAPHQL_COST_MAX: '500' },
  });
});

afterAll(() => gateway.stop());

const headers = { Authorization: `Bearer ${KEYS.operator}`, 'Content-Type': 'application/json' };

interface Result {
  readonly errors?: readonly { readonly message: string; readonly extensions: { readonly code: string } }[];
}

const WAYS: readonly (readonly [string, (query: string) => Promise<Result>])[] = [
  [
    'HTTP',
    async (query) => {
      const reply = await send(`${gateway.url}/graphql`, { headers, body: JSON.stringify({ query }) });
      return JSON.parse(reply.bytes.toString('utf8')) as Result;
    },
  ],
  [
    'an event stream',
    async (query) => {
      const reply = await send(`${gateway.url}/graphql/stream`, { headers, body: JSON.stringify({ query }) });
      const next = /^data: (\{.*\})$/m.exec(reply.bytes.toString('utf8'))?.[1];
      return JSON.parse(next ?? '{}') as Result;
    },
  ],
  [
    'WebSocket',
    async (query) => {
      const raw = await connect(gateway.url, KEYS.operator);
      raw.send({ type: 'subscribe', id: '1', payload: { query } });
      const { type, payload } = await raw.next();
      raw.socket.terminate();
      return type === 'error' ? { errors: payload as NonNullable<Result['errors']> } : (payload as Result);
    },
  ],
];

it.each(
  WAYS.flatMap(([way, ask]) =>
    [
      ['repeats', `{ ${'__typename '.repeat(60)} }`, /more than 50 times/],
      ['tokens', `{ ${'__typename '.repeat(1001)} }`, /./],
      [
        'depth',
        `{ transactions { edges { node { original { original { original { original { original { id } } } } } } } } }`,
        /./,
      ],
      [
        'aliases',
        `{ ${Array.from({ length: 16 }, (_none, at) => `a${String(at)}: __typename`).join(' ')} }`,
        /./,
      ],
      [
        'cost',
        '{ transactions(first: 200) { edges { node { requestId state methodName } } } }',
        /would cost/,
      ],
    ].map(([limit, query, message]) => [way, limit, ask, query, message] as const),
  ),
)('over %s: %s', async (_way, _limit, ask, query, message) => {
  const { errors } = await (ask as (text: string) => Promise<Result>)(query as string);
  expect(errors?.[0]?.extensions.code).toMatch(/^(?:BAD_REQUEST|MALFORMED)$/);
  expect(errors?.[0]?.message).toMatch(message as RegExp);
});
