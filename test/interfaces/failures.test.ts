/** Tests what is saved of a call that the wallet service did not answer (docs/transactions.md#failures). */
import { until } from '../life/until.js';
import {
  askGraphQL,
  balance,
  deduct,
  JSON_PROXY,
  KEYS,
  nodesOf,
  requestIdOf,
  send,
  sharedBench,
  startBench,
  stop,
  USUAL,
  type Bench,
  type Call,
} from '../support/channels/index.js';
import { gate, half, hang, respond, startWallet, type WalletAnswer } from '../support/wallet/index.js';
import { constants } from '../support/constants.js';

const CARD_NUMBER = '4111111111111111';
const HTML = '<html><body><h1>503 Service Unavailable</h1></body></html>';
const TEXT = { 'Content-Type': 'text/plain' };

interface Saved {
  readonly state: string;
  readonly failure: string | null;
  readonly httpStatus: number | null;
  readonly sentAt: string | null;
  readonly rawAnswer: string | null;
}

async function saved(bench: Bench, requestId: string): Promise<Saved> {
  const fields = 'state failure httpStatus sentAt rawAnswer';
  const query = `query ($id: String!) { transaction(requestId: $id) { ${fields} } }`;
  const reply = await askGraphQL<{ transaction: Saved }>(bench.url, query, { variables: { id: requestId } });
  expect(reply.errors).toEqual([]);
  return reply.data!.transaction;
}

/** Returns what is saved of a call once its caller has the reply. */
async function savedOf(bench: Bench, call: Call): Promise<Saved> {
  await JSON_PROXY.call(bench.url, call);
  return saved(bench, requestIdOf(call));
}

/** Returns what is saved of a call that was sent before its deadline passed. On a busy machine the first may be too late. */
async function savedOfSent(bench: Bench, make: () => Call): Promise<{ id: string; now: Saved }> {
  for (;;) {
    const call = make();
    const now = await savedOf(bench, call);
    if (bench.sent(requestIdOf(call)).length > 0) return { id: requestIdOf(call), now };
  }
}

/** Returns the line of a transaction in the export, with its texts. */
async function exported(bench: Bench, requestId: string): Promise<unknown> {
  const reply = await send(`${bench.url}/v1/exports/transactions?format=ndjson&texts=true`, {
    method: 'GET',
    headers: { Authorization: `Bearer ${KEYS.operator}` },
  });
  const line = reply.bytes
    .toString('utf8')
    .split('\n')
    .find((text) => text.includes(`"requestId":"${requestId}"`));
  return line === undefined ? null : JSON.parse(line);
}

const SENT = expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string;

const CASES: readonly { title: string; reply: WalletAnswer; expected: Saved }[] = [
  {
    title: 'HTTP 401 with a text',
    reply: respond({ status: 401, body: 'wrong key', headers: TEXT }),
    expected: { state: 'REFUSED', failure: 'status', httpStatus: 401, sentAt: SENT, rawAnswer: 'wrong key' },
  },
  {
    title: 'HTTP 503 with a page',
    reply: respond({ status: 503, body: HTML, headers: { 'Content-Type': 'text/html' } }),
    expected: { state: 'IN_DOUBT', failure: 'status', httpStatus: 503, sentAt: SENT, rawAnswer: HTML },
  },
  {
    title: 'half an answer',
    reply: half('{"response":{"resultCode":1}}'),
    expected: {
      state: 'IN_DOUBT',
      failure: expect.stringMatching(/^cut:[A-Z_]+$/) as string,
      httpStatus: 200,
      sentAt: SENT,
      rawAnswer: null,
    },
  },
];

const bench = sharedBench();

it.each(CASES)('a call keeps why it has no answer: $title', async ({ reply, expected }) => {
  bench.wallet.behave(reply);
  const before = new Date().toISOString();
  const now = await savedOf(bench, deduct());
  expect(now).toEqual(expected);
  expect(now.sentAt! >= before).toBe(true);
});

it('a Balance keeps it too', async () => {
  bench.wallet.behave(respond({ status: 503, body: HTML }));
  expect(await savedOf(bench, balance())).toMatchObject({
    state: 'FAILED',
    failure: 'status',
    httpStatus: 503,
    rawAnswer: HTML,
  });
});

it('the text of a refusal with a card number is not kept', async () => {
  bench.wallet.behave(respond({ status: 403, body: `no card ${CARD_NUMBER}`, headers: TEXT }));
  const { rawAnswer } = await savedOf(bench, deduct());
  expect(rawAnswer).toMatch(/^\[text of 24 characters, SHA-256 [\da-f]{64}\]$/);
});

it('an export shows when a refused call was sent, as the other views do', async () => {
  const call = deduct();
  bench.wallet.behave(respond({ status: 429, body: 'slow down', headers: TEXT }));
  const { state, ...same } = await savedOf(bench, call);
  expect([state, same.sentAt]).toEqual(['REFUSED', SENT]);
  expect(await exported(bench, requestIdOf(call))).toMatchObject({ state: 'refused', ...same });
});

it('an answer has no failure, and ends that of an earlier attempt', async () => {
  const call = deduct();
  bench.wallet.behave(respond({ status: 429, body: 'slow down', headers: TEXT }));
  expect(await savedOf(bench, call)).toMatchObject({
    state: 'REFUSED',
    failure: 'status',
    httpStatus: 429,
  });
  bench.wallet.behave(USUAL);
  const answered = await savedOf(bench, call);
  expect(answered).toMatchObject({ state: 'ANSWERED', failure: null, httpStatus: 200, sentAt: SENT });
  expect(answered.rawAnswer).not.toBe('slow down');
});

it('a doubt that an operator settles keeps what the wallet service said', async () => {
  const call = deduct();
  bench.wallet.behave(respond({ status: 503, body: HTML }));
  await savedOf(bench, call);
  const requestId = requestIdOf(call);
  const outcome = { resultCode: 1, reason: 'booked there', state: 'IN_DOUBT' };
  const input = { requestIds: ['unknown', requestId, requestId], ...outcome };
  const settle = `mutation ($input: SettleTransactionsInput!) { settleTransactions(input: $input) { refused { requestId } } }`;
  const { data } = await askGraphQL(bench.url, settle, { variables: { input } });
  expect(data).toEqual({ settleTransactions: { refused: [{ requestId: 'unknown' }, { requestId }] } });
  expect(await saved(bench, requestId)).toEqual({
    state: 'ANSWERED',
    failure: 'status',
    httpStatus: 503,
    sentAt: SENT,
    rawAnswer: HTML,
  });
});

it('an advice that the wallet service refuses shows when it was sent last, and with which status', async () => {
  const call = stop();
  const id = requestIdOf(call);
  bench.wallet.behave(respond({ status: 401, body: 'wrong key', headers: TEXT }));
  const first = await savedOf(bench, call);
  expect(first).toEqual({
    state: 'QUEUED',
    failure: 'status',
    httpStatus: 401,
    sentAt: SENT,
    rawAnswer: 'wrong key',
  });

  const sendNow = async (): Promise<Saved> => {
    const { length } = bench.sent(id);
    const send = `mutation ($id: String!) { sendTransaction(input: { requestId: $id }) { transaction { id } } }`;
    expect((await askGraphQL(bench.url, send, { variables: { id } })).errors).toEqual([]);
    await until(
      'the advice was sent again',
      async () => bench.sent(id).length > length && (await attemptEnded()),
    );
    return saved(bench, id);
  };
  // A queued row shows its next attempt, and an answered one has none. Only while it is sent, neither holds.
  const attemptEnded = async (): Promise<boolean> => {
    const query = `query ($id: String!) { transaction(requestId: $id) { state nextAttemptAt } }`;
    const reply = await askGraphQL<{ transaction: { state: string; nextAttemptAt: string | null } }>(
      bench.url,
      query,
      { variables: { id } },
    );
    const { state, nextAttemptAt } = reply.data!.transaction;
    return state === 'ANSWERED' || nextAttemptAt !== null;
  };
  bench.wallet.behave(respond({ status: 403, body: 'wrong key again', headers: TEXT }));
  const second = await sendNow();
  expect(second).toMatchObject({ state: 'QUEUED', httpStatus: 403, rawAnswer: 'wrong key again' });
  expect(second.sentAt! > first.sentAt!).toBe(true);

  bench.wallet.behave(USUAL);
  const answered = await sendNow();
  expect(answered).toMatchObject({ state: 'ANSWERED', failure: null, httpStatus: 200 });
  expect(answered.sentAt! > second.sentAt!).toBe(true);
});

it('a call that is never connected, and one that the open breaker refuses, were not sent', async () => {
  const gone = await startWallet({ behaviour: USUAL });
  await gone.close();
  const unreachable = await startBench({
    wallet: gone,
    env: {
      ...constants({ BREAKER_FAILURES_MIN: 1, BREAKER_HALF_OPEN_AFTER_MS: 3_600_000 }),
    },
  });
  try {
    const nothing = { state: 'REFUSED', httpStatus: null, sentAt: null, rawAnswer: null };
    expect(await savedOf(unreachable, deduct())).toEqual({
      ...nothing,
      failure: 'not_connected:ECONNREFUSED',
    });
    expect(await savedOf(unreachable, deduct())).toEqual({ ...nothing, failure: 'breaker' });
    expect(await savedOf(unreachable, stop())).toEqual({
      ...nothing,
      state: 'QUEUED',
      failure: 'not_connected:ECONNREFUSED',
    });
  } finally {
    await unreachable.stop();
  }
});

it('a timeout says so, and then what came too late', async () => {
  const opened = gate();
  const hasty = await startBench({
    env: { CARDWAY_DOWNSTREAM_TIMEOUT_MS: '500', ...constants({ LATE_ANSWER_MS: 60_000 }) },
    behaviour: async () => {
      await opened.opened;
      return respond({ status: 503, body: HTML });
    },
  });
  try {
    const { id, now } = await savedOfSent(hasty, deduct);
    const doubt = { state: 'IN_DOUBT', sentAt: SENT };
    expect(now).toEqual({ ...doubt, failure: 'timeout', httpStatus: null, rawAnswer: null });
    opened.open();
    await until('the late answer is saved', async () => (await saved(hasty, id)).failure !== 'timeout');
    expect(await saved(hasty, id)).toEqual({
      ...doubt,
      failure: 'status',
      httpStatus: 503,
      sentAt: now.sentAt,
      rawAnswer: HTML,
    });
    expect(await doubtsReported(hasty, id)).toBe(1);
  } finally {
    await hasty.stop();
  }
});

it('a timeout that no answer follows says so when the wait ends', async () => {
  const hasty = await startBench({
    env: { CARDWAY_DOWNSTREAM_TIMEOUT_MS: '500', ...constants({ LATE_ANSWER_MS: 500 }) },
    behaviour: hang(),
  });
  try {
    const { id } = await savedOfSent(hasty, deduct);
    await until(
      'the wait for an answer ended',
      async () => (await saved(hasty, id)).failure === 'no_late_answer',
    );
    expect(await saved(hasty, id)).toMatchObject({ state: 'IN_DOUBT', httpStatus: null, sentAt: SENT });
  } finally {
    await hasty.stop();
  }
});

/** Returns how many events report the doubt. A late answer adds none. */
async function doubtsReported(bench: Bench, requestId: string): Promise<number> {
  const list = 'events(filter: { type: TRANSACTION_IN_DOUBT })';
  const doubts = await nodesOf<{ data: { requestId: string } }>(bench.url, list, 'data');
  return doubts.filter(({ data }) => data.requestId === requestId).length;
}
