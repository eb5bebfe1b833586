import { askGraphQL, type GraphQLReply } from '../support/channels/graphql.js';
import { KEYS } from '../support/channels/channels.js';
import { sharedGateway } from '../support/gateway.js';
import { constants } from '../support/constants.js';

const gateway = sharedGateway({ env: { ...constants({ SWEEP_EVERY_MS: 10 }) } });

type Reply = GraphQLReply<Record<string, never>>;

const ask = (query: string, key: string | null = KEYS.operator): Promise<Reply> =>
  askGraphQL(gateway.url, query, { key });
const refusals = ({ errors }: Reply): unknown => errors.map(({ extensions }) => extensions);
const codes = ({ errors }: Reply): unknown => errors.map(({ extensions }) => extensions.code);

const ADD = `mutation { addTerminal(input: { terminalId: "0000000001", programme: "sandbox", password: "first pass" })
  { terminal { terminalId programme enabled checksumAlgorithm previousPasswordUntil } } }`;

it('a terminal is added, changed, rotated and disabled', async () => {
  const added = { terminalId: '0000000001', programme: 'sandbox', enabled: true };
  expect((await ask(ADD)).data).toEqual({
    addTerminal: { terminal: { ...added, checksumAlgorithm: 'SHA256', previousPasswordUntil: null } },
  });
  expect(refusals(await ask(ADD))).toEqual([{ code: 'BAD_REQUEST', field: 'terminalId' }]);
  const { data } = await ask(`mutation {
    rotateTerminalPassword(input: { terminalId: "0000000001", password: "second pass", overlapSeconds: 60 }) { terminal { previousPasswordUntil } }
    setTerminal(input: { terminalId: "0000000001", checksumAlgorithm: SHA1 }) { terminal { checksumAlgorithm } }
    disableTerminal(input: { terminalId: "0000000001" }) { terminal { enabled } } }`);
  expect(data).toEqual({
    rotateTerminalPassword: {
      terminal: { previousPasswordUntil: expect.stringMatching(/^\d{4}-/) as string },
    },
    setTerminal: { terminal: { checksumAlgorithm: 'SHA1' } },
    disableTerminal: { terminal: { enabled: false } },
  });
  const missing = await ask(
    'mutation { enableTerminal(input: { terminalId: "9999999999" }) { terminal { enabled } } }',
  );
  expect(missing.errors[0]?.message).toBe(
    'Terminal 9999999999 is not known; known: 0000000001, 0029504320, 0068766621.',
  );
});

it.each(['', 'x', 'nine char', '☂☂☂☂☂☂☂☂☂', 'x'.repeat(256)])(
  'a new password has 10 to 255 characters, and the refusal does not repeat it (%j)',
  async (password) => {
    const written = JSON.stringify(password);
    for (const mutation of [
      `addTerminal(input: { terminalId: "0000000007", programme: "sandbox", password: ${written} }) { terminal { terminalId } }`,
      `rotateTerminalPassword(input: { terminalId: "0068766621", password: ${written} }) { terminal { terminalId } }`,
    ]) {
      const refused = await ask(`mutation { ${mutation} }`);
      expect(refusals(refused)).toEqual([{ code: 'BAD_REQUEST', field: 'password' }]);
      expect(refused.errors[0]?.message).toBe('password must have 10 to 255 characters.');
    }
  },
);

it('the pages of a list are Relay connections', async () => {
  const page = async (args: string): Promise<unknown> => {
    const { data } = await ask(
      `{ terminals(${args}) { edges { cursor node { terminalId } } pageInfo { hasNextPage hasPreviousPage endCursor } } }`,
    );
    return data?.['terminals'];
  };
  interface Page {
    edges: { cursor: string; node: { terminalId: string } }[];
    pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; endCursor: string };
  }
  const first = (await page('first: 1')) as Page;
  expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
  const rest = (await page(`first: 5, after: "${first.pageInfo.endCursor}"`)) as Page;
  expect(rest.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
  const last = (await page('last: 2')) as Page;
  expect(last.edges).toEqual(rest.edges);
  expect([...first.edges, ...rest.edges].map(({ node }) => node.terminalId)).toEqual([
    '0000000001',
    '0029504320',
    '0068766621',
  ]);
  const wrong = await ask('{ terminals(after: "bm90aGluZw") { edges { cursor } } }');
  expect(refusals(wrong)).toEqual([{ code: 'BAD_REQUEST', field: 'after' }]);
});

it('a key is shown once, used, listed with its last use, and revoked', async () => {
  const { data } = await ask(
    'mutation { createKey(input: { keyId: "ops-2", role: OPERATOR }) { secret key { keyId role revoked expiresAt } } }',
  );
  const { secret, key } = data?.['createKey'] as unknown as { secret: string; key: object };
  expect(secret).toMatch(/^cardway_[A-Za-z0-9_-]{43}$/);
  expect(key).toEqual({ keyId: 'ops-2', role: 'OPERATOR', revoked: false, expiresAt: null });
  expect((await ask('{ key(keyId: "ops-2") { lastUsedAt } }', secret)).errors).toEqual([]);
  await expect(lastUsedAt()).resolves.toMatch(/^\d{4}-/);
  expect((await ask('mutation { revokeKey(input: { keyId: "ops-2" }) { key { revoked } } }')).data).toEqual({
    revokeKey: { key: { revoked: true } },
  });
  expect(codes(await ask('{ keys { edges { cursor } } }', secret))).toEqual(['UNAUTHENTICATED']);
});

async function lastUsedAt(): Promise<string> {
  for (;;) {
    const { data } = await ask('{ key(keyId: "ops-2") { lastUsedAt } }');
    const found = data?.['key'] as unknown as { lastUsedAt: string | null };
    if (found.lastUsedAt !== null) return found.lastUsedAt;
  }
}

it.each([
  ['{ keyId: "a b", role: OPERATOR }', 'keyId'],
  ['{ keyId: "a", role: OPERATOR, programme: "sandbox" }', 'programme'],
  ['{ keyId: "a", role: CLIENT }', 'programme'],
  ['{ keyId: "a", role: CLIENT, programme: "nowhere" }', 'programme'],
  ['{ keyId: "a", role: CLIENT, programme: "sandbox", terminalIds: ["1111111111"] }', 'terminalIds'],
  ['{ keyId: "a", role: NETWORK, programme: "sandbox", terminalIds: ["0068766621"] }', 'terminalIds'],
  ['{ keyId: "a", role: OPERATOR, expiresAt: "2020-01-01T00:00:00Z" }', 'expiresAt'],
  ['{ keyId: "sandbox-client", role: OPERATOR }', 'keyId'],
  // Actors of the gateway itself in the audit log
  ['{ keyId: "system", role: OPERATOR }', 'keyId'],
  ['{ keyId: "gateway", role: OPERATOR }', 'keyId'],
])('a key %s is refused, naming %s', async (input, field) => {
  const reply = await ask(`mutation { createKey(input: ${input}) { secret } }`);
  expect(refusals(reply)).toEqual([{ code: 'BAD_REQUEST', field }]);
});

describe('wallets', () => {
  const put = (input: string, key?: string): Promise<Reply> =>
    ask(
      `mutation { putWallet(input: { ${input} }) { wallet { reference programme customerId blocked cards { cardId default blocked } } } }`,
      key,
    );

  it('a client key puts and reads wallets of its programme', async () => {
    const { data } = await put(
      'reference: "w1", customerId: 7, cards: [{ cardId: 71 }, { cardId: 72 }]',
      KEYS.client,
    );
    expect(data).toEqual({
      putWallet: {
        wallet: {
          reference: 'w1',
          programme: 'sandbox',
          customerId: 7,
          blocked: false,
          cards: [
            { cardId: 71, default: true, blocked: false },
            { cardId: 72, default: false, blocked: false },
          ],
        },
      },
    });
    const { data: read } = await ask('{ wallet(cardId: 72) { reference } }', KEYS.client);
    expect(read).toEqual({ wallet: { reference: 'w1' } });
  });

  it('another programme’s wallets are out of reach for a client', async () => {
    await ask('mutation { putProgramme(input: { programme: "other" }) { programme { name } } }');
    await put('reference: "w2", programme: "other", customerId: 8, cards: [{ cardId: 81 }]');
    expect(codes(await put('reference: "w2", customerId: 9', KEYS.client))).toEqual(['FORBIDDEN']);
    expect(codes(await put('reference: "w3", customerId: 9, cards: [{ cardId: 81 }]', KEYS.client))).toEqual([
      'FORBIDDEN',
    ]);
    expect(codes(await put('reference: "w3", programme: "other", customerId: 9', KEYS.client))).toEqual([
      'FORBIDDEN',
    ]);
    expect((await ask('{ wallet(reference: "w2") { reference } }', KEYS.client)).data).toEqual({
      wallet: null,
    });
    const { data } = await ask(
      '{ wallets(filter: { programme: "other" }) { edges { node { programme } } } }',
      KEYS.client,
    );
    expect(JSON.stringify(data)).not.toContain('other');
  });
});
