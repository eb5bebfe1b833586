import { integer } from './settings-kinds.js';

const MINUTE_MS = 60_000;

/** WebSockets and event streams (contract section 8). */
export const STREAM_SETTINGS = {
  'stream.socketsMax': integer(
    'WebSockets and event streams at one time, half of them of one key',
    25_000,
    1,
    1_000_000,
  ),
  'stream.unprovenMax': integer(
    'WebSockets that have not yet proved a key, at one time, a tenth of them of one IPv4 address or /64 network of IPv6 addresses; the oldest gives way',
    2000,
    1,
    1_000_000,
  ),
  'stream.initMs': integer('For connection_init after a WebSocket opened', 3000, 10, MINUTE_MS),
  'stream.pingMs': integer(
    'How often a connection is pinged; one that does not answer by the next is cut',
    12_000,
    10,
    3_600_000,
  ),
} as const;
