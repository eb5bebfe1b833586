/** Tests that a caller with one key cannot fill the memory: the gateway has little of it, and dies where it keeps too much. */
import { connect, DIGITIZATIONS, openSocket, type RawSocket } from '../stream/raw-socket.js';
import { postRest, tokenOf } from '../interfaces/network/network-calls.js';
import { startGateway, type TestGateway } from '../support/gateway.js';

const INTEGRATOR = 'cardway_sandbox_integrator';
const LONG = 'x'.repeat(100_000);

let gateway: TestGateway;

async function start(heapMib: number): Promise<void> {
  gateway = await startGateway({ env: { NODE_OPTIONS: `--max-old-space-size=${heapMib}` } });
}

afterEach(async () => {
  expect(await gateway.stop()).toBe(0);
});

async function ask(query: string): Promise<string> {
  const response = await fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${INTEGRATOR}` },
    body: JSON.stringify({ query }),
  });
  return response.text();
}

it('documents full of comments are forgotten', async () => {
  await start(256);
  const comments = '\n#'.repeat(20_000);
  for (let number = 0; number < 200; number += 1)
    expect(await ask(`{ __typename }${comments}${number}`)).toContain('Query');
});

it('the payload of a connection_init is forgotten', async () => {
  await start(96);
  const sockets: RawSocket[] = [];
  while (sockets.length < 600) {
    const raw = await openSocket(gateway.url);
    raw.send({ type: 'connection_init', payload: { authorization: `Bearer ${INTEGRATOR}`, LONG } });
    expect(await raw.next()).toEqual({ type: 'connection_ack' });
    sockets.push(raw);
  }
  for (const { socket } of sockets) socket.terminate();
});

describe('subscriptions with long variables', () => {
  /** Opens a subscription. Resolves with its first event, or with the error that refuses it. */
  async function subscribe({ send, next }: RawSocket, id: number): Promise<unknown> {
    const variables = { after: 'evt_000000000000', LONG };
    send({ id: String(id), type: 'subscribe', payload: { query: DIGITIZATIONS, variables } });
    return (await next())['payload'];
  }
  const OPEN = { data: { digitizationComplete: expect.anything() as unknown } };
  const REFUSED = [{ extensions: { code: 'RATE_LIMITED', retryAfterSeconds: 1 } }];

  it('have a share of the memory for each key, which closed ones give back', async () => {
    await start(256);
    expect((await postRest(gateway.url, 'digitizations', tokenOf('DNITHE1'))).status).toBe(200);
    const first = await connect(gateway.url);
    const sockets = [first];
    let last = await subscribe(first, 0);
    for (let open = 1; open < 1000 && !Array.isArray(last); open += 1) {
      if (open % 100 === 0) sockets.unshift(await connect(gateway.url));
      last = await subscribe(sockets[0]!, open);
    }
    expect(last).toMatchObject(REFUSED);
    const operator = await connect(gateway.url, 'cardway_sandbox_operator');
    expect(await subscribe(operator, 0)).toMatchObject(OPEN);
    first.send({ id: '0', type: 'complete' });
    expect(await subscribe(first, 0)).toMatchObject(OPEN);
    expect(await subscribe(sockets[0]!, 1000)).toMatchObject(REFUSED);
    for (const { socket, closed } of sockets) {
      socket.close(1000);
      await closed;
    }
    const again = await connect(gateway.url);
    for (let id = 0; id < 100; id += 1) expect(await subscribe(again, id)).toMatchObject(OPEN);
  });
});
