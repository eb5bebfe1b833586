import { startGateway, type TestGateway } from '../support/gateway.js';
import { connect } from '../stream/raw-socket.js';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway();
});

afterAll(() => gateway.stop());

const query = 'query One { __typename } query Two { __typename }';

describe('a document with several operations', () => {
  it.each([
    ['/graphql', {}],
    ['/graphql', { operationName: 'Three' }],
    ['/graphql/stream', {}],
    ['/graphql/stream', { operationName: 'Three' }],
  ])('is refused on %s with %j, which names none of them', async (path, named) => {
    const response = await fetch(gateway.url + path, {
      method: 'POST',
      headers: {
        Authorization: 'Bearer cardway_sandbox_integrator',
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ query, ...named }),
    });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('"code":"BAD_REQUEST"');
  });

  it('is refused over WebSocket too, and runs the one that is named', async () => {
    const raw = await connect(gateway.url);
    raw.send({ id: '1', type: 'subscribe', payload: { query } });
    expect(await raw.next()).toMatchObject({
      id: '1',
      type: 'error',
      payload: [{ extensions: { code: 'BAD_REQUEST' } }],
    });
    raw.send({ id: '2', type: 'subscribe', payload: { query, operationName: 'Two' } });
    expect(await raw.next()).toMatchObject({ id: '2', payload: { data: { __typename: 'Query' } } });
    raw.socket.terminate();
  });
});
