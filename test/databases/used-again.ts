/**
 * Tests a database of every version as its users left it: copied, migrated, and used with the data that they hold.
 * test/databases/make.ts makes one.
 */
import { createClient } from 'graphql-ws';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { WebSocket } from 'ws';
import { LEFT_BEHIND, MOVED_TABLES } from '../../src/store/maintenance/rows.js';
import { cardway } from '../cli/command.js';
import { until } from '../life/until.js';
import {
  askGraphQL,
  type Call,
  deduct,
  type Channel,
  GRAPHQL,
  JSON_PROXY,
  KEYS,
  requestIdOf,
  reversalOf,
  RPC2,
  XML_PROXY,
} from '../support/channels/index.js';
import { LEDGER_ROWS } from '../support/channels/ledger.js';
import { runCli, startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';
import { approving, respond, startWallet, type TestWallet } from '../support/wallet/index.js';
import { type Receiver, startReceiver } from '../support/webhooks/receiver.js';
import { type CallName, IMPORT_FILE, importFile, type InHand, LATER_WALLET } from './in-hand.js';
import { MANY_CARDS, mutate, SHOP } from './use-directory.js';
import { stateOf } from './use-everything.js';

export const VERSIONS = readdirSync(__dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

export const inHandOf = (version: string): Record<'sqlite' | 'postgres', InHand> =>
  JSON.parse(fileOf(version, 'in-hand.json').toString('utf8')) as Record<'sqlite' | 'postgres', InHand>;

export const fileOf = (version: string, name: string): Buffer => readFileSync(join(__dirname, version, name));

export interface Fixture {
  readonly inHand: InHand;
  /** Puts the fixture's database into an empty folder. Resolves with its URL. */
  unpack(folder: string): Promise<string>;
  ask(url: string, sql: string): Promise<readonly Record<string, unknown>[]>;
}

const APPROVING = approving();

/** Defines the tests of one database for the calling file. */
export function usedAgain({ inHand, unpack, ask }: Fixture): void {
  const { calls } = inHand;
  const folder = temporaryFolder();
  let env: Readonly<Record<string, string>>;
  let wallet: TestWallet;
  let receiver: Receiver;
  let gateway: TestGateway;
  let emptyTables: readonly string[];
  let ledgers: Readonly<Record<'before' | 'after', Awaited<ReturnType<typeof ledgerOf>>>>;

  beforeAll(async () => {
    const url = await unpack(folder);
    emptyTables = await emptyOf(url);
    wallet = await startWallet({
      // A request for its clock is no call.
      behaviour: (call) => (call.method === 'POST' ? APPROVING(call) : respond({ status: 405 })),
    });
    receiver = await startReceiver();
    // The only manual change: nobody can keep the port of a receiver.
    await ask(url, `update endpoints set url = '${receiver.url}/' || endpoint_id`);
    env = {
      CARDWAY_DATABASE_URL: url,
      CARDWAY_MASTER_KEY: inHand.masterKey,
      CARDWAY_DOWNSTREAM_URL: wallet.url,
      CARDWAY_WEBHOOK_ALLOW_PRIVATE: 'true',
      CARDWAY_SWEEP_EVERY_MS: '100',
      // Nothing of the database is purged, however old it is.
      CARDWAY_EVENTS_RETENTION: 'off',
      // The unmatched advice waits for an operator.
      CARDWAY_ADVICE_RETRY_MIN_MS: '3600000',
      CARDWAY_ADVICE_RETRY_MAX_MS: '3600000',
    };
    const ledger = await ledgerOf(url);
    expect(await cardway(['migrate'], env)).toMatchObject({ status: 0, err: '' });
    ledgers = { before: ledger, after: await ledgerOf(url) };
    gateway = await startGateway({ env });
  });

  afterAll(async () => {
    await gateway.stop();
    await wallet.close();
    await receiver.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Returns the empty tables, of those that the version had. */
  async function emptyOf(url: string): Promise<readonly string[]> {
    const there = await tablesOf(url);
    const names = MOVED_TABLES.map(({ name }) => name).filter((name) => there.includes(name));
    const empty: string[] = [];
    for (const name of names)
      if ((await ask(url, `select 1 as one from ${name} limit 1`)).length === 0) empty.push(name);
    return empty;
  }

  async function tablesOf(url: string): Promise<readonly unknown[]> {
    const catalogue = url.startsWith('sqlite:')
      ? "select name from sqlite_master where type = 'table'"
      : "select tablename as name from pg_tables where schemaname = 'public'";
    return (await ask(url, catalogue)).map(({ name }) => name);
  }

  /** Returns everything that both have, in whichever tables a version stores it. */
  async function ledgerOf(url: string): Promise<readonly Record<string, unknown>[]> {
    const [first] = await ask(url, 'select * from transactions limit 1');
    const rows = 'request' in (first ?? {}) ? 'transactions' : LEDGER_ROWS;
    return (await ask(url, `select * from ${rows} order by sequence`)).map(
      ({ answer_attempt: _attempt, ...row }) => row,
    );
  }

  /** Columns of later versions, which are empty at first. */
  const ADDED = { failure: null, refused_sent_at_ms: null };

  it('has every transaction as it was', () => {
    expect(ledgers.after.length).toBeGreaterThan(10);
    expect(ledgers.after).toEqual(ledgers.before.map((row) => ({ ...ADDED, ...row })));
  });

  const sent = ({ fields }: Call) =>
    wallet.calls.filter(
      (call) =>
        call.method === 'POST' &&
        (call.envelope()['request'] as Call['fields'])['transaction_id'] === fields['transaction_id'],
    );
  const query = async (text: string, variables: Record<string, unknown> = {}): Promise<unknown> => {
    const { data, errors } = await askGraphQL(gateway.url, text, { variables });
    expect(errors).toEqual([]);
    return data;
  };

  it('it holds rows in each table', () => {
    expect(emptyTables).toEqual([]);
  });

  it('keeps no table that this version does not use', async () => {
    const used: readonly unknown[] = [...MOVED_TABLES.map(({ name }) => name), ...LEFT_BEHIND];
    const others = (await tablesOf(env['CARDWAY_DATABASE_URL'] ?? '')).filter((name) => !used.includes(name));
    // The migrator, SQLite and partitions have tables of their own.
    const ofOthers = /^(kysely_migration(_lock)?|sqlite_sequence|transaction_texts_\w+)$/;
    expect(others.filter((name) => !ofOthers.test(String(name)))).toEqual([]);
  });

  it('the list shows every state that lasts, and the doctor finds nothing', async () => {
    const { transactions } = (await query('{ transactions(first: 100) { edges { node { state } } } }')) as {
      transactions: { edges: { node: { state: string } }[] };
    };
    const lasting = ['ANSWERED', 'CONTRADICTED', 'FAILED', 'IN_DOUBT', 'REFUSED', 'UNMATCHED'];
    expect(transactions.edges.map(({ node }) => node.state)).toEqual(expect.arrayContaining(lasting));
    const { status, out } = await cardway(['doctor', '--sandbox', '--json'], env);
    expect([status, out]).toEqual([0, expect.not.stringContaining('"failed"')]);
  });

  describe('a call that was answered', () => {
    const answered: readonly (readonly [CallName, Channel, resultCode: number])[] = [
      ['approved', JSON_PROXY, 1],
      ['declined', JSON_PROXY, -17],
      ['partial', JSON_PROXY, 2],
      ['settled', JSON_PROXY, 1],
      ['throughGraphql', GRAPHQL, 1],
      ['throughXml', XML_PROXY, 1],
      ['throughRpc2', RPC2, 1],
      ['reversal', RPC2, 1],
      ['ofTill', JSON_PROXY, 1],
      ['withFormerPassword', RPC2, 1],
      // Its terminal continues to get the same reply, although the money moved.
      ['contradicted', RPC2, -7],
    ];

    it.each(answered)('gets the same reply again: %s', async (name, channel, resultCode) => {
      const options = name === 'ofTill' ? { key: inHand.keys.till } : {};
      const heard = await channel.call(gateway.url, calls[name], options);
      expect(heard.resultCode).toBe(resultCode);
      expect(sent(calls[name])).toEqual([]);
      if (channel === JSON_PROXY || channel === GRAPHQL) expect(heard.replayed).toBe(true);
      if (name === 'partial') expect(heard.fields).toMatchObject({ approvalAmount: 450 });
    });

    it('is shown with its texts, and without what is never stored', async () => {
      const text = `query ($id: String!) { transaction(requestId: $id) { request rawAnswer } }`;
      const shown = await query(text, { id: requestIdOf(calls.throughGraphql) });
      expect(JSON.stringify(shown)).toContain('Café Zürich 東京 & <Söhne>');
      const paid = JSON.stringify(await query(text, { id: requestIdOf(calls.approved) }));
      expect(paid).toContain('methodResponse');
      expect(paid).not.toContain('D45201B9E3136796');
    });

    it('is found by its reversal', async () => {
      const reversal = reversalOf(calls.approved, { transaction_id: 'n00001' });
      expect(await RPC2.call(gateway.url, reversal)).toMatchObject({ resultCode: 1 });
      expect(sent(reversal)).toHaveLength(1);
      const text = 'query ($id: String!) { transaction(requestId: $id) { originalRequestId } }';
      expect(await query(text, { id: requestIdOf(reversal, 'printed') })).toEqual({
        transaction: { originalRequestId: requestIdOf(calls.approved) },
      });
    });
  });

  describe('a call that was not', () => {
    it('is sent again where it moves nothing', async () => {
      const heard = await JSON_PROXY.call(gateway.url, calls.failed);
      expect(heard).toMatchObject({ resultCode: 1, replayed: false });
      expect(sent(calls.failed)).toHaveLength(1);
    });

    it('is not sent any more where it was reversed', async () => {
      expect(await JSON_PROXY.call(gateway.url, calls.refused)).toMatchObject({ resultCode: -3 });
      expect(sent(calls.refused)).toEqual([]);
    });

    it('is in doubt where its process died', async () => {
      const requestId = requestIdOf(calls.pending);
      await until('it is in doubt', async () => (await stateOf(gateway.url, requestId)) === 'IN_DOUBT');
      const again = await JSON_PROXY.call(gateway.url, calls.pending);
      expect([again.errorCode, sent(calls.pending)]).toEqual(['IN_DOUBT', []]);
    });

    it('is settled by an operator', async () => {
      const again = await JSON_PROXY.call(gateway.url, calls.doubtful);
      expect([again.errorCode, sent(calls.doubtful)]).toEqual(['IN_DOUBT', []]);
      const field =
        '($id: String!) { settleTransaction(input: { requestId: $id, resultCode: -1, reason: "Not booked." }) { transaction { state } } }';
      await mutate(gateway.url, field, { id: requestIdOf(calls.doubtful) });
      expect(await JSON_PROXY.call(gateway.url, calls.doubtful)).toMatchObject({
        resultCode: -1,
        replayed: true,
      });
    });

    it('is sent when it waited for that', async () => {
      const requestId = requestIdOf(calls.queued, 'printed');
      await until('it is answered', async () => (await stateOf(gateway.url, requestId)) === 'ANSWERED');
      expect(sent(calls.queued)).toHaveLength(1);
    });

    it('is sent once its wallet is known', async () => {
      const { reference, customerId, cardId } = LATER_WALLET;
      const list =
        '{ transactions(filter: { state: UNMATCHED }, first: 5) { edges { node { requestId reference } } } }';
      const { transactions } = (await query(list)) as {
        transactions: { edges: { node: { requestId: string; reference: string } }[] };
      };
      expect(transactions.edges.map(({ node }) => node.reference)).toEqual([reference]);
      const { requestId } = transactions.edges[0]!.node;
      const input = { programme: 'sandbox', reference, customerId, cards: [{ cardId }] };
      await mutate(
        gateway.url,
        '($input: PutWalletInput!) { putWallet(input: $input) { wallet { reference } } }',
        {
          input,
        },
      );
      await mutate(
        gateway.url,
        '($id: String!) { sendTransaction(input: { requestId: $id }) { transaction { state } } }',
        {
          id: requestId,
        },
      );
      await until('it is answered', async () => (await stateOf(gateway.url, requestId)) === 'ANSWERED');
      expect(sent(calls.unmatched).map((call) => call.envelope()['card_id'])).toEqual([cardId]);
    });
  });

  it('keys and passwords prove what they did, and no more', async () => {
    const { terminalId: terminal_id, reference, customerId, cardId } = SHOP;
    const { till, ended, revoked } = inHand.keys;
    const call = (transaction_id: string, password: string): Call => ({
      ...deduct({ terminal_id, reference, transaction_id }),
      ...{ customerId, cardId, password },
    });
    const [previous, current] = inHand.terminal.passwords;
    expect(await RPC2.call(gateway.url, call('n00002', previous))).toMatchObject({ resultCode: 1 });
    expect(await RPC2.call(gateway.url, call('n00003', current))).toMatchObject({ resultCode: 1 });
    expect(await RPC2.call(gateway.url, call('n00004', 'another one'))).toMatchObject({ resultCode: -8 });
    const paid = await JSON_PROXY.call(gateway.url, call('n00005', current), { key: till });
    expect(paid).toMatchObject({ resultCode: 1, replayed: false });
    for (const key of [ended, revoked])
      expect(await JSON_PROXY.call(gateway.url, call('n00006', current), { key })).toMatchObject({
        errorCode: 'UNAUTHENTICATED',
      });
  });

  it('attempts, tokens and events go on from where they were', async () => {
    const { attemptId, cardId, tokenReference } = inHand.attempt;
    const { provisioningAttempts } = (await query(
      'query ($cardId: SafeInt!) { provisioningAttempts(filter: { cardId: $cardId }, first: 5) { edges { node { attemptId state tokenReference history { to } } } } }',
      { cardId },
    )) as { provisioningAttempts: { edges: { node: unknown }[] } };
    expect(provisioningAttempts.edges.map(({ node }) => node)).toMatchObject([
      { attemptId, state: 'DIGITIZED', tokenReference },
    ]);

    const report = async (card: number, token: string) => {
      const { reportDigitization } = await mutate<{ reportDigitization: { id: string; attemptId: string } }>(
        gateway.url,
        '($input: DigitizationInput!) { reportDigitization(input: $input) { id attemptId } }',
        {
          input: {
            cardId: card,
            tokenReference: token,
            tokenRequestorId: '50110030273',
            walletId: '103',
          },
        },
        KEYS.network,
      );
      return reportDigitization;
    };
    const client = createClient({
      url: `${gateway.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { authorization: `Bearer ${KEYS.integrator}` },
      retryAttempts: 0,
    });
    expect(await report(cardId, tokenReference)).toEqual({ id: inHand.cursor, attemptId });
    const next = await report(MANY_CARDS.cards.authorized, 'token-authorized');
    expect(next.attemptId).not.toBeNull();
    const text = 'subscription ($after: ID) { digitizationComplete(after: $after) { id } }';
    const stream = client.iterate({ query: text, variables: { after: inHand.cursor } });
    const first = await stream.next();
    expect(first.value).toEqual({ data: { digitizationComplete: { id: next.id } } });
    await client.dispose();
  });

  it('shared keys make secrets', async () => {
    const { createKey } = await mutate<{ createKey: { secret: string } }>(
      gateway.url,
      '($input: CreateKeyInput!) { createKey(input: $input) { secret } }',
      { input: { keyId: 'new-integrator', role: 'INTEGRATOR', programme: SHOP.programme } },
    );
    const { generateProvisioningSecret: made } = await mutate<{
      generateProvisioningSecret: { secret: string };
    }>(
      gateway.url,
      '($cardId: SafeInt!) { generateProvisioningSecret(cardId: $cardId) { secret } }',
      { cardId: SHOP.cardId },
      createKey.secret,
    );
    expect(made.secret).toMatch(/^active#\d{6}$/);
  });

  it.each(['dead', 'pending'] as const)(
    'a delivery that was %s is sent again, signed with the same secret',
    async (state) => {
      const { endpointId, secret } = inHand[state];
      const { deliveries } = (await query(
        'query ($id: ID!) { deliveries(filter: { endpointId: $id }, first: 5) { edges { node { id state attempts { responseCode } } } } }',
        { id: endpointId },
      )) as { deliveries: { edges: { node: { id: string; attempts: unknown[] } }[] } };
      const delivery = deliveries.edges.at(-1)!.node;
      expect(delivery.attempts.length).toBeGreaterThan(0);
      await mutate(
        gateway.url,
        '($id: ID!) { resendDelivery(input: { deliveryId: $id }) { delivery { state } } }',
        {
          id: delivery.id,
        },
      );
      const mine = () => receiver.received.find(({ path }) => path === `/${endpointId}`);
      await until('it is received', () => mine() !== undefined);
      const { body, headers } = mine()!;
      const message = new Webhook(secret).verify(body.toString('utf8'), headers as Record<string, string>);
      expect(message).toHaveProperty('type');
    },
  );

  it('an import of wallets that was cut off is made good', async () => {
    writeFileSync(join(folder, IMPORT_FILE), importFile());
    const args = ['wallets', 'import', IMPORT_FILE, '--programme', SHOP.programme, '--json'];
    const { status, out } = await runCli(args, env, folder);
    expect([status, JSON.parse(out)]).toEqual([0, expect.objectContaining({ added: 0, rejected: 0 })]);
  });
}
