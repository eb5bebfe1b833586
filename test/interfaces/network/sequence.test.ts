import {
  CHANNELS,
  JSON_PROXY,
  GRAPHQL,
  startBench,
  XML_CHANNELS,
  type Bench,
} from '../../support/channels/index.js';
import { expectAnswer } from '../../contract/interfaces/register.js';
import { attemptTables, type AttemptTables } from './database.js';
import { DPAN, message, mutate, postRest, REQUESTOR, tokenOf, WAYS } from './network-calls.js';

let bench: Bench;
let tables: AttemptTables;

beforeAll(async () => {
  bench = await startBench();
  tables = attemptTables(bench);
});

afterAll(async () => {
  tables.close();
  await bench.stop();
});

const AUTHORIZERS = [
  {
    name: 'REST',
    authorize: async (token: string) =>
      (await postRest(bench.url, 'token-authorizations', tokenOf(token))).body,
  },
  {
    name: 'GraphQL',
    authorize: async (token: string) => (await mutate(bench.url, 'authorizeToken', tokenOf(token))).data!,
  },
];

/** Plays a whole sequence. Returns its traces without values that always differ. */
async function play(
  authorize: (token: string) => Promise<Record<string, unknown>>,
  complete: (url: string, token: string) => Promise<unknown>,
  token: string,
) {
  const attemptId = tables.verified();
  const before = { events: tables.traces()['events']!, calls: bench.wallet.calls.length };
  expect(await authorize(token)).toMatchObject({ decision: 'APPROVED' });
  for (let repeat = 0; repeat < 2; repeat += 1) await complete(bench.url, token);
  expect(tables.traces()['events']).toBe(before.events + 1);
  expect(bench.wallet.calls.length).toBe(before.calls);
  const [event] = tables.query('select type, data from events order by sequence desc limit 1');
  const [attempt] = tables.query(
    'select state, wallet_id, token_reference from provisioning_attempts where attempt_id = ?',
    attemptId,
  );
  const history = tables.query(
    'select from_state, to_state, reason from attempt_history where attempt_id = ? order by sequence',
    attemptId,
  );
  const [digitization] = tables.query(
    'select state, card_id, device_type, pan_last_four, wallet_id, attempt_id from digitizations where token_reference = ?',
    token,
  );
  const left = {
    event: { ...event, data: JSON.parse(String(event!['data'])) },
    attempt,
    history,
    digitization,
  };
  return JSON.parse(
    JSON.stringify(left).replaceAll(token, 'TOKEN').replaceAll(attemptId, 'ATTEMPT'),
  ) as object;
}

const stateOf = (token: string) =>
  tables.query('select state from digitizations where token_reference = ?', token)[0]?.['state'];

describe('the provisioning sequence from the authorization on', () => {
  it('leaves equal attempts and one event each, whichever interfaces it uses', async () => {
    const sequences = [];
    let played = 0;
    for (const { authorize } of AUTHORIZERS) {
      for (const { complete } of WAYS) {
        played += 1;
        sequences.push(await play(authorize, complete, `sequence-${String(played)}`));
      }
    }
    expect(sequences[0]).toEqual({
      event: {
        type: 'digitization.complete',
        data: {
          programme: 'sandbox',
          cardId: 5001,
          customerId: 1001,
          wallet: 'APPLE_PAY',
          walletId: '103',
          tokenReference: 'TOKEN',
          tokenRequestorId: REQUESTOR,
          deviceType: '21',
          panLastFour: '0116',
          attemptId: 'ATTEMPT',
        },
      },
      attempt: { state: 'digitized', wallet_id: '103', token_reference: 'TOKEN' },
      history: [
        { from_state: null, to_state: 'issued', reason: null },
        { from_state: 'issued', to_state: 'verified', reason: null },
        { from_state: 'verified', to_state: 'authorized', reason: 'attempt_verified' },
        { from_state: 'authorized', to_state: 'digitized', reason: 'reported' },
      ],
      digitization: {
        state: 'active',
        card_id: 5001,
        device_type: '21',
        pan_last_four: '0116',
        wallet_id: '103',
        attempt_id: 'ATTEMPT',
      },
    });
    for (const other of sequences) expect(other).toEqual(sequences[0]);
  });

  it('makes a deleted token again under a newly authorized attempt, over each interface', async () => {
    for (const [number, way] of WAYS.entries()) {
      const token = `again-${String(number)}`;
      const { authorize } = AUTHORIZERS[number % 2]!;
      for (const round of [1, 2]) {
        const attemptId = tables.verified();
        const events = Number(tables.traces()['events']);
        expect(await authorize(token)).toMatchObject({ decision: 'APPROVED' });
        for (let repeat = 0; repeat < 2; repeat += 1) await way.complete(bench.url, token);
        const made = tables.query('select type, data from events order by sequence desc limit 1')[0]!;
        expect(tables.traces()['events']).toBe(events + 1);
        expect(made['type']).toBe('digitization.complete');
        expect(JSON.parse(String(made['data']))).toMatchObject({ tokenReference: token, attemptId });
        expect(stateOf(token)).toBe('active');
        await way.report(bench.url, token, 'Deleted', `deleted-${String(round)}`);
        for (const late of ['Stopped', 'Digitized'])
          await way.report(bench.url, token, late, `${late}-${String(round)}`);
        expect(tables.traces()['events']).toBe(events + 4);
        expect(stateOf(token)).toBe('deleted');
      }
    }
  });

  it('approves one token of an attempt under fifty authorizations at once', async () => {
    tables.verified();
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) => AUTHORIZERS[index % 2]!.authorize(`at-once-${String(index)}`)),
    );
    expect(replies.filter((each) => each['decision'] === 'APPROVED')).toHaveLength(1);
    expect(replies.filter((each) => String(each['reason']).toLowerCase() === 'no_attempt')).toHaveLength(49);
  });
});

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
