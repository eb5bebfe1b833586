import { createHmac } from 'node:crypto';
import { createSigners, type SigningKeys } from '../../../src/outbound/downstream/signers.js';
import {
  approving,
  respond,
  startWallet,
  type ReceivedCall,
  type TestWallet,
} from '../../support/wallet/index.js';
import { BODY, openBench } from './set-up.js';

const keysOf = (name: string, other: string): SigningKeys => [Buffer.from(name), Buffer.from(other)];

const nameOf = (signature: unknown, body: Buffer = BODY): string =>
  ['first', 'second'].find((key) => createHmac('sha256', key).update(body).digest('hex') === signature) ??
  'unknown';

it('the key that the service accepted last signs first, and the other one is tried after it', () => {
  const signers = createSigners(keysOf('first', 'second'));
  const names = (): readonly (string | null)[] => {
    const { current } = signers;
    return [current, signers.otherThan(current)].map((sign) => sign && nameOf(sign(BODY)));
  };
  expect(names()).toEqual(['first', 'second']);
  const other = signers.otherThan(signers.current);
  expect(other !== null && signers.prefer(other)).toBe(true);
  expect(names()).toEqual(['second', 'first']);
  expect(other !== null && signers.prefer(other)).toBe(false);
});

it('equal keys are one', () => {
  const signers = createSigners(keysOf('first', 'first'));
  expect(signers.otherThan(signers.current)).toBeNull();
});

describe('with a wallet service', () => {
  let wallet: TestWallet;
  beforeAll(async () => (wallet = await startWallet({ behaviour: approving() })));
  afterAll(() => wallet.close());

  it('a service that takes either key gets each call once, and later calls begin with that key', async () => {
    const bench = openBench(wallet.url, { route: { signingKeys: keysOf('first', 'second') } });
    const approve = approving();
    const taking = (accepted: string) => (call: ReceivedCall) =>
      (nameOf(call.headers['x_msg_signature'], call.body) === accepted
        ? approve(call)
        : respond({ status: 401, body: 'no' })) as ReturnType<typeof respond>;
    for (const [accepted, tries] of [
      ['second', 2],
      ['second', 1],
      ['first', 2],
      ['first', 1],
      ['none', 2],
    ] as const) {
      wallet.behave(taking(accepted));
      const { length } = wallet.calls;
      const outcome = await bench.send();
      expect(outcome.kind).toBe(accepted === 'none' ? 'refused' : 'answered');
      expect([accepted, wallet.calls.length - length]).toEqual([accepted, tries]);
    }
    await bench.downstream.close();
  });

  it('an inquiry is made with the other key where the service refuses the first one', async () => {
    const signingKeys = keysOf('first', 'second');
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
      const bench = openBench(wallet.url, { route: { signingKeys: keysOf('first', 'second') } });
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
