import { serverAudits } from 'graphql-http';
import { KEYS } from '../support/channels/index.js';
import { sharedGateway } from '../support/gateway.js';
import { COP_CHECKS, type CopTarget } from './graphql-cop.js';

/** Number of audits in the public suite of the GraphQL-over-HTTP specification. */
const AUDITS = 61;

/** Options of an operator's gateway: no sandbox, and only required settings. */
const PRODUCTION = {
  args: ['serve'],
  env: {
    NODE_ENV: 'production',
    CARDWAY_DOWNSTREAM_URL: 'http://127.0.0.1:9/',
    CARDWAY_SIGNING_KEY: 'a key of this test alone',
  },
};

async function findings(channel: CopTarget): Promise<string[]> {
  const found: string[] = [];
  for (const [name, finds] of COP_CHECKS) if (await finds(channel)) found.push(name);
  return found;
}
const headers = { Authorization: `Bearer ${KEYS.client}` };

const production = sharedGateway(PRODUCTION);

const sandbox = sharedGateway();

/** Gateway with the settings of production and the keys of the sandbox. */
const closed = sharedGateway({
  env: { CARDWAY_GRAPHQL_INTROSPECTION: 'false' },
});

describe('the checks of graphql-cop', () => {
  it('number twelve', () => {
    expect(COP_CHECKS).toHaveLength(12);
  });

  it('find nothing in production', async () => {
    expect(await findings({ url: `${production.url}/graphql`, headers: {} })).toEqual([]);
  });

  it('find with a key only that queries are accepted by GET', async () => {
    expect(await findings({ url: `${closed.url}/graphql`, headers })).toEqual(['query by GET']);
  });

  it('find in the sandbox only the aids for newcomers', async () => {
    expect(await findings({ url: `${sandbox.url}/graphql`, headers })).toEqual([
      'field suggestions',
      // The key is in a header, which no other page can send.
      'query by GET',
      'GraphiQL or a playground',
      'introspection',
    ]);
  });

  it('get the message that introspection is off, which does not reveal the server software', async () => {
    const response = await fetch(`${closed.url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({ query: '{ __schema { queryType { name } } }' }),
    });
    const { errors } = (await response.json()) as { errors: { message: string }[] };
    expect(errors.map(({ message }) => message)).toEqual(['Introspection is off.']);
  });

  it('get no suggested names for guesses in production', async () => {
    const guesses = [
      '{ transactio }',
      '{ transactions { edge } }',
      'mutation { deductt }',
      '{ transaction(requestid: "1") { requestId } }',
    ];
    for (const query of guesses) {
      const response = await fetch(`${closed.url}/graphql`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify({ query }),
      });
      expect(response.status).toBe(200);
      const text = await response.text();
      expect(text).not.toMatch(/did you mean/i);
    }
  });
});

describe('GraphQL over HTTP, with a key', () => {
  const audits = serverAudits({
    url: () => `${sandbox.url}/graphql`,
    fetchFn: (url: string, init: RequestInit = {}) => {
      return fetch(url, {
        ...init,
        headers: { ...(init.headers as Record<string, string>), ...headers },
      });
    },
  });

  it(`is audited in ${String(AUDITS)} points`, () => {
    expect(audits).toHaveLength(AUDITS);
  });

  it.each(audits.map((audit) => [audit.id, audit.name, audit] as const))(
    '%s %s',
    async (_id, _name, audit) => {
      const result = await audit.fn();
      expect({ status: result.status, reason: 'reason' in result ? result.reason : '' }).toEqual({
        status: 'ok',
        reason: '',
      });
    },
  );

  const ILL_DOCUMENTS = [
    '{',
    '}',
    'query',
    '{ a(b: "',
    '# nothing',
    '{ __typename ',
    '\u0000',
    '{ \u{1f4b3} }',
  ];
  const ACCEPTS = ['application/json', 'application/graphql-response+json', '*/*'];

  it.each(ACCEPTS)(
    'answers documents that cannot be parsed with an error of the caller (%s)',
    async (accept) => {
      for (const query of ILL_DOCUMENTS) {
        const response = await fetch(`${sandbox.url}/graphql`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Accept: accept, ...headers },
          body: JSON.stringify({ query }),
        });
        const { data, errors } = (await response.json()) as {
          data?: unknown;
          errors: { extensions: object }[];
        };
        const expectedStatus = accept.includes('graphql-response') ? 400 : 200;
        expect({ query, status: response.status, data }).toEqual({
          query,
          status: expectedStatus,
          data: undefined,
        });
        expect(errors[0]?.extensions).toEqual({ code: 'MALFORMED' });
      }
    },
  );

  it.each([
    ['application/json', [200, 200]],
    ['application/graphql-response+json', [403, 400]],
  ])('gives no 200 without data to a client that asks for the status (%s)', async (accept, statuses) => {
    const refused = [
      { query: '{ keys { edges { node { id } } } }', key: KEYS.client },
      { query: 'subscription { events { id } }', key: KEYS.integrator },
    ];
    const heard = refused.map(async ({ query, key }) => {
      const response = await fetch(`${sandbox.url}/graphql`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: accept, Authorization: `Bearer ${key}` },
        body: JSON.stringify({ query }),
      });
      expect(await response.json()).not.toHaveProperty('data');
      return response.status;
    });
    expect(await Promise.all(heard)).toEqual(statuses);
  });
});
