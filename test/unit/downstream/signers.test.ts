import { createHmac } from 'node:crypto';
import { createSigners, type SigningKey } from '../../../src/outbound/downstream/signers.js';
import {
  approving,
  respond,
  startWallet,
  type ReceivedCall,
  type TestWallet,
} from '../../support/wallet/index.js';
import { BODY, openBench } from './set-up.js';

const FIRST = { key: Buffer.from('first'), notAfterMs: 2000 };
const SECOND = { key: Buffer.from('second'), notBeforeMs: 1000, notAfterMs: 3000 };
const THIRD = { key: Buffer.from('third'), notBeforeMs: 2500 };

const nameOf = (signature: unknown, body: Buffer = BODY): string =>
  ['first', 'second', 'third'].find(
    (key) => createHmac('sha256', key).update(body).digest('hex') === signature,
  ) ?? 'unknown';

function signersAt(nowMs: number, keys: readonly SigningKey[] = [FIRST, SECOND, THIRD]) {
  const clock = { now: nowMs, nowMs: () => clock.now };
  const signers = createSigners(keys, clock);
  const names = (): readonly string[] => {
    const { current } = signers;
    return [current, ...signers.othersThan(current)].map((sign) => nameOf(sign(BODY)));
  };
  return { signers, names, clock };
}

it.each([
  [0, ['first']],
  [999, ['first']],
  [1000, ['second', 'first']],
  [2000, ['second']],
  [2500, ['third', 'second']],
  [3000, ['third']],
])('at %d the newest valid key signs, and the other valid ones are tried after it', (nowMs, expected) => {
  expect(signersAt(nowMs).names()).toEqual(expected);
  expect(signersAt(nowMs, [THIRD, FIRST, SECOND]).names()).toEqual(expected);
});

it('keys without windows keep their order, and equal keys are one', () => {
  const keys = ['first', 'second', 'first'].map((key) => ({ key: Buffer.from(key) }));
  expect(signersAt(0, keys).names()).toEqual(['first', 'second']);
});

it('a key signs in each of its windows', () => {
  const again = { key: FIRST.key, notBeforeMs: 2900 };
  expect(signersAt(1500, [FIRST, SECOND, again]).names()).toEqual(['second', 'first']);
  expect(signersAt(2950, [FIRST, SECOND, again]).names()).toEqual(['first', 'second']);
  expect(signersAt(9000, [FIRST, SECOND, again]).names()).toEqual(['first']);
});

it('outside of all windows the nearest key signs', () => {
  expect(signersAt(9000, [FIRST, SECOND]).names()).toEqual(['second']);
  expect(signersAt(100, [SECOND, THIRD]).names()).toEqual(['second']);
});

it('the key that the service accepted last signs while it is valid, until a newer one becomes valid', () => {
  const { signers, names, clock } = signersAt(1500);
  const [older] = signers.othersThan(signers.current);
  expect(older !== undefined && signers.prefer(older)).toBe(true);
  expect(names()).toEqual(['first', 'second']);
  expect(older !== undefined && signers.prefer(older)).toBe(false);
  clock.now = 2000;
  expect(names()).toEqual(['second']);
  clock.now = 2700;
  expect(names()).toEqual(['third', 'second']);
  // A clock that is set back: the windows of that time apply.
  clock.now = 500;
  expect(names()).toEqual(['first']);
});

describe('with a wallet service', () => {
  let wallet: TestWallet;
  beforeAll(async () => (wallet = await startWallet({ behaviour: approving() })));
  afterAll(() => wallet.close());

  it('a service that takes any one of the valid keys gets each call once, and later calls begin with that key', async () => {
    const keys = ['first', 'second', 'third'].map((key) => ({ key: Buffer.from(key) }));
    const bench = openBench(wallet.url, { route: { signingKeys: keys } });
    const approve = approving();
    const taking = (accepted: string) => (call: ReceivedCall) =>
      (nameOf(call.headers['x_msg_signature'], call.body) === accepted
        ? approve(call)
        : respond({ status: 401, body: 'no' })) as ReturnType<typeof respond>;
    for (const [accepted, tries] of [
      ['third', 3],
      ['third', 1],
      ['second', 3],
      ['second', 1],
      ['none', 3],
    ] as const) {
      wallet.behave(taking(accepted));
      const { length } = wallet.calls;
      const outcome = await bench.send();
      expect(outcome.kind).toBe(accepted === 'none' ? 'refused' : 'answered');
      expect([accepted, wallet.calls.length - length]).toEqual([accepted, tries]);
    }
    await bench.downstream.close();
  });

  it('an inquiry is made with each valid key, until the service accepts one', async () => {
    const signingKeys = ['first', 'second', 'third'].map((key) => ({ key: Buffer.from(key) }));
    const bench = openBench(wallet.url, { route: { signingKeys, inquiryUrl: wallet.url } });
    const requestId = '5001_1_1';
    const nameIn = (call: ReceivedCall) => nameOf(call.headers['x_msg_signature'], Buffer.from(requestId));
    wallet.behave((call) => respond({ status: nameIn(call) === 'second' ? 404 : 403, body: 'no' }));
    const { length } = wallet.calls;
    const outcome = await bench.downstream.inquire({ route: 'main', requestId, customerId: 1001 });
    expect(outcome).toEqual({ kind: 'never_seen' });
    expect(wallet.calls.slice(length).map(nameIn)).toEqual(['first', 'second']);
    await bench.downstream.close();
  });

  it.each([401, 403])(
    'an answer under HTTP %d refuses no signature, and is not sent again under another key',
    async (status) => {
      const keys = ['first', 'second'].map((key) => ({ key: Buffer.from(key) }));
      const bench = openBench(wallet.url, { route: { signingKeys: keys } });
      const answers = [
        [
          { customerId: 1001, response: { resultCode: -29 } },
          { kind: 'answered', httpStatus: status },
        ],
        [
          { customerId: 1002, response: { resultCode: 1 } },
          { kind: 'in_doubt', reason: 'other_customer' },
        ],
      ] as const;
      for (const [body, outcome] of answers) {
        wallet.behave(respond({ status, body: JSON.stringify(body) }));
        const { length } = wallet.calls;
        expect(await bench.send()).toMatchObject(outcome);
        expect(wallet.calls.length - length).toBe(1);
      }
      await bench.downstream.close();
    },
  );
});
