/** Tests the calls that `cardway doctor` sends to wallet services. */
import Database from 'better-sqlite3';
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { openStore } from '../../src/store/store.js';
import { HAS_OPENSSL } from '../support/certificates.js';
import { temporaryFolder } from '../support/gateway.js';
import { machineClock } from '../support/machine-clock.js';
import {
  answer,
  approving,
  cut,
  hang,
  redirect,
  respond,
  startWallet,
  type Behaviour,
  type TestWallet,
  type WalletAnswer,
} from '../support/wallet/index.js';
import { cardway, databaseIn, serveSettings } from './command.js';
import { directoryOf } from '../support/directory.js';

interface Finding {
  readonly check: string;
  readonly result: 'ok' | 'warning' | 'failed';
  readonly detail: string;
}

describe('the signed Balance', () => {
  const REFERENCE = '43172792905';
  const HTML = '<html><body><h1>It does not work</h1></body></html>';
  const database = temporaryFolder();

  beforeAll(async () => {
    await fill(database);
  });

  /** Adds a wallet with two cards and its terminals to a new database. */
  async function fill(into: string): Promise<void> {
    const url = databaseIn(into)['CARDWAY_DATABASE_URL'] ?? '';
    const store = await openStore({ databaseUrl: url, clock: machineClock });
    await store.migrate();
    const directoryAdmin = directoryOf(store);
    for (const programme of ['nobody', 'other', 'shop']) await directoryAdmin.putProgramme({ programme });
    const terminals = [
      { terminalId: '0000000001', programme: 'other' },
      { terminalId: '0000000002', programme: 'shop', isDisabled: true },
      { terminalId: '0000000003', programme: 'shop' },
      { terminalId: '0000000004', programme: 'shop' },
    ];
    for (const terminal of terminals) await directoryAdmin.putTerminal({ ...terminal, password: PASSWORD });
    await directoryAdmin.putWallet({
      reference: REFERENCE,
      programme: 'shop',
      customerId: 1001,
      cards: [{ cardId: 5001 }, { cardId: 5002, isDefault: true }],
    });
    await directoryAdmin.putWallet({
      reference: '5',
      programme: 'nobody',
      customerId: 1002,
      cards: [{ cardId: 5003 }],
    });
    await store.close();
  }

  interface Probed extends Finding {
    readonly status: number | null;
    readonly calls: TestWallet['calls'];
  }

  async function probed(
    behaviour: Behaviour | WalletAnswer,
    args: readonly string[] = [],
    env: Readonly<Record<string, string>> = {},
  ): Promise<Probed> {
    const asked = await startWallet({ behaviour });
    try {
      const settings = { ...serveSettings(database, asked.url), ...env };
      const { status, out } = await cardway(['doctor', '--json', ...args], settings);
      const { findings } = JSON.parse(out) as { findings: Finding[] };
      const finding = findings.find(({ check }) => check.startsWith('wallet service'));
      return { status, ...(finding as Finding), calls: asked.calls };
    } finally {
      await asked.close();
    }
  }

  const text = (status: number, body: string): WalletAnswer =>
    respond({ status, body, headers: { 'Content-Type': 'text/plain' } });

  /** Refuses every call that none of these keys has signed. */
  const checking =
    (behaviour: Behaviour, keys: readonly string[] = ['a signing key of ours']): Behaviour =>
    (call) =>
      keys.some((key) => call.headers['x_msg_signature'] === hmac(key, call.body))
        ? behaviour(call)
        : text(401, '');

  it('has envelope, header and signature of a real one, and is not saved', async () => {
    const { status, result, detail, calls } = await probed(checking(approving()));
    expect([status, result]).toEqual([0, 'ok']);
    expect(detail).toBe(`A signed Balance of wallet ${REFERENCE}: HTTP 200, resultCode 1.`);
    const [call] = calls;
    const envelope = call!.envelope();
    const request = envelope['request'] as Record<string, string>;
    expect(envelope).toEqual({
      request: {
        terminal_id: '0000000003',
        reference: REFERENCE,
        request_amount: 0,
        narrative: expect.any(String) as string,
        transaction_id: expect.any(String) as string,
        checksum: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        method_name: 'Balance',
        transaction_data: {},
        transaction_date: expect.stringMatching(/^\d{8}T\d\d:\d\d:\d\d$/) as string,
      },
      customer_id: 1001,
      card_id: 5002,
      request_id: expect.stringMatching(/^5002_\d{14}_\d+$/) as string,
    });
    const { terminal_id, reference, narrative, transaction_id, transaction_date } = request;
    const written = ['Balance', terminal_id, reference, narrative, '', transaction_id, transaction_date];
    expect(request['checksum']).toBe(hmac(PASSWORD, written.join('')));
    expect(call!.headers['content-type']).toBe('application/json');
    expect(call!.rawHeaders).toContain('X_msg_signature');
    expect(call!.headers['x_msg_signature']).toBe(hmac('a signing key of ours', call!.body));
    const ledger = new Database(join(database, 'cardway.db'), { readonly: true });
    expect(ledger.prepare('select count(*) from transactions').pluck().get()).toBe(0);
    ledger.close();
  });

  it('asks for the wallet that --reference names, without a terminal where its programme has none', async () => {
    const { result, calls } = await probed(checking(approving()), ['--reference', '5']);
    expect(result).toBe('ok');
    const { request, customer_id } = calls[0]!.envelope() as Record<string, Record<string, unknown>>;
    expect(customer_id).toBe(1002);
    expect(request).toMatchObject({ reference: '5', method_name: 'Balance' });
    expect(request).not.toHaveProperty('terminal_id');
    expect(request).not.toHaveProperty('checksum');
  });

  const CASES: readonly {
    readonly title: string;
    readonly reply: WalletAnswer;
    readonly result?: Finding['result'];
    readonly says: readonly string[];
  }[] = [
    {
      title: 'HTTP 401',
      reply: text(401, 'who are you?'),
      says: ['refuses the key', 'signingKey', 'It says: who are you?'],
    },
    {
      title: 'HTTP 403',
      reply: text(403, ''),
      says: ['HTTP 403', 'refuses the key', 'underscores_in_headers on'],
    },
    {
      title: 'HTTP 404',
      reply: text(404, 'not here'),
      says: ['address is wrong', 'downstream.url', 'not here'],
    },
    { title: 'HTTP 405', reply: text(405, ''), says: ['HTTP 405', 'address is wrong'] },
    { title: 'HTTP 429', reply: text(429, ''), says: ['HTTP 429', 'Try again later'] },
    { title: 'HTTP 415', reply: text(415, ''), says: ['HTTP 415', 'size or the type'] },
    {
      title: 'HTTP 503',
      reply: text(503, HTML),
      says: ['HTTP 503', 'would be in doubt', 'It does not work'],
    },
    {
      title: 'a redirect',
      reply: redirect('http://127.0.0.1:9/'),
      says: ['HTTP 307', 'follows no redirect'],
    },
    {
      title: 'a page',
      reply: text(200, HTML),
      says: ['HTTP 200', 'cannot be used (unreadable)', 'It does not work'],
    },
    {
      title: 'an answer for another customer',
      reply: answer({ resultCode: 1 }, { customerId: 7 }),
      says: ['other_customer'],
    },
    { title: 'a cut connection', reply: cut(), says: ['ended without an answer (cut'] },
    { title: 'no answer in time', reply: hang(), says: ['no answer within 1800 ms', 'in doubt'] },
    {
      title: 'a decline',
      reply: answer({ resultCode: -4 }, { customerId: 1001 }),
      result: 'warning',
      says: ['HTTP 200, resultCode -4 (Invalid card or wallet reference)', '--reference'],
    },
  ];

  it.each(CASES)('says what came and what to do: $title', async ({ reply, result = 'failed', says }) => {
    const finding = await probed(reply);
    expect([finding.result, finding.status]).toEqual([result, result === 'failed' ? 1 : 0]);
    for (const each of says) expect(finding.detail).toContain(each);
  });

  it('says that the service accepts the other key', async () => {
    const behaviour = checking(approving(), ['the previous signing key']);
    const env = { CARDWAY_OTHER_SIGNING_KEY: 'the previous signing key' };
    const { result, detail } = await probed(behaviour, [], env);
    expect(result).toBe('warning');
    expect(detail).toContain('accepts otherSigningKey and not signingKey');
    expect(detail).not.toContain('wrong signature');
  });

  it('is sent a second time with a wrong signature, which the service must refuse', async () => {
    const { result, calls } = await probed(checking(approving()));
    expect(result).toBe('ok');
    expect(calls).toHaveLength(2);
    const [first, second] = calls.map((call) => call.envelope());
    expect(second).toMatchObject({ request: { method_name: 'Balance', request_amount: 0 }, card_id: 5002 });
    expect(second!['request_id']).not.toBe(first!['request_id']);
  });

  const refusing =
    (wrong: WalletAnswer): Behaviour =>
    (call) =>
      call.headers['x_msg_signature'] === hmac('a signing key of ours', call.body)
        ? approving()(call)
        : wrong;

  it.each([
    ['HTTP 200', answer({ resultCode: 1 }, { customerId: 1001 })],
    ['HTTP 200', answer({ resultCode: -8 }, { customerId: 1001 })],
    ['HTTP 400', text(400, 'a wrong signature')],
    ['HTTP 500', text(500, '')],
    ['no answer', cut()],
    ['no answer', hang()],
  ])('warns of a service that gives a call with a wrong signature %s', async (got, wrong) => {
    const { status, result, detail } = await probed(refusing(wrong));
    expect([status, result]).toEqual([0, 'warning']);
    expect(detail).toContain(`A Balance with a wrong signature got ${got}, and not HTTP 401.`);
  });

  it('is not sent without a wallet, and doctor says how to get one', async () => {
    const unknown = await probed(respond({ status: 405 }), ['--reference', '404']);
    expect([unknown.status, unknown.result]).toEqual([1, 'failed']);
    expect(unknown.detail).toContain('The directory has no wallet 404');
    expect(unknown.detail).toContain('cardway wallets add');
    expect(unknown.calls).toEqual([]);
  });

  it('names what is wrong with the connection', async () => {
    const plain = await startWallet({ behaviour: approving() });
    const hosts = [
      [plain.url.replace('http:', 'https:'), 'TLS failed'],
      ['http://wallets.invalid/', 'The name of the host is not known'],
      ['http://127.0.0.1:9/', 'ECONNREFUSED'],
    ] as const;
    try {
      for (const [url, said] of hosts) {
        const { result, detail } = await probed(approving(), [], { CARDWAY_DOWNSTREAM_URL: url });
        expect([result, detail]).toEqual(['failed', expect.stringContaining(said)]);
      }
    } finally {
      await plain.close();
    }
  });

  if (!HAS_OPENSSL) {
    process.stderr.write('Skipped: certificates of wallet services: there is no openssl\n');
  }
});

const PASSWORD = 'a terminal password';

function hmac(key: string, text: string | Buffer): string {
  return createHmac('sha256', key).update(text).digest('hex');
}
