import { until } from '../../life/until.js';
import { startGateway, temporaryFolder } from '../../support/gateway.js';
import { openLedgerFile } from '../../support/channels/ledger.js';
import { startBench, XML_CHANNELS, type Bench } from '../../support/channels/index.js';
import Database from 'better-sqlite3';
import { message, mutate, postRest, tokenOf, WAYS } from './network-calls.js';
import { constants } from '../../support/constants.js';

describe('a gateway that sweeps often', () => {
  let bench: Bench;

  beforeAll(async () => {
    bench = await startBench({ env: { ...constants({ SWEEP_EVERY_MS: 20 }) } });
  });

  afterAll(() => bench.stop());

  it('acknowledges no report while another process holds the write lock, and accepts it when the network sends it again', async () => {
    const unlock = bench.ledger.lock();
    const [rest, graph, ...xml] = await Promise.all([
      postRest(bench.url, 'digitizations', tokenOf('rest')),
      mutate(bench.url, 'reportDigitization', tokenOf('graph')),
      ...XML_CHANNELS.map((channel) => channel.call(bench.url, message(`xml-${channel.name}`))),
    ]).finally(unlock);
    expect([rest.status, rest.body['error']]).toEqual([503, { code: 'UNAVAILABLE' }]);
    expect(graph.code).toBe('UNAVAILABLE');
    for (const reply of xml) {
      expect(reply.status).toBe(503);
      expect(reply.bytes.toString('utf8')).not.toContain('resultCode');
    }
    expect((await postRest(bench.url, 'digitizations', tokenOf('rest'))).status).toBe(200);
    for (const channel of XML_CHANNELS) {
      const reply = await channel.call(bench.url, message(`xml-${channel.name}`));
      expect([reply.resultCode, reply.replayed]).toEqual([1, false]);
    }
  });
});

describe('a gateway that is killed while reports come in', () => {
  it('keeps every acknowledged report, and creates one event of each when all are sent again', async () => {
    const folder = temporaryFolder();
    let gateway = await startGateway({ folder });
    const tokens = Array.from({ length: 120 }, (_, index) => `kill-${String(index)}`);
    const acknowledged: string[] = [];
    const sending = tokens.map(async (token, index) => {
      const way = WAYS[index % WAYS.length]!;
      await way.complete(gateway.url, token).then(
        () => acknowledged.push(token),
        () => undefined,
      );
    });
    await until('some reports are acknowledged', () => acknowledged.length >= 20);
    await gateway.kill();
    await Promise.all(sending);
    const kept = reported(folder);
    expect(acknowledged.filter((token) => !kept.includes(token))).toEqual([]);
    gateway = await startGateway({ folder });
    for (const [index, token] of tokens.entries()) {
      await WAYS[index % WAYS.length]!.complete(gateway.url, token);
    }
    await gateway.stop();
    expect(reported(folder).sort()).toEqual([...tokens].sort());
  });

  /** Returns the token references of the event log. Each event has its row among the digitizations. */
  function reported(folder: string): string[] {
    const database = new Database(openLedgerFile(folder).path, { readonly: true });
    const tokens = database
      .prepare(
        `select json_extract(data, '$.tokenReference') from events join digitizations on last_event_sequence = events.sequence`,
      )
      .pluck()
      .all() as string[];
    const events = database.prepare('select count(*) from events').pluck().get();
    database.close();
    expect(events).toBe(tokens.length);
    return tokens;
  }
});
