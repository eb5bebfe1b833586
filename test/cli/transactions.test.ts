import { constants } from '../support/constants.js';
import { sharedGateway } from '../support/gateway.js';
import { cardway, entriesOf, type Ended } from './command.js';

interface Line {
  readonly requestId: string;
  readonly state: string;
  readonly methodName: string;
  readonly replyReason: string | null;
  readonly linked?: readonly Line[];
}

const gateway = sharedGateway({
  env: { CARDWAY_DOWNSTREAM_TIMEOUT_MS: '3000', ...constants({ LATE_ANSWER_MS: 1 }) },
});

const run = (...args: readonly string[]): Promise<Ended> => cardway([...args, '--url', gateway.url]);

async function json<T>(...args: readonly string[]): Promise<T> {
  const { status, out, err } = await run(...args, '--json');
  expect([status, err]).toEqual([0, '']);
  return JSON.parse(out) as T;
}

async function list(...args: readonly string[]): Promise<readonly Line[]> {
  const { status, out } = await run('transactions', ...args, '--json');
  expect(status).toBe(0);
  return entriesOf<Line>(out);
}

/** Fields with an amount that the simulated wallet service never answers. */
const UNANSWERED = ['request_amount=952', 'transaction_date=20261121T05:00:00'];

/** Sends this Deduct as its terminal does and returns the result code. */
async function received(transactionId: string): Promise<number | undefined> {
  const { out } = await run('send', 'Deduct', '--channel', 'xmlrpc', ...UNANSWERED, transactionId, '--json');
  return (JSON.parse(out) as { body: { resultCode?: number } }).body.resultCode;
}

const inDoubt = (): Promise<readonly Line[]> => list('--state', 'in_doubt');

describe('transactions', () => {
  it('in doubt are listed, settled by an operator with a reason, and closed once resolved', async () => {
    expect(await received('transaction_id=cli-1')).toBe(-7);
    const [doubtful] = await inDoubt();
    expect(doubtful).toMatchObject({ state: 'in_doubt', methodName: 'Deduct', replyReason: 'timeout' });
    const id = doubtful?.requestId ?? '';

    const settle = [
      'transactions',
      'settle',
      id,
      '--result-code',
      '1',
      '--reason',
      'the issuer has booked it',
    ];
    expect(await json<Line>(...settle)).toMatchObject({ requestId: id, state: 'contradicted' });
    const shown = await json<Line>('transactions', 'show', id);
    expect(shown.linked).toMatchObject([{ methodName: 'DeductReversal' }]);
    expect(await received('transaction_id=cli-1')).toBe(-7);

    expect(await json<Line>(...settle)).toMatchObject({
      state: 'answered',
      replyReason: 'made_good_by_operator',
    });
    expect(await received('transaction_id=cli-1')).toBe(-7);
    expect(await inDoubt()).toEqual([]);
  });

  it.each([
    [['transactions', 'show', '5001_20260101220405_9'], 1, 'is in `cardway refusals`. (NOT_FOUND)'],
    [['transactions', 'send', '5001_20260101220405_9'], 1, 'NOT_FOUND'],
    [
      ['transactions', 'settle', '5001_20260101220405_9', '--result-code', '1', '--reason', 'x'],
      1,
      'NOT_FOUND',
    ],
    [['transactions', 'settle', 'x', '--result-code', 'one', '--reason', 'x'], 2, '--result-code'],
    [['transactions', 'settle', 'x', '--result-code', '1'], 2, '--reason'],
    [['transactions', '--state', 'lost'], 2, 'in_doubt'],
    [['transactions', '--limit', 'all'], 2, '--limit'],
    [['transactions', '--amount-from', '12.50'], 2, '--amount-from'],
    [['transactions', '--channel', 'post'], 2, 'xmlrpc'],
    [['transactions', '--error', 'none'], 2, 'DOWNSTREAM_REFUSED'],
  ])('%j end with status %d and name %s', async (args, status, named) => {
    const ended = await run(...args);
    expect([ended.status, ended.out]).toEqual([status, '']);
    expect(ended.err).toContain(named);
  });
});
