import { CHANNELS, JSON_PROXY, GRAPHQL, sharedBench, XML_CHANNELS } from '../../support/channels/index.js';
import { expectAnswer } from '../../contract/interfaces/register.js';
import { attemptTables } from './database.js';
import { DPAN, message, postRest, tokenOf } from './network-calls.js';

const bench = sharedBench();
const tables = attemptTables(bench);

describe('an AdministrativeMessage', () => {
  it.each(CHANNELS)('of another name is forwarded from $name', async (channel) => {
    const before = bench.wallet.calls.length;
    const call = message('forwarded', {}, 'digitization.activation');
    expectAnswer(channel, await channel.call(bench.url, call), 1);
    expect(bench.wallet.calls.length).toBe(before + 1);
  });

  it.each([JSON_PROXY, GRAPHQL])(
    'that reports is forwarded from $name, which is no XML interface',
    async (channel) => {
      const before = { ...tables.traces(), calls: bench.wallet.calls.length };
      expectAnswer(channel, await channel.call(bench.url, message('no-xml')), 1);
      expect(bench.wallet.calls.length).toBe(before.calls + 1);
      expect(tables.traces()['events']).toBe(before['events' as keyof typeof before]);
    },
  );

  it.each(XML_CHANNELS)('that repeats a report on $name is marked as a repeat', async (channel) => {
    const call = message(`repeat-${channel.name}`);
    const heard = [await channel.call(bench.url, call), await channel.call(bench.url, call)];
    expect(heard.map((each) => [each.resultCode, each.replayed])).toEqual([
      [1, false],
      [1, true],
    ]);
  });
});

describe('the digitized card number', () => {
  it('is masked where a caller sends it by mistake', async () => {
    const wrong = {
      wallet_id: DPAN,
      token_requestor_id: DPAN,
      pan_source: `card ${DPAN}`,
      device: `device ${DPAN}`,
    };
    const authorized = await postRest(bench.url, 'token-authorizations', tokenOf('by-mistake', wrong));
    expect(authorized.body['reason']).toBe('pan_source');
    expect((await postRest(bench.url, 'token-authorizations', tokenOf('by-mistake', wrong))).status).toBe(
      200,
    );
    const reported = await postRest(bench.url, 'digitizations', tokenOf('by-mistake', wrong));
    expect(reported.body['wallet_id']).toBe('530842XXXXXX0116');
    expect(
      tables.query("select pan_source, wallet_id from token_authorizations where pan_source like 'card_5%'"),
    ).toEqual([{ pan_source: 'card_530842xxxxxx0116', wallet_id: '530842XXXXXX0116' }]);
  });

  it('keeps reports apart whose ids it is in', async () => {
    const [one, other] = [`${DPAN}-1`, `${DPAN}-2`];
    const sent: unknown[] = [];
    for (const report_id of [one, other, one]) {
      const report = tokenOf('by-mistake', { event: 'Stopped', report_id });
      sent.push((await postRest(bench.url, 'digitizations', report)).body['id']);
    }
    expect(sent[2]).toBe(sent[0]);
    expect(sent[1]).not.toBe(sent[0]);
  });

  it('is in no file and no log line', () => {
    expect(bench.ledger.holds(DPAN)).toBe(false);
    expect(bench.gateway.lines.join('\n')).not.toContain(DPAN);
    expect(bench.ledger.holds('"panLastFour":"0116"')).toBe(true);
  });
});
