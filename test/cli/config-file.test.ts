import { writeFileSync } from 'node:fs';
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';
import { approving, startWallet, type ReceivedCall, type TestWallet } from '../support/wallet/index.js';
import { deduct, CHANNELS, GRAPHQL, JSON_PROXY, loadAuth, RPC2 } from '../support/channels/index.js';

/** Routes and methods of a file, used by a real process. */
const folder = temporaryFolder();
let usual: TestWallet;
let loads: TestWallet;
let freezer: TestWallet;
let gateway: TestGateway;

beforeAll(async () => {
  [usual, loads, freezer] = await Promise.all([
    startWallet({ behaviour: approving() }),
    startWallet({ behaviour: approving({ approvalAmount: 7 }) }),
    startWallet({ behaviour: approving(), path: '/freeze?of=cards' }),
  ]);
  writeFileSync(join(folder, 'default-key'), 'key of the default route\n');
  writeFileSync(join(folder, 'loads-key'), 'base64:bG9hZHM=\n');
  const config = join(folder, 'cardway.yaml');
  writeFileSync(config, configText());
  gateway = await startGateway({
    folder,
    args: ['serve', '--sandbox', '--config', config],
    env: { CARDWAY_SIGNING_KEY_FILE: join(folder, 'default-key') },
  });
});

afterAll(async () => {
  await gateway.stop();
  await Promise.all([usual, loads, freezer].map((wallet) => wallet.close()));
});

function configText(): string {
  return `
downstream:
  url: ${usual.url}
  timeoutMs: 20000
routes:
  - name: loads
    methods: [LoadAuth, LoadAuthReversal]
    url: ${loads.url}
    timeoutMs: 4000
    signingKeyFile: ${join(folder, 'loads-key')}
    dedupes: true
  - name: freezer
    methods: [Freeze]
    url: ${freezer.url}
methods:
  - name: Freeze
    effect: state
    purpose: Freezes a card.
    parameters:
      - { xmlName: terminalID, type: string, lengthMin: 10, lengthMax: 10 }
      - { xmlName: reference, type: string, lengthMin: 1, lengthMax: 255 }
      - { xmlName: freezeReason, type: int, valueMin: 1, valueMax: 9 }
      - { xmlName: freezeData, type: klv }
      - { xmlName: transactionDate, type: date }
timeoutReplies:
  - { method: LoadAuth, resultCode: -91 }
`;
}

const requestOf = (call: ReceivedCall): Record<string, unknown> => call.envelope()['request'] as never;
const signatureUnder = (key: string, call: ReceivedCall): string =>
  createHmac('sha256', key).update(call.body).digest('hex');

describe('routes of the file', () => {
  it.each(CHANNELS.map((channel) => [channel.name, channel] as const))(
    'carry a method to its own wallet service, signed with its own key (%s)',
    async (_name, channel) => {
      const before = usual.calls.length;
      const heard = await channel.call(gateway.url, loadAuth());
      expect(heard.fields).toEqual({ resultCode: 1, approvalAmount: 7 });
      const call = loads.calls.at(-1)!;
      expect(requestOf(call)['method_name']).toBe('LoadAuth');
      expect(call.headers['x_msg_signature']).toBe(signatureUnder('loads', call));
      expect(usual.calls).toHaveLength(before);
    },
  );

  it('have their own deadline', async () => {
    let release = (): void => undefined;
    const released = new Promise<undefined>((resolve) => (release = () => resolve(undefined)));
    usual.behave(async (call) => {
      await released;
      return approving()(call);
    });
    loads.behave({ kind: 'hang' });
    const usualCall = JSON_PROXY.call(gateway.url, deduct());
    const first = await Promise.race([usualCall, JSON_PROXY.call(gateway.url, loadAuth())]);
    // The default route would wait for twenty seconds.
    expect(first.status).toBe(504);
    release();
    expect((await usualCall).resultCode).toBe(1);
    usual.behave(approving());
    loads.behave(approving());
  });

  it('use a timeout reply when their service does not answer in time, and only then', async () => {
    loads.behave({ kind: 'hang' });
    const call = loadAuth();
    const heard = await Promise.all([RPC2.call(gateway.url, call), JSON_PROXY.call(gateway.url, loadAuth())]);
    loads.behave({ kind: 'respond', status: 500, headers: {}, body: Buffer.alloc(0) });
    const invalid = await RPC2.call(gateway.url, loadAuth());
    loads.behave(approving());
    expect(heard.map(({ status, resultCode }) => [status, resultCode])).toEqual([
      [200, -91],
      [504, -91],
    ]);
    expect(invalid.resultCode).toBe(-9);
  });

  it('send a call in doubt again when configured with dedupes', async () => {
    const call = loadAuth();
    const before = loads.calls.length;
    loads.behave({ kind: 'cut' });
    expect((await JSON_PROXY.call(gateway.url, call)).status).toBe(502);
    loads.behave(approving());
    expect((await JSON_PROXY.call(gateway.url, call)).resultCode).toBe(1);
    expect(loads.calls).toHaveLength(before + 2);
  });
});

describe('a method of the file', () => {
  const DATE = '20260817T17:58:57';
  const KLV = '25104VISA';

  function checksumOf(reason: string): string {
    const text = `Freeze006876662143172792905${reason}${KLV}${DATE}`;
    return createHmac('sha256', '1234567890').update(text).digest('hex');
  }

  function methodCall(reason: string): string {
    const params = [
      '<string>0068766621</string>',
      '<string>43172792905</string>',
      `<int>${reason}</int>`,
      `<string>${KLV}</string>`,
      `<dateTime.iso8601>${DATE}</dateTime.iso8601>`,
      `<string>${checksumOf(reason)}</string>`,
    ].map((value) => `<param><value>${value}</value></param>`);
    return `<?xml version="1.0"?><methodCall><methodName>Freeze</methodName><params>${params.join('')}</params></methodCall>`;
  }

  /** Checks the call that the wallet service gets, whichever interface it came through. */
  function expectForwarded(call: ReceivedCall, reason: number): void {
    expect(call.url).toBe('/freeze?of=cards');
    expect(call.envelope()).toEqual({
      request: {
        terminal_id: '0068766621',
        reference: '43172792905',
        checksum: checksumOf(String(reason)),
        method_name: 'Freeze',
        freeze_reason: reason,
        freeze_data: { network: 'VISA' },
        transaction_date: DATE,
      },
      customer_id: 1001,
      card_id: 5001,
      request_id: expect.stringMatching(/^5001_20260817175857_\d+$/),
    });
  }

  it('is called in JSON', async () => {
    const envelope = {
      request: {
        method_name: 'Freeze',
        terminal_id: '0068766621',
        reference: '43172792905',
        freeze_reason: 1,
        freeze_data: { network: 'VISA' },
        transaction_date: DATE,
        checksum: checksumOf('1'),
      },
      customer_id: 1001,
      card_id: 5001,
      request_id: '5001_20260817175857_1',
    };
    const heard = await JSON_PROXY.post(gateway.url, JSON.stringify(envelope));
    expect([heard.status, heard.resultCode]).toEqual([200, 1]);
    expectForwarded(freezer.calls.at(-1)!, 1);
  });

  it('is called in GraphQL by transact', async () => {
    const input = {
      methodName: 'Freeze',
      terminalId: '0068766621',
      reference: '43172792905',
      transactionDate: DATE,
      parameters: { freeze_reason: 3, freeze_data: { network: 'VISA' } },
      customerId: 1001,
      cardId: 5001,
    };
    const query =
      'mutation($input: TransactionInput!) { transact(input: $input) { requestId replayed response { resultCode fields } } }';
    const heard = await GRAPHQL.post(gateway.url, JSON.stringify({ query, variables: { input } }));
    expect([heard.status, heard.errorCode, heard.resultCode]).toEqual([200, null, 1]);
    expectForwarded(freezer.calls.at(-1)!, 3);
  });

  it('has its limits checked on every interface', async () => {
    const before = freezer.calls.length;
    const fault = await RPC2.post(gateway.url, methodCall('10'));
    expect([fault.status, fault.errorCode]).toEqual([200, 'BAD_REQUEST']);
    expect(fault.message).toContain('freezeReason');
    expect(freezer.calls).toHaveLength(before);
  });

  it('is listed and described to generic clients', async () => {
    const ask = async (method: string, name?: string): Promise<string> => {
      const param = name === undefined ? '' : `<param><value>${name}</value></param>`;
      const body = `<methodCall><methodName>${method}</methodName><params>${param}</params></methodCall>`;
      return (await RPC2.post(gateway.url, body)).bytes.toString('utf8');
    };
    expect(await ask('system.listMethods')).toContain('<string>Freeze</string>');
    expect(await ask('system.methodHelp', 'Freeze')).toContain('Freezes a card.');
    expect(await ask('system.methodSignature', 'Freeze')).toMatch(
      /struct.*string.*string.*int.*string.*dateTime/s,
    );
  });
});
