import Database from 'better-sqlite3';
import {
  comparableRow,
  expectedBody,
  expectForwarded,
  type Passage,
} from '../contract/interfaces/samples.js';
import {
  askGraphQL,
  balance,
  checksumOf,
  deduct,
  CHANNELS,
  envelopeOf,
  GRAPHQL,
  graphQLBody,
  JSON_PROXY,
  klvText,
  requestIdOf,
  RPC2,
  sampleCall,
  signatureOf,
  sharedBench,
  withFields,
  type Call,
  type Channel,
  type Reply,
} from '../support/channels/index.js';
import type { ReceivedCall, TestWallet } from '../support/wallet/index.js';

let wallet: TestWallet;
const passed = new Map<string, Passage[]>();

const bench = sharedBench();

beforeAll(async () => {
  wallet = bench.wallet;
  for (const { title } of SAMPLES) passed.set(title, []);
  for (const channel of CHANNELS) {
    // Each sample must be new on every interface.
    emptyLedger(bench.ledger.path);
    for (const sample of SAMPLES) passed.get(sample.title)!.push(await pass(channel, callOf(sample)));
  }
});

function emptyLedger(path: string): void {
  const file = new Database(path);
  file.pragma('foreign_keys = OFF');
  file.exec('delete from transactions');
  file.close();
}

async function pass(channel: Channel, call: Call): Promise<Passage> {
  const before = wallet.calls.length;
  const heard = await channel.call(bench.url, call);
  const requestId = requestIdOf(call, channel.checksumForm);
  const shown = await askGraphQL<{ transaction: Record<string, unknown> }>(bench.url, TRANSACTION, {
    variables: { requestId },
  });
  const received = wallet.calls[before];
  expect(wallet.calls.length - before).toBe(received === undefined ? 0 : 1);
  return { channel, call, heard, received, row: bench.ledger.row(requestId), shown: shown.data!.transaction };
}

const TRANSACTION = `query ($requestId: String!) { transaction(requestId: $requestId) {
  requestId state default replyReason methodName effect channel programme terminalId reference customerId cardId
  requestAmount transactionId transactionDate referenceId referenceDate route attempt request answer rawAnswer
  resultCode repliedResultCode errorCode originalRequestId nextAttemptAt linked { requestId } } }`;

interface Expected {
  readonly title: string;
  readonly fields?: Readonly<Record<string, string>>;
}

/** Samples in an order in which reversals find their originals. Those whose original was never published find none. */
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
  // The sample has another name: the gateway itself answers digitization.complete
  // (docs/digitization.md#reports), and forwards every other message.
  {
    title: 'AdministrativeMessage digitization.complete',
    fields: { message_name: 'digitization.activation' },
  },
];

function callOf({ title, fields = {} }: Expected): Call {
  return withFields(sampleCall(title), fields);
}

describe.each(SAMPLES)('the published sample $title', (sample) => {
  const { title } = sample;
  const call = callOf(sample);
  let passages: readonly Passage[];

  beforeAll(() => {
    passages = passed.get(title)!;
  });

  it('gets the same answer on every interface', () => {
    for (const { channel, heard } of passages) {
      expect([channel.name, heard.status, heard.resultCode]).toEqual([channel.name, 200, 1]);
      expect(heard.fields).toEqual(APPROVED);
      if (channel.errors === 'rpc') continue;
      const customerId = call.fields['reference'] === '43172792905' ? 1001 : 1002;
      expect(heard).toMatchObject({ businessStatus: 'success', customerId, replayed: false });
    }
  });

  it('is forwarded signed, with the same content from every interface and the same bytes when the gateway writes them', () => {
    for (const passage of passages) expectForwarded(passage);
    if (checksumOf(call, 'printed') !== checksumOf(call, 'canonical')) return;
    const written = passages.filter(({ channel }) => channel !== JSON_PROXY);
    expect(new Set(written.map(({ received }) => received?.body.toString('utf8'))).size).toBe(1);
    expect(new Set(written.map(({ received }) => String(received?.rawHeaders))).size).toBe(1);
  });

  it('leaves equal rows in the ledger, except for the interface', () => {
    const [first, ...others] = passages.map(comparableRow);
    for (const other of others) expect(other).toEqual(first);
    expect(first).toMatchObject({
      state: 'answered',
      method_name: call.method,
      attempt: 1,
      result_code: 1,
    });
    expect(passages.map(({ row }) => row.channel)).toEqual(['graphql', 'json', 'xmlrpc', 'xmlrpc']);
  });

  it('is shown equally by the query transaction', () => {
    for (const { shown, row, channel } of passages) {
      expect(shown).toMatchObject({
        requestId: row.request_id,
        state: row.state.toUpperCase(),
        methodName: call.method,
        channel: channel.ledgerName.toUpperCase(),
        terminalId: call.fields['terminal_id'],
        reference: call.fields['reference'],
        transactionId: call.fields['transaction_id'] ?? null,
        answer: row.answer === null ? null : (JSON.parse(row.answer) as unknown),
        rawAnswer: row.raw_answer,
      });
      expect(JSON.stringify(shown['request'])).not.toContain(checksumOf(call, channel.checksumForm));
    }
  });
});

const APPROVED = { resultCode: 1, balanceAmount: 626900, actualBalance: 626900 };

describe('one call', () => {
  it('is forwarded in the order of its caller, and saved as it is forwarded', async () => {
    const call = deduct({ transaction_data: klvText(DATA) });
    const { request, ...rest } = envelopeOf(call);
    const shuffled = { ...reversed(rest), request: reversed({ ...request, transaction_data: SHUFFLED }) };
    const text = `\ufeff${JSON.stringify(shuffled, null, 2).replace('KARINA', '\\u004bARINA')}\n`;
    const received = await forwarded(() => JSON_PROXY.post(bench.url, text));
    expect(received.body.toString('utf8')).toBe(JSON.stringify(shuffled));
    expect(bench.ledger.rows().at(-1)?.['request']).toBe(JSON.stringify(shuffled));
    expect(received.headers['x_msg_signature']).toBe(signatureOf(received.body));
    expect(shuffled).toEqual(JSON.parse(expectedBody(call, 'canonical')));
  });

  it.each([
    [
      'of an amount that a Balance cannot have',
      (call: Call) => withRequest(call, { request_amount: 951 }),
      () => balance(),
    ],
    [
      'of an amount that a Balance left out',
      (call: Call) => withRequest(call, { request_amount: undefined }),
      () => balance(),
    ],
    [
      'of an amount that is null',
      (call: Call) => withRequest(call, { request_amount: null }),
      () => balance(),
    ],
  ] as const)('is rewritten because %s', async (_, bodyOf, make) => {
    const call = make();
    const received = await forwarded(() => JSON_PROXY.post(bench.url, bodyOf(call)));
    expect(received.body.toString('utf8')).toBe(expectedBody(call, 'canonical'));
    expect(received.headers['x_msg_signature']).toBe(signatureOf(received.body));
  });

  it('is a Balance with the same bytes by balance, by transact and as XML, and all get the same answer', async () => {
    const call = balance();
    const url = bench.url;
    const { requestAmount: _amount, ...input } = graphQLBody(call).variables.input as Record<string, unknown>;
    const asked = (field: string, type: string, given: object) =>
      GRAPHQL.post(
        url,
        JSON.stringify({
          query: `mutation ($input: ${type}!) { ${field}(input: $input) { status message customerId requestId replayed response { resultCode fields } } }`,
          variables: { input: given },
        }),
      );
    const received = await forwarded(() =>
      asked('transact', 'TransactionInput', { ...input, methodName: 'Balance' }),
    );
    expect(received.body.toString('utf8')).toBe(expectedBody(call, 'canonical'));
    const again = [
      await asked('transact', 'TransactionInput', { ...input, methodName: 'Balance', requestAmount: 7 }),
      await asked('balance', 'BalanceInput', input),
      await asked('balance', 'BalanceInput', { ...input, requestAmount: null }),
      await JSON_PROXY.call(url, call),
      await JSON_PROXY.post(url, withRequest(call, { request_amount: undefined })),
      await RPC2.call(url, call),
    ];
    for (const reply of again) expect(reply).toMatchObject({ resultCode: 1, replayed: true });
  });

  it('gets its checksum from the gateway when a GraphQL caller leaves it out', async () => {
    const call = deduct();
    const url = bench.url;
    const received = await forwarded(() => GRAPHQL.call(url, { ...call, checksum: null }));
    expect(received.body.toString('utf8')).toBe(expectedBody(call, 'canonical'));
  });

  /** Returns the JSON call with other members in `request`. Undefined leaves one out. */
  function withRequest(call: Call, members: Record<string, unknown>): string {
    const envelope = envelopeOf(call);
    return JSON.stringify({ ...envelope, request: { ...envelope.request, ...members } });
  }

  const DATA = [
    ['002', '627028100000021'],
    ['010', '69972522'],
    ['251', 'MasterCard'],
  ] as const;
  const SHUFFLED = { network: 'MasterCard', conversion_rate: '69972522', tracking_number: '627028100000021' };

  async function forwarded(run: () => Promise<Reply>): Promise<ReceivedCall> {
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
  // Published checksums, right under the sandbox's password.
  const PRINTED = [
    { title: 'Balance', sha256: 'C1934E02B0D8582761453D56513BC8997C61AACB08B9AFB4A6571F78FE941BD1' },
    { title: 'Deduct POS', sha256: '19C2E6C157EA6E0A5E9BB52B85D2EB771110CB54EA498D6F9D23637502669D01' },
  ];

  describe.each(CHANNELS)('on $name', (channel) => {
    it.each(PRINTED)('of $title is accepted as printed', async ({ title, sha256 }) => {
      const heard = await channel.call(bench.url, { ...sampleCall(title), checksum: sha256 });
      expect(heard.resultCode).toBe(1);
    });
  });
});
