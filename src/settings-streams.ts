import { duration, integer } from './settings-kinds.js';

const MINUTE_MS = 60_000;

/** WebSockets and event streams (contract section 8). */
export const STREAM_SETTINGS = {
  'stream.socketsMax': integer('WebSockets and event streams at one time', 25_000, 1, 1_000_000),
  'stream.socketsPerKeyMax': integer('… of one key', 12_000, 1, 1_000_000),
  'stream.unprovenMax': integer(
    'WebSockets that have not yet proved a key, at one time; the oldest gives way',
    2000,
    1,
    1_000_000,
  ),
  'stream.unprovenPerAddressMax': integer(
    '… of one IPv4 address, or one /64 network of IPv6 addresses',
    200,
    1,
    1_000_000,
  ),
  'stream.operationsMax': integer(
    'Subscriptions and other operations of one WebSocket at one time',
    100,
    1,
    10_000,
  ),
  'stream.messageBytesMax': integer('Longest message on a WebSocket', 131_072, 1024, 16_777_216),
  'stream.initMs': integer('For connection_init after a WebSocket opened', 3000, 10, MINUTE_MS),
  'stream.pingMs': integer(
    'How often a connection is pinged; one that does not answer by the next is cut',
    12_000,
    10,
    3_600_000,
  ),
  'stream.idle': duration('How long a WebSocket may stay without an operation', '10m'),
  'stream.stallMs': integer(
    'How long a reader may take nothing before it is closed (1013)',
    5000,
    10,
    3_600_000,
  ),
  'stream.bufferedBytesMax': integer(
    'Bytes that wait for one reader before it is closed (1013)',
    1_048_576,
    1024,
    1_073_741_824,
  ),
  'stream.keyCheckMs': integer(
    'How often the keys of open connections are looked up again',
    3000,
    10,
    MINUTE_MS,
  ),
} as const;
