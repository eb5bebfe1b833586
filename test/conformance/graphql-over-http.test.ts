import { serverAudits } from 'graphql-http';
import { KEYS } from '../support/doors/index.js';
import { startGateway, type TestGateway } from '../support/gateway.js';

/** The public audit suite of the GraphQL-over-HTTP specification. */
const AUDITS = 61;

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway();
});

afterAll(async () => {
  await gateway.stop();
});

const credentials = { Authorization: `Bearer ${KEYS.client}` };

describe('GraphQL over HTTP, with a key', () => {
  const audits = serverAudits({
    url: () => `${gateway.url}/graphql`,
    fetchFn: (url: string, init: RequestInit = {}) => {
      return fetch(url, {
        ...init,
        headers: { ...(init.headers as Record<string, string>), ...credentials },
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
        const response = await fetch(`${gateway.url}/graphql`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Accept: accept, ...credentials },
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
});
