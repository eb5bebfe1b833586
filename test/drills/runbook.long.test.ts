/** Drills every entry of docs/runbook.md: causes the failure, and runs the commands of the entry as they are written. */
import Database from 'better-sqlite3';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { cardway, type Ended } from '../cli/command.js';
import { startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';
import { askGraphQL } from '../support/channels/graphql.js';
import { openLedgerFile } from '../support/channels/ledger.js';
import {
  checksumOf,
  deduct,
  JSON_PROXY,
  KEYS,
  requestIdOf,
  reversalOf,
  RPC2,
  withFields,
} from '../support/channels/index.js';
import { answerWith, startReceiver, type Receiver } from '../support/webhooks/receiver.js';
import {
  answer,
  approving,
  hang,
  respond,
  startWallet,
  type Behaviour,
  type TestWallet,
} from '../support/wallet/index.js';
import { metric } from '../fault/metrics.js';
import { until } from '../life/until.js';

/** Commands of each entry, by its title. */
const ENTRIES = new Map(
  readFileSync(resolve(__dirname, '..', '..', 'docs', 'runbook.md'), 'utf8')
    .split(/^## /m)
    .slice(1)
    .map((entry) => {
      const [title = ''] = entry.split('\n', 1);
      const blocks = [...entry.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
      return [title, blocks.flatMap((block) => block.trim().split('\n'))] as const;
    }),
);
const drilled = new Set<string>();
/** Waits for what a command has begun, as the person does who runs the next one. */
let afterCommand: (args: readonly string[]) => Promise<void> = () => Promise.resolve();

let folder: string;
let env: Record<string, string>;
let wallet: TestWallet;
let receiver: Receiver;
let gateway: TestGateway;

const SETTINGS = {
  CARDWAY_DOWNSTREAM_TIMEOUT_MS: '400',
  CARDWAY_DOWNSTREAM_LATE_MS: '0',
  CARDWAY_SWEEP_EVERY_MS: '20',
  CARDWAY_STORE_CACHE_MS: '100',
  CARDWAY_TRANSACTION_LEASE: '100ms',
  CARDWAY_WEBHOOK_ALLOW_PRIVATE: 'true',
  CARDWAY_WEBHOOK_SCHEDULE: '50ms',
  CARDWAY_LIMITS_WRONG_CHECKSUMS_NOTICED: '2',
};

beforeAll(async () => {
  folder = temporaryFolder();
  wallet = await startWallet({ behaviour: taking });
  receiver = await startReceiver();
  env = {
    CARDWAY_DATABASE_URL: `sqlite:${join(folder, 'cardway.db')}`,
    CARDWAY_DOWNSTREAM_URL: wallet.url,
    CARDWAY_SIGNING_KEY: 'a signing key of ours',
  };
  gateway = await startGateway({ folder, env: { ...SETTINGS, ...env } });
});
afterAll(async () => {
  await gateway.kill();
  await wallet.close();
  await receiver.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  afterCommand = () => Promise.resolve();
  wallet.behave(taking);
});

/** Approves every call. The doctor sends a GET where it finds no wallet. */
const taking: Behaviour = (call) =>
  call.method === 'GET' ? respond({ status: 405, body: '' }) : approving()(call);

/** Runs the commands of an entry in order. Returns the output of each. */
async function run(
  title: string,
  given: Readonly<Record<string, string>> = {},
  settings: Readonly<Record<string, string>> = env,
  url = gateway.url,
): Promise<readonly Ended[]> {
  const commands = ENTRIES.get(title);
  if (commands === undefined) throw new Error(`The runbook has no entry ${title}.`);
  drilled.add(title);
  const ended: Ended[] = [];
  for (const line of commands) {
    const filled = line.replaceAll(/\$([A-Z_]+)/g, (_match, name: string) => {
      const value = given[name];
      if (value === undefined) throw new Error(`Nothing is given for ${name}.`);
      return value;
    });
    const [program, ...args] = [...filled.matchAll(/"([^"]*)"|(\S+)/g)].map(
      ([, quoted, word]) => quoted ?? word ?? '',
    );
    expect(program).toBe('cardway');
    const asks = /^(?:transactions|deliveries|endpoints)$/.test(args[0] ?? '') ? ['--url', url] : [];
    ended.push(await cardway([...args, ...asks], settings));
    await afterCommand(args);
  }
  return ended;
}

const statuses = (ended: readonly Ended[]): readonly (number | null)[] => ended.map(({ status }) => status);
const state = async (requestId: string): Promise<string | undefined> => {
  const query = 'query ($id: String!) { transaction(requestId: $id) { state } }';
  const { data } = await askGraphQL<{ transaction: { state: string } | null }>(gateway.url, query, {
    variables: { id: requestId },
  });
  return data?.transaction?.state.toLowerCase();
};

it('Transactions in doubt', async () => {
  wallet.behave({ kind: 'cut' });
  const call = deduct();
  await JSON_PROXY.call(gateway.url, call);
  const requestId = requestIdOf(call);
  const [list, show, settle] = await run('Transactions in doubt', { REQUEST_ID: requestId });
  expect(statuses([list!, show!, settle!])).toEqual([0, 0, 0]);
  expect(list!.out).toContain(requestId);
  expect(show!.out).toContain('in_doubt');
  expect(await state(requestId)).toBe('answered');
});

it('The wallet service is away', async () => {
  const nowhere = { ...env, CARDWAY_DOWNSTREAM_URL: 'http://127.0.0.1:9/' };
  const elsewhere = temporaryFolder();
  const lone = await startGateway({
    folder: elsewhere,
    env: { ...SETTINGS, CARDWAY_DOWNSTREAM_URL: 'http://127.0.0.1:9/' },
  });
  const call = deduct();
  expect((await JSON_PROXY.call(lone.url, call)).status).toBe(502);
  const [doctor, refused] = await run('The wallet service is away', {}, nowhere, lone.url);
  await lone.stop();
  rmSync(elsewhere, { recursive: true });
  expect([doctor!.status, doctor!.out]).toEqual([
    1,
    expect.stringMatching(/failed +wallet service.*no connection.*ECONNREFUSED/),
  ]);
  expect(refused!.out).toContain(requestIdOf(call));
});

it('Signatures are refused', async () => {
  wallet.behave(respond({ status: 401, body: 'no' }));
  expect((await JSON_PROXY.call(gateway.url, deduct())).status).toBe(502);
  // The proxy drops names with underscores, in front of a service that echoes.
  const echo = createServer(({ headers }, response) => {
    response.end(JSON.stringify(Object.entries(headers).filter(([name]) => !name.includes('_'))));
  }).listen(0, '127.0.0.1');
  await once(echo, 'listening');
  const { port } = echo.address() as AddressInfo;
  const [doctor] = await run('Signatures are refused', { ECHO_URL: `http://127.0.0.1:${String(port)}/` });
  echo.close();
  echo.closeAllConnections();
  expect([doctor!.status, doctor!.out]).toEqual([1, expect.stringContaining('dropped on the way')]);
  expect(doctor!.out).toMatch(/failed +wallet service.*HTTP 401.*refuses the key/);
});

it('Advices queue up', async () => {
  const payment = deduct();
  await RPC2.call(gateway.url, payment);
  wallet.behave(respond({ status: 404, body: '' }));
  const advice = reversalOf(payment);
  await RPC2.call(gateway.url, advice);
  const requestId = requestIdOf(advice);
  afterCommand = async ([, command]) => {
    if (command === '--state') wallet.behave(respond({ body: 'no answer that can be used' }));
    if (command === 'send')
      await until('it is in doubt', async () => (await state(requestId)) === 'in_doubt');
  };
  const [list, send, settle] = await run('Advices queue up', { REQUEST_ID: requestId });
  expect(list!.out).toContain(requestId);
  expect([send!.status, send!.err]).toEqual([0, '']);
  expect([settle!.status, settle!.err]).toEqual([0, '']);
  expect(await state(requestId)).toBe('answered');
});

it('An advice is unmatched, or a reversal found no original', async () => {
  const reference = '77000000001';
  const advice = { ...reversalOf(deduct({ reference })), cardId: 0 };
  expect((await RPC2.call(gateway.url, advice)).resultCode).toBe(1);
  const requestId = requestIdOf(advice);
  expect(await state(requestId)).toBe('unmatched');
  const [list, add, send, ofWallet] = await run('An advice is unmatched, or a reversal found no original', {
    REFERENCE: reference,
    PROGRAMME: 'sandbox',
    CUSTOMER: '7001',
    CARD: '8001',
    REQUEST_ID: requestId,
  });
  expect([list!, add!, send!, ofWallet!].map(({ err }) => err)).toEqual(['', '', '', '']);
  expect(statuses([list!, add!, send!, ofWallet!])).toEqual([0, 0, 0, 0]);
  expect([list!.out, ofWallet!.out].every((out) => out.includes(requestId))).toBe(true);
  await until('it is answered', async () => (await state(requestId)) === 'answered');
});

it('An advice was declined', async () => {
  const advice = reversalOf(deduct());
  wallet.behave(answer({ resultCode: -17 }, { customerId: 1001 }));
  expect((await RPC2.call(gateway.url, advice)).resultCode).toBe(1);
  await until('it is reported', () =>
    gateway.lines.some((line) => line.includes('advice_declined_downstream')),
  );
  const [show] = await run('An advice was declined', { REQUEST_ID: requestIdOf(advice, 'printed') });
  expect([show!.status, show!.err]).toEqual([0, '']);
  expect(show!.out).toMatch(/"rawAnswer":".*-17/);
});

it('The database cannot be written', async () => {
  const elsewhere = temporaryFolder();
  const own = { ...env, CARDWAY_DATABASE_URL: `sqlite:${join(elsewhere, 'cardway.db')}` };
  const lone = await startGateway({ folder: elsewhere, env: { ...SETTINGS, ...own } });
  const ready = async (): Promise<number> => (await fetch(`${lone.url}/health/ready`)).status;
  // Another program locks the file.
  const letGo = openLedgerFile(elsewhere).lock();
  const { length } = wallet.calls;
  const refused = deduct();
  expect((await JSON_PROXY.call(lone.url, refused)).status).toBe(503);
  expect([await ready(), await metric(lone.url, 'cardway_store_failing')]).toEqual([503, 1]);
  expect(wallet.calls).toHaveLength(length);
  const [doctor] = await run('The database cannot be written', {}, own, lone.url);
  expect([doctor!.status, doctor!.out]).toEqual([
    1,
    expect.stringMatching(/failed +database: .*cannot be written/),
  ]);
  letGo();
  await until('it ends by itself', async () => (await ready()) === 200);
  expect((await JSON_PROXY.call(lone.url, refused)).resultCode).toBe(1);
  const [well] = await run('The database cannot be written', {}, own, lone.url);
  expect([well!.status, well!.out]).toEqual([0, expect.stringMatching(/ok +database/)]);
  await lone.stop();
  rmSync(elsewhere, { recursive: true });
});

it('The database is lost', async () => {
  const lost = temporaryFolder();
  const own = { CARDWAY_DATABASE_URL: `sqlite:${join(lost, 'cardway.db')}` };
  const call = deduct();
  const first = await startGateway({ folder: lost });
  await JSON_PROXY.call(first.url, call);
  const backup = join(lost, 'backup.db');
  expect((await cardway(['backup', backup], own)).status).toBe(0);
  await first.kill();
  writeFileSync(join(lost, 'cardway.db'), '');
  for (const name of ['-wal', '-shm']) rmSync(join(lost, `cardway.db${name}`), { force: true });
  const [trial, restored] = await run('The database is lost', { BACKUP: backup }, own);
  expect([trial!.err, restored!.err, ...statuses([trial!, restored!])]).toEqual(['', '', 0, 0]);
  const again = await startGateway({ folder: lost });
  expect(await JSON_PROXY.call(again.url, call)).toMatchObject({ resultCode: 1, replayed: true });
  await again.stop();
  rmSync(lost, { recursive: true });
});

it('The master key does not fit', async () => {
  const elsewhere = temporaryFolder();
  const own = { ...env, CARDWAY_DATABASE_URL: `sqlite:${join(elsewhere, 'cardway.db')}` };
  const serve = (key: string): Promise<TestGateway> =>
    startGateway({
      folder: elsewhere,
      env: { ...SETTINGS, ...own, CARDWAY_DOWNSTREAM_TIMEOUT_MS: '20000', CARDWAY_MASTER_KEY: key },
    });
  const [right, wrong] = ['a1', '5a'].map((byte) => `hex:${byte.repeat(32)}`) as [string, string];
  const made = await serve(right);
  await made.stop();
  await expect(serve(wrong)).rejects.toThrow('sealed with another master key');
  const [doctor] = await run('The master key does not fit', {}, { ...own, CARDWAY_MASTER_KEY: wrong });
  expect([doctor!.status, doctor!.out]).toEqual([1, expect.stringContaining('another master key')]);
  const again = await serve(right);
  expect((await JSON_PROXY.call(again.url, deduct())).resultCode).toBe(1);
  await again.stop();
  rmSync(elsewhere, { recursive: true });
});

async function addEndpoint(): Promise<string> {
  const { data } = await askGraphQL<{ addEndpoint: { endpoint: { id: string } } }>(
    gateway.url,
    'mutation ($input: AddEndpointInput!) { addEndpoint(input: $input) { endpoint { id } } }',
    { variables: { input: { programme: 'sandbox', url: `${receiver.url}/hook` } } },
  );
  return data!.addEndpoint.endpoint.id;
}

it('Webhooks are given up', async () => {
  receiver.answer = answerWith(500);
  const endpoint = await addEndpoint();
  await cardway(['endpoints', 'test', endpoint, '--url', gateway.url]);
  const deliveries = async (wanted: string): Promise<string | undefined> => {
    const args = ['deliveries', 'list', '--state', wanted, '--url', gateway.url, '--json'];
    return /"id":"(\w+)"/.exec((await cardway(args)).out)?.[1];
  };
  await until('it is given up', async () => (await deliveries('dead')) !== undefined);
  receiver.answer = answerWith(204);
  const [list, show, resend] = await run('Webhooks are given up', { DELIVERY: (await deliveries('dead'))! });
  expect([list!.err, show!.err, resend!.err, ...statuses([list!, show!, resend!])]).toEqual([
    '',
    '',
    '',
    0,
    0,
    0,
  ]);
  await until('it has arrived', async () => (await deliveries('dead')) === undefined);
  await cardway(['endpoints', 'disable', endpoint, '--url', gateway.url]);
});

it('An endpoint was disabled', async () => {
  receiver.answer = answerWith(410);
  const endpoint = await addEndpoint();
  const shown = async (): Promise<string> =>
    (await cardway(['endpoints', 'show', endpoint, '--url', gateway.url, '--json'])).out;
  const enabled = await shown();
  await cardway(['endpoints', 'test', endpoint, '--url', gateway.url]);
  await until('it is disabled', async () => (await shown()) !== enabled && /disabled/i.test(await shown()));
  receiver.answer = answerWith(204);
  const ended = await run('An endpoint was disabled', { ENDPOINT: endpoint });
  expect([...ended.map(({ err }) => err), ...statuses(ended)]).toEqual(['', '', '', 0, 0, 0]);
  await cardway(['endpoints', 'disable', endpoint, '--url', gateway.url]);
});

it('Clocks drift apart', async () => {
  const told = new Date(Date.now() - 3_600_000).toUTCString();
  const approve = approving();
  wallet.behave(async (call) => {
    const reply = await approve(call);
    return reply.kind === 'respond' ? { ...reply, headers: { ...reply.headers, Date: told } } : reply;
  });
  // The gateway gets the time with every answer, whatever its content.
  await JSON_PROXY.call(gateway.url, deduct());
  await until('it is reported', () => gateway.lines.some((line) => line.includes('clock_drift')));
  const [doctor] = await run('Clocks drift apart');
  expect(doctor!.out).toMatch(/warning +wallet service.*clock is 3[56]\d\d s away/);
});

it('Somebody guesses', async () => {
  const terminal = '0068766621';
  for (let tries = 0; tries < 4; tries += 1)
    await RPC2.call(gateway.url, { ...deduct(), checksum: 'ab'.repeat(32) });
  await until('it is reported', () => gateway.lines.some((line) => line.includes('checksum_guessing')));
  const ended = await run('Somebody guesses', { TERMINAL: terminal });
  expect([...ended.map(({ err }) => err), ...statuses(ended)]).toEqual(['', '', 0, 0]);
  expect(ended[0]!.out).toContain(terminal);
});

it('Somebody bypassed an approval', async () => {
  const create = ['keys', 'create', 'drilled', '--role', 'auditor', '--break-glass', 'nobody else is here'];
  expect((await cardway(create, { ...env, CARDWAY_APPROVALS: 'true' })).status).toBe(0);
  await until('it is reported', () =>
    gateway.lines.some((line) => line.includes('approval_bypassed') && line.includes('nobody else is here')),
  );
  const [bypassed, settings] = await run('Somebody bypassed an approval');
  expect(statuses([bypassed!, settings!])).toEqual([0, 0]);
  expect(bypassed!.out).toContain('nobody else is here');
});

it('audit verify reports a broken chain', async () => {
  expect((await cardway(['programmes', 'set', 'drilled'], env)).status).toBe(0);
  await until('it is chained', async () =>
    (await cardway(['audit', 'verify', '--json'], env)).out.includes('"pending":0'),
  );
  const database = new Database(join(folder, 'cardway.db'));
  const tamper = (from: string, to: string): unknown =>
    database
      .prepare(`update audit_log set action = '${to}' where action = '${from}' and subject = 'drilled'`)
      .run();
  try {
    tamper('put_programme', 'forged');
    const [verify, list] = await run('audit verify reports a broken chain');
    expect([verify!.status, list!.status]).toEqual([1, 0]);
    expect(verify!.out).toMatch(/Row \d+ of the audit log \(entry \d+\) was changed/);
    expect(list!.out).toContain('forged');
  } finally {
    tamper('forged', 'put_programme');
    database.close();
  }
  expect((await cardway(['audit', 'verify'], env)).status).toBe(0);
});

it('A checksum came twice', async () => {
  const call = deduct({ request_amount: '100', narrative: '5 SHOP' });
  const [first, second] = ['5001_20260817175857_81', '5001_20260817175857_82'] as const;
  expect((await JSON_PROXY.call(gateway.url, { ...call, requestId: first })).resultCode).toBe(1);
  const shifted = withFields(call, { request_amount: '1005', narrative: ' SHOP' });
  const made = { ...shifted, checksum: checksumOf(call, 'canonical'), requestId: second };
  expect((await JSON_PROXY.call(gateway.url, made)).errorCode).toBe('UNAUTHENTICATED');
  await until('it is reported', () =>
    gateway.lines.some((line) => line.includes('checksum_boundary_mismatch') && line.includes(first)),
  );
  const given = { REQUEST_ID: first, TERMINAL: '0068766621' };
  const [show, list] = await run('A checksum came twice', given);
  expect([show!.err, show!.status, list!.err, list!.status]).toEqual(['', 0, '', 0]);
  expect(list!.out).toContain(first);
  expect(list!.out).not.toContain(second);
});

it('A terminal calls from another address', async () => {
  const terminal = '0029504320';
  const allow = (networks: string): Promise<Ended> =>
    cardway(['terminals', 'set', terminal, '--allow', networks], env);
  expect((await allow('192.0.2.0/24')).status).toBe(0);
  await until('it is refused', async () => {
    const { resultCode } = await RPC2.call(gateway.url, deduct({ terminal_id: terminal }));
    return resultCode === -8;
  });
  await until('it is reported', () => gateway.lines.some((line) => line.includes('terminal_elsewhere')));
  const isListed = async (): Promise<boolean> => {
    const [show, refused] = await run('A terminal calls from another address', { TERMINAL: terminal });
    expect([show!.err, show!.status, refused!.status]).toEqual(['', 0, 0]);
    expect(show!.out).toContain('192.0.2.0/24');
    return refused!.out.includes('The terminal may not call from this address.');
  };
  await until('the refusal is listed', isListed);
  expect((await allow('any')).status).toBe(0);
});

it('A caller gets 401', async () => {
  const terminal = '0068766621';
  expect((await JSON_PROXY.call(gateway.url, deduct(), { key: 'of-nobody' })).status).toBe(401);
  await RPC2.call(gateway.url, { ...deduct(), checksum: 'cd'.repeat(32) });
  const isListed = async (): Promise<boolean> => {
    const [keys, checksums] = await run('A caller gets 401', { TERMINAL: terminal });
    expect(statuses([keys!, checksums!])).toEqual([0, 0]);
    return keys!.out.includes('The key is not known.') && checksums!.out.includes('The checksum is wrong.');
  };
  await until('both are listed with their reasons', isListed);
});

it('Nobody can sign in', async () => {
  const away = await startWallet({ behaviour: taking });
  await away.close();
  const settings = {
    ...env,
    CARDWAY_SIGN_IN_ISSUER: new URL(away.url).origin,
    CARDWAY_SIGN_IN_CLIENT_ID: 'cardway',
    CARDWAY_SIGN_IN_ROLES: 'payments=operator',
  };
  const [doctor, refusals] = await run('Nobody can sign in', {}, settings);
  expect(statuses([doctor!, refusals!])).toEqual([1, 0]);
  expect(doctor!.out).toMatch(/failed +sign-in: nobody can sign in at .*ECONNREFUSED/);
});

it('A key is known to others', async () => {
  const made = await cardway(
    ['keys', 'create', 'leaked', '--role', 'client', '--programme', 'sandbox', '--json'],
    env,
  );
  const key = /"secret":"(cardway_[\w-]+)"/.exec(made.out)?.[1] ?? '';
  expect((await JSON_PROXY.call(gateway.url, deduct(), { key })).resultCode).toBe(1);
  const [list, revoke] = await run('A key is known to others', { KEY_ID: 'leaked' });
  expect(list!.out).toContain('leaked');
  expect([revoke!.status, revoke!.err]).toEqual([0, '']);
  await until(
    'it is refused',
    async () => (await JSON_PROXY.call(gateway.url, deduct(), { key })).status === 401,
  );
  expect((await JSON_PROXY.call(gateway.url, deduct(), { key: KEYS.client })).resultCode).toBe(1);
});

it('A configuration is not taken over', async () => {
  const elsewhere = temporaryFolder();
  const config = join(elsewhere, 'cardway.yaml');
  const own = {
    CARDWAY_DATABASE_URL: `sqlite:${join(elsewhere, 'cardway.db')}`,
    CARDWAY_SIGNING_KEY: 'a signing key of ours',
    CARDWAY_CONFIG: config,
  };
  const configure = (timeoutMs: string): void =>
    writeFileSync(config, `downstream: { url: '${wallet.url}', timeoutMs: ${timeoutMs} }\n`);
  configure('900');
  const lone = await startGateway({ folder: elsewhere, env: own });
  const reload = async (said: string): Promise<string> => {
    process.kill(lone.pid, 'SIGHUP');
    await until(said, () => lone.lines.some((line) => line.includes(said)));
    return lone.lines.find((line) => line.includes(said)) ?? '';
  };
  configure('soon');
  expect(await reload('the configuration was not reloaded')).toContain('downstream.timeoutMs');
  expect((await JSON_PROXY.call(lone.url, deduct())).resultCode).toBe(1);
  const [doctor] = await run('A configuration is not taken over', {}, own, lone.url);
  expect([doctor!.status, doctor!.out]).toEqual([1, expect.stringContaining('downstream.timeoutMs')]);
  configure('800');
  expect(await reload('the configuration was reloaded')).toContain('downstream.timeoutMs');
  const [well] = await run('A configuration is not taken over', {}, own, lone.url);
  expect(well!.status).toBe(0);
  await lone.stop();
  rmSync(elsewhere, { recursive: true });
});

it('A process died', async () => {
  wallet.behave(hang());
  const call = deduct();
  const sent = wallet.calls.length;
  const lost = JSON_PROXY.call(gateway.url, call).catch(() => null);
  await wallet.called(sent + 1);
  await gateway.kill();
  await lost;
  wallet.behave(taking);
  gateway = await startGateway({ folder, env: { ...SETTINGS, ...env } });
  const requestId = requestIdOf(call);
  await until('its row is taken over', async () => (await state(requestId)) === 'in_doubt');
  const [pending, doubtful] = await run('A process died');
  expect(pending!.out).not.toContain(requestId);
  expect(doubtful!.out).toContain(requestId);
});

it('A process is busy', async () => {
  const lag = (): Promise<number> => metric(gateway.url, 'cardway_nodejs_eventloop_lag_p99_seconds');
  await lag();
  // The loop's first look at its clock after a page of metrics measures nothing yet.
  for (let call = 0; call < 10; call += 1) await JSON_PROXY.call(gateway.url, deduct());
  // A process stopped within a commit holds the database. A process stopped between two looks of its loop measures nothing. In
  // both cases it is stopped again.
  for (let stop = 1; ; stop += 1) {
    // It gets no processor time, as beside a neighbour that uses all of it.
    process.kill(gateway.pid, 'SIGSTOP');
    const stoppedAtMs = performance.now();
    const [doctor] = await run('A process is busy').finally(() => process.kill(gateway.pid, 'SIGCONT'));
    const stoodStillMs = performance.now() - stoppedAtMs;
    // The loop looks at its clock between two requests, not before the first.
    await JSON_PROXY.call(gateway.url, deduct());
    const isMeasured = (await lag()) > stoodStillMs / 2000;
    if (doctor?.status === 0 && isMeasured) return;
    // Nothing else is wrong.
    if (doctor?.status !== 0) expect(doctor?.out).toContain('database is locked');
    expect(stop).toBeLessThan(10);
  }
});

it('every entry has a drill', () => {
  expect([...ENTRIES.keys()].filter((title) => !drilled.has(title))).toEqual([]);
});
