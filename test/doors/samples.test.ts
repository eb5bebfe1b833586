import { comparableRow, expectedBody, expectForwarded, type Passage } from '../contract/doors/samples.js';
import {
  askGraphQL,
  checksumOf,
  deduct,
  DOORS,
  envelopeOf,
  GRAPHQL,
  JSON_PROXY,
  klvText,
  requestIdOf,
  RPC2,
  sampleCall,
  startBench,
  USUAL,
  withFields,
  type Bench,
  type Call,
  type Door,
  type Heard,
} from '../support/doors/index.js';
import { startWallet, type ReceivedCall, type TestWallet } from '../support/wallet/index.js';

/** One gateway for each door, so that one call can be new on all of them; one wallet service behind them all. */
let wallet: TestWallet;
let benches: Map<Door, Bench>;

beforeAll(async () => {
  wallet = await startWallet({ behaviour: USUAL });
  const started = DOORS.map(async (door) => [door, await startBench({ wallet })] as const);
  benches = new Map(await Promise.all(started));
});

afterAll(async () => {
  await Promise.all([...benches.values()].map((bench) => bench.stop()));
  await wallet.close();
});

async function pass(door: Door, call: Call): Promise<Passage> {
  const bench = benches.get(door)!;
  const before = wallet.calls.length;
  const heard = await door.call(bench.url, call);
  const requestId = requestIdOf(call, door.checksumForm);
  const shown = await askGraphQL<{ transaction: Record<string, unknown> }>(bench.url, TRANSACTION, {
    variables: { requestId },
  });
  const received = wallet.calls[before];
  expect(wallet.calls.length - before).toBe(received === undefined ? 0 : 1);
  return { door, call, heard, received, row: bench.ledger.row(requestId), shown: shown.data!.transaction };
}

const TRANSACTION = `query ($requestId: String!) { transaction(requestId: $requestId) {
  requestId state default defaultReason methodName effect door programme terminalId reference customerId cardId
  requestAmount transactionId transactionDate referenceId referenceDate route attempt request answer rawAnswer
  resultCode toldResultCode errorCode originalRequestId nextAttemptAt linked { requestId } } }`;

interface Expected {
  readonly title: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly isSent?: false;
  readonly state?: string;
}

/** In an order in which reversals find their originals; those whose original was never published find none. */
const SAMPLES: readonly Expected[] = [
  { title: 'Balance' },
  { title: 'Deduct ATM' },
  { title: 'Deduct POS' },
  { title: 'Deduct (SimPOS capture)' },
  { title: 'DeductReversal (SimPOS)' },
  { title: 'DeductReversal (doc)' },
  { title: 'DeductAdjustment' },
  { title: 'LoadAdjustment forex' },
  { title: 'LoadAdjustment refund' },
  { title: 'LoadAuth' },
  { title: 'LoadAuthReversal' },
  { title: 'LoadReversal' },
  { title: 'Stop' },
  { title: 'ValidatePIN' },
  { title: 'BrazilianInstallmentSettled' },
  { title: 'MexicanInstallmentSettled' },
  // Under another name: digitization.complete is the gateway's own to answer (contract section 3), every other message is forwarded.
  {
    title: 'AdministrativeMessage digitization.complete',
    fields: { message_name: 'digitization.activation' },
  },
];

describe.each(SAMPLES)('the published sample $title', (sample) => {
  const { title, fields = {}, isSent = true, state = 'answered' } = sample;
  const call = withFields(sampleCall(title), fields);
  const passages: Passage[] = [];

  beforeAll(async () => {
    for (const door of DOORS) passages.push(await pass(door, call));
  });

  it('is answered alike on every door', () => {
    for (const { door, heard } of passages) {
      expect([door.name, heard.status, heard.resultCode]).toEqual([door.name, 200, 1]);
      expect(heard.fields).toEqual(isSent ? { ...APPROVED } : { resultCode: 1 });
      if (door.errors === 'rpc') continue;
      const customerId = call.fields['reference'] === '43172792905' ? 1001 : 1002;
      expect(heard).toMatchObject({ businessStatus: 'success', customerId, replayed: false });
    }
  });

  it('is forwarded as the same signed bytes from every door', () => {
    for (const passage of passages) {
      if (isSent) expectForwarded(passage);
      else expect(passage.received).toBeUndefined();
    }
    if (checksumOf(call, 'printed') !== checksumOf(call, 'canonical')) return;
    expect(new Set(passages.map(({ received }) => received?.body.toString('utf8'))).size).toBe(1);
    expect(new Set(passages.map(({ received }) => String(received?.rawHeaders))).size).toBe(1);
  });

  it('leaves equal rows in the ledger, but for the door', () => {
    const [first, ...others] = passages.map(comparableRow);
    for (const other of others) expect(other).toEqual(first);
    expect(first).toMatchObject({
      state,
      method_name: call.method,
      attempt: 1,
      result_code: isSent ? 1 : null,
    });
    expect(passages.map(({ row }) => row.door)).toEqual(['graphql', 'json', 'xmlrpc', 'xmlrpc']);
  });

  it('is shown alike by the query transaction', () => {
    for (const { shown, row, door } of passages) {
      expect(shown).toMatchObject({
        requestId: row.request_id,
        state: row.state,
        methodName: call.method,
        door: door.ledgerName,
        terminalId: call.fields['terminal_id'],
        reference: call.fields['reference'],
        transactionId: call.fields['transaction_id'] ?? null,
        answer: row.answer === null ? null : (JSON.parse(row.answer) as unknown),
        rawAnswer: row.raw_answer,
      });
      expect(JSON.stringify(shown['request'])).not.toContain(checksumOf(call, door.checksumForm));
    }
  });
});

const APPROVED = { resultCode: 1, balanceAmount: 626900, actualBalance: 626900 };

describe('one call', () => {
  it('is forwarded with the same bytes whatever the order of its JSON members', async () => {
    const call = deduct({ transaction_data: klvText(DATA) });
    const { request, ...rest } = envelopeOf(call);
    const shuffled = { ...reversed(rest), request: reversed({ ...request, transaction_data: SHUFFLED }) };
    const received = await forwarded(() =>
      JSON_PROXY.post(benches.get(JSON_PROXY)!.url, JSON.stringify(shuffled, null, 2)),
    );
    expect(received.body.toString('utf8')).toBe(expectedBody(call, 'canonical'));
  });

  it('is forwarded with the same bytes whatever the order of its KLV', async () => {
    const call = deduct({ transaction_data: klvText([...DATA].reverse()) });
    const received = await forwarded(() => RPC2.call(benches.get(RPC2)!.url, call));
    expect(received.body.toString('utf8')).toBe(expectedBody(call, 'printed'));
  });

  it('gets its checksum from the gateway when a GraphQL caller leaves it out', async () => {
    const call = deduct();
    const url = benches.get(GRAPHQL)!.url;
    const received = await forwarded(() => GRAPHQL.call(url, { ...call, checksum: null }));
    expect(received.body.toString('utf8')).toBe(expectedBody(call, 'canonical'));
  });

  it('takes members along that the gateway does not know, behind those that it knows', async () => {
    const call = deduct();
    const envelope = envelopeOf(call);
    const body = { trace: { hop: [1, null] }, ...envelope, request: { zone: 'A', ...envelope.request } };
    const received = await forwarded(() =>
      JSON_PROXY.post(benches.get(JSON_PROXY)!.url, JSON.stringify(body)),
    );
    const expected = JSON.parse(expectedBody(call, 'canonical')) as { request: object };
    expect(received.body.toString('utf8')).toBe(
      JSON.stringify({ ...expected, request: { ...expected.request, zone: 'A' }, trace: { hop: [1, null] } }),
    );
  });

  const DATA = [
    ['002', '627028100000021'],
    ['010', '69972522'],
    ['251', 'MasterCard'],
  ] as const;
  const SHUFFLED = { network: 'MasterCard', conversion_rate: '69972522', tracking_number: '627028100000021' };

  async function forwarded(run: () => Promise<Heard>): Promise<ReceivedCall> {
    const before = wallet.calls.length;
    expect(await run()).toMatchObject({ resultCode: 1, replayed: false });
    expect(wallet.calls.length).toBe(before + 1);
    return wallet.calls[before]!;
  }

  function reversed(object: Record<string, unknown>): Record<string, unknown> {
    return Object.fromEntries(Object.entries(object).reverse());
  }
});

describe('a published checksum', () => {
  // wire.md 1.6, right under the sandbox's password.
  const PRINTED = [
    { title: 'Balance', sha256: 'C1934E02B0D8582761453D56513BC8997C61AACB08B9AFB4A6571F78FE941BD1' },
    { title: 'Deduct POS', sha256: '19C2E6C157EA6E0A5E9BB52B85D2EB771110CB54EA498D6F9D23637502669D01' },
  ];

  it.each(PRINTED)('of $title is what the rule of wire.md gives', ({ title, sha256 }) => {
    expect(checksumOf(sampleCall(title), 'printed').toUpperCase()).toBe(sha256);
  });

  describe.each(DOORS)('on $name', (door) => {
    it.each(PRINTED)('of $title is taken as printed', async ({ title, sha256 }) => {
      const bench = benches.get(door)!;
      const heard = await door.call(bench.url, { ...sampleCall(title), checksum: sha256 });
      expect(heard.resultCode).toBe(1);
    });

    it.each([
      { title: 'Balance', sha1: '162E90037D1ED7D07592D56C6D24D0D4E7477498' },
      { title: 'Deduct POS', sha1: 'C3C8BCE1B989A4868C756B13BA7A7B5057FC4E21' },
    ])('of $title under SHA-1 is refused', async ({ title, sha1 }) => {
      const requestId = requestIdOf(sampleCall(title));
      const heard = await door.call(benches.get(door)!.url, {
        ...sampleCall(title),
        requestId,
        checksum: sha1,
      });
      expect(heard.errorCode ?? heard.resultCode).toBe(door.errors === 'rpc' ? -8 : 'UNAUTHENTICATED');
    });
  });
});
