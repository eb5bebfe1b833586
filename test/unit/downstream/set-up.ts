import { readJson } from '../../../src/compat/json/reader.js';
import { readMethodResponse } from '../../../src/compat/xmlrpc/response-reader.js';
import { toJson } from '../../../src/compat/xmlrpc/to-json.js';
import { momentOf, shifted } from '../../../src/core/moment.js';
import type { AnswerReaders } from '../../../src/downstream/answer.js';
import { createDownstream, type DownstreamClient } from '../../../src/downstream/client.js';
import type { RouteConfig } from '../../../src/downstream/routes.js';
import { DOWNSTREAM_DEFAULTS, type DownstreamSettings } from '../../../src/downstream/settings.js';
import type { DownstreamCall, DownstreamOutcome } from '../../../src/usecase/ports.js';
import { ManualTime } from './manual-time.js';

export const SIGNING_KEY = Buffer.from('sandbox-signing-key');
export const BODY = Buffer.from(
  '{"request":{"method_name":"Balance"},"customer_id":1001,"card_id":5001,"request_id":"5001_1_1"}',
);
export const TIMEOUT_MS = 1800;

export const READERS: AnswerReaders = {
  readJson: (body) => readJson(body),
  readMethodResponse: (text) => {
    const response = readMethodResponse(text);
    return response.kind === 'fault' ? { kind: 'fault' } : { kind: 'value', value: toJson(response.value) };
  },
};

export interface Bench {
  readonly downstream: DownstreamClient;
  readonly time: ManualTime;
  send(call?: Partial<DownstreamCall>): Promise<DownstreamOutcome>;
}

/** A client of one route over a clock that stands still, so that nothing is late unless a test says so. */
export function openBench(
  url: string,
  { route, ...settings }: Partial<DownstreamSettings> & { readonly route?: Partial<RouteConfig> } = {},
): Bench {
  const time = new ManualTime();
  const downstream = createDownstream({
    routes: [
      {
        name: 'main',
        url,
        timeoutMs: TIMEOUT_MS,
        signingKey: SIGNING_KEY,
        dedupes: false,
        methods: [],
        ...route,
      },
    ],
    // Over a clock that stands still, a pause would never end.
    settings: { ...DOWNSTREAM_DEFAULTS, connectRetryMs: 0, ...settings },
    readers: READERS,
    clock: time,
    timer: time,
  });
  const send = (call: Partial<DownstreamCall> = {}): Promise<DownstreamOutcome> =>
    downstream.send({
      route: 'main',
      requestId: '5001_1_1',
      methodName: 'Balance',
      terminalId: '0068766621',
      body: BODY,
      customerId: 1001,
      deadline: shifted(momentOf(time), TIMEOUT_MS),
      ...call,
    });
  return { downstream, time, send };
}
