import { createDownstream, type DownstreamClient } from '../../../src/outbound/downstream/client.js';
import {
  DOWNSTREAM_DEFAULTS,
  type DownstreamSettings,
  type RouteConfig,
} from '../../../src/outbound/downstream/routes.js';
import { momentOf, addMs } from '../../../src/platform/clock.js';
import type {
  DownstreamCall,
  DownstreamOutcome,
} from '../../../src/use-cases/transactions/downstream-port.js';
import { ManualTime } from './manual-time.js';

export const SIGNING_KEY = Buffer.from('sandbox-signing-key');
export const BODY = Buffer.from(
  '{"request":{"method_name":"Balance"},"customer_id":1001,"card_id":5001,"request_id":"5001_1_1"}',
);
export const TIMEOUT_MS = 1800;

export interface Bench {
  readonly downstream: DownstreamClient;
  readonly time: ManualTime;
  send(call?: Partial<DownstreamCall>): Promise<DownstreamOutcome>;
}

/** Opens a client of one route over a clock that stands still, so that nothing is late unless a test moves the clock. */
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
        signingKeys: [SIGNING_KEY],
        dedupes: false,
        methods: [],
        ...route,
      },
    ],
    // With a clock that stands still, a pause would never end.
    settings: { ...DOWNSTREAM_DEFAULTS, connectRetryMs: TIMEOUT_MS, ...settings },
    tlsOf: () => undefined,
    clock: time,
    timer: time,
  });
  const send = (call: Partial<DownstreamCall> = {}): Promise<DownstreamOutcome> =>
    downstream.send({
      route: 'main',
      requestId: '5001_1_1',
      methodName: 'Balance',
      body: BODY,
      customerId: 1001,
      deadline: addMs(momentOf(time), TIMEOUT_MS),
      ...call,
    });
  return { downstream, time, send };
}
