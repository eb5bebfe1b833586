/** Tests that `/asyncapi.json` describes exactly what receivers of events get, on each transport that it names. */
import { readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { createClient as createStream } from 'graphql-sse';
import { buildSchema, type GraphQLEnumType } from 'graphql';
import { WebSocket } from 'ws';
import { until } from '../life/until.js';
import { askGraphQL } from '../support/channels/graphql.js';
import { send } from '../support/channels/http.js';
import { KEYS } from '../support/channels/index.js';
import { startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';
import { lint, problemsAt } from '../support/openapi.js';
import { startReceiver, type Receiver } from '../support/webhooks/receiver.js';

const ROOT = resolve(__dirname, '..', '..');
const FILE = resolve(ROOT, 'schema', 'asyncapi.json');

interface Document {
  readonly info: { readonly version: string };
  readonly components: {
    readonly messages: Readonly<Record<string, { readonly payload: unknown }>>;
    readonly schemas: { readonly Event: { readonly properties: { readonly type: { enum: string[] } } } };
  };
}
const document = JSON.parse(readFileSync(FILE, 'utf8')) as Document;
const messages = Object.keys(document.components.messages);

const problems = (message: string, value: unknown): string | null =>
  problemsAt(`#/components/messages/${message}/payload`, value, 'asyncapi');

const folder = temporaryFolder();
let gateway: TestGateway;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
  gateway = await startGateway({
    folder,
    env: { CARDWAY_WEBHOOK_ALLOW_PRIVATE: 'true', CARDWAY_SWEEP_EVERY_MS: '20' },
  });
});
afterAll(async () => {
  await gateway.stop();
  await receiver.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('GET /asyncapi.json', () => {
  it('gives everyone the document that is checked in', async () => {
    const { status, headers, bytes } = await send(`${gateway.url}/asyncapi.json`, { method: 'GET' });
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(JSON.parse(bytes.toString('utf8'))).toEqual(document);
  });

  it('has the version of the package, and satisfies the linter', async () => {
    const { version } = JSON.parse(readFileSync(resolve(ROOT, 'package.json'), 'utf8')) as {
      version: string;
    };
    expect(document.info.version).toBe(version);
    expect(await lint(FILE)).toEqual([]);
  });

  it('names the types of events as the GraphQL schema does', () => {
    const schema = buildSchema(readFileSync(resolve(ROOT, 'schema/schema.graphql'), 'utf8'));
    const names = (schema.getType('EventType') as GraphQLEnumType).getValues().map(({ name }) => name);
    expect(document.components.schemas.Event.properties.type.enum.toSorted()).toEqual(names.toSorted());
  });
});

describe('a delivered event', () => {
  /** Example document of the description. */
  const query = /"examples":\["(subscription[^"]+)"\]/.exec(JSON.stringify(document))?.[1] ?? '';
  let report = 0;

  /** Reports a digitization, which becomes an event. */
  async function digitize(): Promise<void> {
    report += 1;
    const body = {
      card_id: 5001,
      wallet_id: '103',
      token_reference: `DNITHE-${String(report)}`,
      token_requestor_id: '50110030273',
    };
    const { status } = await send(`${gateway.url}/network/v1/digitizations`, {
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${KEYS.network}` },
      body: JSON.stringify(body),
    });
    expect(status).toBe(200);
  }

  it('over a WebSocket is a next of the document', async () => {
    const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    const heard: { readonly type: string }[] = [];
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString('utf8')) as { readonly type: string };
      heard.push(message);
      if (message.type !== 'connection_ack') return;
      const subscribe = { id: '1', type: 'subscribe', payload: { query, variables: {} } };
      expect(problems('subscribe', subscribe)).toBeNull();
      socket.send(JSON.stringify(subscribe));
    });
    socket.on('open', () => {
      const payload = { authorization: `Bearer ${KEYS.integrator}` };
      socket.send(JSON.stringify({ type: 'connection_init', payload }));
    });
    await until('an event came', async () => {
      if (heard.some(({ type }) => type === 'connection_ack')) await digitize();
      return heard.some(({ type }) => type === 'next');
    });
    const next = heard.find(({ type }) => type === 'next');
    expect(next).toMatchObject({ payload: { data: { events: { type: 'DIGITIZATION_COMPLETE' } } } });
    expect(problems('next', next)).toBeNull();
    const subscribe = { id: '2', type: 'subscribe', payload: { documentId: `sha256:${'0'.repeat(64)}` } };
    expect(problems('subscribe', subscribe)).toBeNull();
    socket.send(JSON.stringify(subscribe));
    await until('an error came', () => heard.some(({ type }) => type === 'error'));
    const error = heard.find(({ type }) => type === 'error');
    expect(error).toMatchObject({ id: '2', payload: [{ extensions: { field: 'documentId' } }] });
    expect(problems('error', error)).toBeNull();
    socket.close();
  });

  it('refuses as the document says', async () => {
    const stream = createStream({
      url: `${gateway.url}/graphql/stream`,
      headers: { Authorization: `Bearer ${KEYS.integrator}` },
    });
    const refused = 'subscription { events(types: [ENDPOINT_TEST]) { id } }';
    const { value: result } = await stream.iterate({ query: refused }).next();
    expect(result).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN', field: 'types' } }] });
    expect(problems('streamed', JSON.parse(JSON.stringify(result)))).toBeNull();
    stream.dispose();
  });

  it('over an event stream is a next of the document', async () => {
    const stream = createStream({
      url: `${gateway.url}/graphql/stream`,
      headers: { Authorization: `Bearer ${KEYS.integrator}` },
    });
    const request = { query, variables: { after: 'evt_000000000000' } };
    expect(problems('request', request)).toBeNull();
    await digitize();
    const { value: result } = await stream.iterate(request).next();
    expect(result).toMatchObject({ data: { events: { type: 'DIGITIZATION_COMPLETE' } } });
    expect(problems('streamed', JSON.parse(JSON.stringify(result)))).toBeNull();
    stream.dispose();
  });

  it('as a webhook is the message of its type, headers and body', async () => {
    const { data } = await askGraphQL<{ addEndpoint: { endpoint: { id: string } } }>(
      gateway.url,
      'mutation ($url: String!) { addEndpoint(input: { programme: "sandbox", url: $url }) { endpoint { id } } }',
      { variables: { url: `${receiver.url}/hook` } },
    );
    const endpointId = data!.addEndpoint.endpoint.id;
    await digitize();
    await askGraphQL(
      gateway.url,
      'mutation ($endpointId: ID!) { testEndpoint(input: { endpointId: $endpointId }) { __typename } }',
      { variables: { endpointId } },
    );
    await until('both came', () => receiver.received.length >= 2);
    const types = receiver.received.map(({ headers, body }) => {
      const message = JSON.parse(body.toString('utf8')) as { readonly type: string };
      expect(problems(message.type, message)).toBeNull();
      const place = `#/components/messages/${message.type}/headers`;
      expect(problemsAt(place, headers, 'asyncapi')).toBeNull();
      return message.type;
    });
    expect(types.toSorted()).toEqual(['digitization.complete', 'endpoint.test']);
    expect(messages).toEqual(expect.arrayContaining(types));
  });

  it('without a documented member is detected', () => {
    const data = { id: 'evt_000000000001', type: 'endpoint.test' };
    const message = { type: 'endpoint.test', timestamp: '2026-01-02T03:04:05.678Z', data };
    expect(problems('endpoint.test', message)).toMatch(/required property 'occurredAt'/);
  });
});
