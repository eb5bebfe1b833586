/**
 * Tests canaries: puts secrets into every field that a caller, a wallet service and a receiver can fill, into bodies, documents and
 * paths, and searches all output: log, traces, metrics, errors, GraphQL, REST, XML, the command line, and the database.
 */
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { cardway } from '../cli/command.js';
import { askGraphQL } from '../support/channels/graphql.js';
import { CANARIES, canariesIn, canaryCalls, INDISCREET_MEMBERS, INDISCRETION } from '../support/canaries.js';
import { SANDBOX_PASSWORD } from '../support/channels/call.js';
import {
  balance,
  type Call,
  CHANNELS,
  deduct,
  envelopeOf,
  GRAPHQL,
  graphQLBody,
  JSON_PROXY,
  KEYS,
  methodCallBody,
  requestIdOf,
  reversalOf,
  RPC2,
  send,
  XML_CHANNELS,
} from '../support/channels/index.js';
import { temporaryFolder } from '../support/gateway.js';
import { addEndpoint, testEndpoint } from '../support/webhooks/endpoints.js';
import { answerWith, startReceiver } from '../support/webhooks/receiver.js';
import { answer, approving, cut, hang, respond, startWallet } from '../support/wallet/index.js';
import { startCapturedGateway } from './captured-gateway.js';
import { until } from './until.js';
import { constants } from '../support/constants.js';

it('secrets appear in no output and no file', async () => {
  const folder = temporaryFolder();
  const traces: string[] = [];
  const collector = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => traces.push(chunk.toString()));
    request.on('end', () => response.setHeader('Content-Type', 'application/json').end('{}'));
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const wallet = await startWallet({ behaviour: approving() });
  const receiver = await startReceiver();
  const env = {
    CARDWAY_DATABASE_URL: `sqlite:${join(folder, 'cardway.db')}`,
    CARDWAY_MASTER_KEY: `hex:${CANARIES.masterKey}`,
  };
  const gateway = await startCapturedGateway({
    ...env,
    CARDWAY_LOG_LEVEL: 'trace',
    CARDWAY_DOWNSTREAM_URL: wallet.url,
    CARDWAY_SIGNING_KEY: CANARIES.signingKey,
    CARDWAY_DOWNSTREAM_TIMEOUT_MS: '400',
    ...constants({ BREAKER_FAILURES_MIN: 1_000_000 }),
    CARDWAY_WEBHOOK_ALLOW_PRIVATE: 'true',
    CARDWAY_TRACING_URL: `http://127.0.0.1:${String((collector.address() as AddressInfo).port)}/v1/traces`,
    CARDWAY_TRACING_HEADERS: `authorization=Bearer ${CANARIES.tracingToken}`,
  });
  const { url } = gateway;
  const told: Record<string, string[]> = {
    'error bodies': [],
    REST: [],
    XML: [],
    GraphQL: [],
    'command line': [],
  };
  try {
    // All fields of callers, and all answers of the wallet service
    for (const reply of [
      approving(),
      answer({ resultCode: 1, ...INDISCREET_MEMBERS }, { message: INDISCRETION, status: INDISCRETION }),
      respond({
        status: 500,
        body: JSON.stringify({ ...INDISCREET_MEMBERS, pan: Number(CANARIES.pan) }).slice(0, -1),
      }),
    ]) {
      wallet.behave(reply);
      told['error bodies']!.push(...(await callEverywhere(url, canaryCalls())));
    }
    for (const reply of UNUSABLE) {
      wallet.behave(reply);
      for (const channel of [RPC2, JSON_PROXY]) await channel.call(url, deduct({ narrative: INDISCRETION }));
      await GRAPHQL.call(url, balance({ narrative: INDISCRETION }));
    }
    wallet.behave(approving());
    await callEverywhere(url, misplaced());
    told['error bodies']!.push(...(await postIllBodies(url)));
    await askForCanaries(url);
    receiver.answer = answerWith(
      500,
      {},
      `${INDISCRETION} secret=${CANARIES.oneTimePassword} 001#${CANARIES.oneTimePassword}`,
    );
    const endpoint = await addEndpoint(url, `${receiver.url}/hook`);
    await testEndpoint(url, endpoint.id);
    await until('the receiver has answered', () => receiver.received.length > 0);

    // The search, with texts in variables and in the document, taken and refused
    for (const text of Object.values(CANARIES)) {
      const inDocument = `{ search(text: ${JSON.stringify(text)}) { id } }`;
      await askGraphQL(url, 'query ($text: String!) { search(text: $text) { id } }', { variables: { text } });
      await askGraphQL(url, inDocument);
      for (const wrong of [inDocument.replace(') {', ', first: -1) {'), inDocument.replace('{ id }', '')])
        told['error bodies']!.push(JSON.stringify(await askGraphQL(url, wrong)));
      const headers = { Authorization: 'Bearer cardway_sandbox_operator', Accept: 'application/json' };
      const query = encodeURIComponent(inDocument);
      await send(`${url}/graphql?query=${query}`, { method: 'GET', headers });
    }

    // Everything that can be read
    const id = requestIdOf(canaryCalls()[0]!);
    for (const query of [
      '{ transactions(first: 200) { edges { node { requestId request answer rawAnswer } } } }',
      '{ transactions(first: 200) { edges { node { requestId state reference transactionId answer } } } }',
      '{ deliveries(first: 50) { edges { node { id attempts { failure responseExcerpt } } } } }',
      '{ endpoints { edges { node { id url } } } }',
      '{ auditLog(first: 200) { edges { node { actor action subject reason before after } } } }',
    ]) {
      const reply = await askGraphQL(url, query);
      told['GraphQL']!.push(JSON.stringify(reply));
    }
    expect(told['GraphQL']!.filter((reply) => reply.includes('"errors":[{')).length).toBeLessThan(3);
    const key = { Authorization: 'Bearer cardway_sandbox_operator' };
    told['REST']!.push(
      (await send(`${url}/v1/transactions/${id}`, { method: 'GET', headers: key })).bytes.toString(),
    );
    for (const path of [`/v1/transactions/${CANARIES.pan}`, `/${CANARIES.pan}`, '/health/ready'])
      told['REST']!.push((await send(url + path, { method: 'GET', headers: key })).bytes.toString());
    const list = '<?xml version="1.0"?><methodCall><methodName>system.listMethods</methodName></methodCall>';
    told['XML']!.push((await RPC2.post(url, list)).bytes.toString());
    for (const args of [
      ['transactions'],
      ['transactions', 'show', id],
      ['transactions', 'export', '--since', '2000-01-01', '--until', '2100-01-01'],
      ['deliveries', 'list', '--json'],
    ])
      told['command line']!.push((await cardway([...args, '--url', url])).out);

    const backup = join(folder, 'copy.backup');
    expect((await cardway(['backup', backup], env)).status).toBe(0);
    const metrics = (await send(`${url}/metrics`, { method: 'GET' })).bytes.toString();
    expect(await gateway.stop()).toBe(0);
    const log = gateway.written().replace(/^Cardway sandbox[\s\S]*?^GraphQL\n.*\n/m, '');
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
    const places: Record<string, string> = {
      log,
      traces: traces.join('\n'),
      metrics,
      'database dump': dumped(join(folder, 'cardway.db')),
      'database files': files.join('\n'),
      'backup dump': dumped(backup),
      ...Object.fromEntries(Object.entries(told).map(([place, texts]) => [place, texts.join('\n')])),
    };
    // Each place held something to search.
    expect(Object.entries(places).filter(([, text]) => text.length < 100)).toEqual([]);
    expect(places['traces']).toContain('POST /v1/proxy');
    expect(places['traces']).toContain('downstream default');
    for (const masked of ['411111XXXXXX1111', '6011.00XX.XXXX.9424', '401288XX XXXX1881', '[hidden]'])
      for (const place of ['database dump', 'backup dump']) expect(places[place]).toContain(masked);
    expect(log).toContain('transaction_in_doubt');
    const sent = wallet.calls.flatMap(({ headers, envelope }, index) => [
      [`signature ${String(index)}`, String(headers['x_msg_signature'])],
      [`checksum ${String(index)}`, (envelope()['request'] as { checksum: string }).checksum],
    ]);
    const unlogged = { ...UNLOGGED, ...(Object.fromEntries(sent) as Record<string, string>) };
    const found = Object.entries(places).flatMap(([place, text]) => {
      const more = ['log', 'traces', 'metrics'].includes(place) ? unlogged : {};
      const canaries = canariesIn(text, { webhookSecret: endpoint.secret, ...more });
      return canaries.map((canary) => `${place}: ${canary}`);
    });
    expect(found).toEqual([]);
  } finally {
    await wallet.close();
    await receiver.close();
    collector.closeAllConnections();
    collector.close();
  }
});

/** Unusable answers, each with secrets. */
const UNUSABLE = [
  respond({ status: 307, headers: { Location: `http://127.0.0.1:1/${CANARIES.pan}` } }),
  respond({ status: 401, body: INDISCRETION, headers: { 'WWW-Authenticate': CANARIES.pan } }),
  answer({ resultText: INDISCRETION }),
  cut(),
  hang(),
];

/** What interfaces may show to its owner, and what no log, trace or metric holds. */
const UNLOGGED = {
  id: '5105105105105100',
  narrative: 'NARRATIVE CANARY',
  clientKey: KEYS.client,
  sandboxPassword: SANDBOX_PASSWORD,
  basicCredentials: Buffer.from('user:basic_canary_9c2e').toString('base64'),
  wrongChecksum: 'badc0ffe'.repeat(8),
} as const;

/** Returns calls with a card number where ids, dates and amounts stand. */
function misplaced(): readonly Call[] {
  const { id, narrative, wrongChecksum } = UNLOGGED;
  const requestId = '5001_20260817175857_7';
  const payment = deduct({ narrative });
  return [
    payment,
    { ...payment, requestId },
    // The same request id for another call
    { ...deduct({ narrative }), requestId },
    reversalOf(payment, { narrative }),
    deduct({ narrative: narrative.repeat(20) }),
    deduct({ request_amount: id }),
    deduct({ transaction_id: id }),
    deduct({ transaction_date: id }),
    deduct({ transaction_data: `254${id}` }),
    { ...deduct(), checksum: wrongChecksum },
    { ...deduct(), customerId: Number(id), cardId: Number(id) },
    { ...deduct(), requestId: `${id}_20260817175857_1` },
  ];
}

/** Calls every interface. Returns the gateway's own texts: the wallet service's answer belongs to the caller. */
async function callEverywhere(url: string, calls: readonly Call[]): Promise<readonly string[]> {
  // Headers accept only ASCII.
  const inAscii = INDISCRETION.normalize('NFKC');
  const headers = { 'X-Request-Id': CANARIES.pan, Referer: inAscii, 'User-Agent': inAscii };
  const heard = [];
  for (const call of calls)
    for (const channel of CHANNELS) heard.push(await channel.call(url, call, { headers }));
  return heard.filter(({ status }) => status !== 200).map(({ bytes }) => bytes.toString());
}

/** Posts bodies and documents that cannot be read, or hold more than they may. Returns what the gateway says of them. */
async function postIllBodies(url: string): Promise<readonly string[]> {
  const { pan, otherPan, wrongKey } = CANARIES;
  const call = deduct({ narrative: UNLOGGED.narrative });
  const envelope = envelopeOf(call);
  const more = { secret: CANARIES.cardholder, pan, [otherPan]: 1 };
  const { query, variables } = graphQLBody(call);
  const { input } = variables;
  const json = [
    JSON.stringify({ ...envelope, ...more, request: { ...envelope.request, ...more } }),
    JSON_PROXY.body(call).slice(0, -1),
    `{"pan":"${pan}","${otherPan}":`,
    `{"pan":"${pan}","pan":"${otherPan}"}`,
    `"${pan}"`,
    `[${pan}]`,
  ];
  const documents = [
    { query: `{ a(pan: "${pan}" ` },
    { query: `{ transaction(requestId: "${pan}") { pan${pan} } }` },
    { query: `{ transaction(requestId: ${pan}) { state } }` },
    { query: `mutation A${pan} { balance(input: { narrative: "${otherPan}" }) { status } }` },
    { query, variables: { input: { ...input, requestAmount: pan } } },
    { query, variables: { input: { ...input, [`x${pan}`]: otherPan } } },
    { query, variables: { input: pan } },
    { query, variables, operationName: pan },
    { query: pan, extensions: { [pan]: pan } },
  ].map((document) => JSON.stringify(document));
  const entity = `<!DOCTYPE a [<!ENTITY p "${pan}">]>`;
  const xml = [methodCallBody(call).slice(0, -9), entity + methodCallBody(call), `<${pan}/>`, json[2]!];
  const heard = [];
  for (const body of json) heard.push(await JSON_PROXY.post(url, body));
  for (const body of [...json, ...documents]) heard.push(await GRAPHQL.post(url, body));
  for (const body of xml) for (const channel of XML_CHANNELS) heard.push(await channel.post(url, body));
  for (const channel of [JSON_PROXY, GRAPHQL]) heard.push(await channel.call(url, call, { key: wrongKey }));
  const headers = { Authorization: `Basic ${UNLOGGED.basicCredentials}`, Cookie: CANARIES.cardholder };
  for (const channel of CHANNELS) heard.push(await channel.call(url, call, { headers }));
  return heard.filter(({ status }) => status !== 200).map(({ bytes }) => bytes.toString());
}

/** Reads and posts paths with secrets. */
async function askForCanaries(url: string): Promise<void> {
  const { pan, otherPan, wrongKey } = CANARIES;
  for (const path of [
    ...[`/v1/transactions/${pan}`, `/v1/transactions/%${pan}`, `/${pan}`, `/health/${otherPan}`],
    ...[`/v1/transactions/5001_20260817175857_7?key=${wrongKey}`, `/v1/proxy/${KEYS.client}`],
    ...[`/metrics?pan=${pan}`, `/RPC2?pan=${pan}`, `/graphql?query={pan(n:"${pan}")}`],
  ]) {
    const headers = { Authorization: `Bearer ${KEYS.client}`, Referer: `http://a/${pan}` };
    await send(url + path, { method: 'GET', headers });
    await send(url + path, { method: 'POST', headers, body: pan });
  }
}

/** Returns every value of every table as text, as a thief of the file would read it. */
function dumped(path: string): string {
  const database = new Database(path, { readonly: true });
  const tables = database
    .prepare("select name from sqlite_master where type = 'table'")
    .pluck()
    .all() as string[];
  const rows = tables.flatMap((table) =>
    database
      .prepare(`select * from "${table}"`)
      .all()
      .map((row) => JSON.stringify(row)),
  );
  database.close();
  return rows.join('\n');
}
