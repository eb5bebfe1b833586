import { hostList, integer, secret, text } from './settings-kinds.js';

/** What operators change and watch: keys that are being exchanged, stops behind a balancer, traces. A part of SETTINGS. */
export const OPERATION_SETTINGS = {
  otherMasterKey: secret(
    'Opens what was sealed with it too: the next or the former master key, while keys change',
  ),
  otherSigningKey: secret(
    'Tried where the wallet service refuses a signature: the next or the former signing key, while keys change',
  ),
  'tracing.url': text(
    'Where traces go, by OTLP over HTTP; without it none are made',
    undefined,
    'an http or https URL, as in http://collector:4318/v1/traces',
  ),
  'tracing.headers': secret('Sent with them, as in authorization=Bearer abc,x-tenant=1'),
  'tracing.samplePercent': integer(
    'Of the calls that nobody upstream has decided about, how many are traced',
    100,
    0,
    100,
  ),
  'http.drainDelayMs': integer(
    'How long a stop goes on serving while /health/ready already says that it drains, so that balancers notice',
    0,
    0,
    600_000,
  ),
  'sandbox.hosts': hostList(
    'Hosts that the sandbox answers beside loopback, and whose pages may call it: for containers and tunnels',
  ),
  'metrics.port': integer(
    'A port of its own for /metrics and /health, without TLS, open to whoever reaches it',
    undefined,
    0,
    65_535,
  ),
  'metrics.host': text('Address of that port', '127.0.0.1', 'a host name or address'),
} as const;
