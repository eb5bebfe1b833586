/**
 * Tests canaries: puts secrets into every field that a caller, a wallet service and a receiver can fill, and searches all output:
 * log, traces, metrics, errors, GraphQL, REST, XML, the command line, and the database.
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
import { CHANNELS, JSON_PROXY, requestIdOf, RPC2, send, XML_PROXY } from '../support/channels/index.js';
import { temporaryFolder } from '../support/gateway.js';
import { addEndpoint, testEndpoint } from '../support/webhooks/endpoints.js';
import { answerWith, startReceiver } from '../support/webhooks/receiver.js';
import { answer, approving, respond, startWallet } from '../support/wallet/index.js';
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
      told['error bodies']!.push(...(await callEverywhere(url)));
    }
    for (const channel of [JSON_PROXY, XML_PROXY, RPC2]) {
      const ill = await channel.post(url, `{"pan":"${CANARIES.pan}","${CANARIES.otherPan}":`, {
        key: CANARIES.wrongKey,
      });
      told['error bodies']!.push(ill.bytes.toString());
    }
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
    const found = Object.entries(places).flatMap(([place, text]) =>
      canariesIn(text, { webhookSecret: endpoint.secret }).map((canary) => `${place}: ${canary}`),
    );
    expect(found).toEqual([]);
  } finally {
    await wallet.close();
    await receiver.close();
    collector.closeAllConnections();
    collector.close();
  }
});

/** Calls every interface. Returns the gateway's own texts: the wallet service's answer belongs to the caller. */
async function callEverywhere(url: string): Promise<readonly string[]> {
  // Headers accept only ASCII.
  const inAscii = INDISCRETION.normalize('NFKC');
  const headers = { 'X-Request-Id': CANARIES.pan, Referer: inAscii, 'User-Agent': inAscii };
  const heard = [];
  for (const call of canaryCalls())
    for (const channel of CHANNELS) heard.push(await channel.call(url, call, { headers }));
  return heard.filter(({ status }) => status !== 200).map(({ bytes }) => bytes.toString());
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
