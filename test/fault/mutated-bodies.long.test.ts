import { Agent, request } from 'node:http';
import {
  administrativeMessage,
  balance,
  deduct,
  CHANNELS,
  GRAPHQL,
  JSON_PROXY,
  KEYS,
  loadAuth,
  reversalOf,
  stop,
  USUAL,
  validatePin,
  type Channel,
} from '../support/channels/index.js';
import { replyFromGraphQL, replyFromJson, replyFromXml, type Reply } from '../support/channels/reply.js';
import type { HttpReply } from '../support/channels/http.js';
import { startInProcess, type InProcessGateway } from '../support/in-process.js';
import { startWallet, type TestWallet } from '../support/wallet/index.js';
import { seededRandom } from '../support/random.js';
import { CAPTURES } from '../unit/compat/xmlrpc/captures.js';
import { PATHS } from '../life/requests.js';
import { mutate, type MutatedBody } from './mutate.js';
import { limitOf, sizeOf, printSize } from './size.js';

/** Bodies of all interfaces together. A long run: CARDWAY_TEST_BODIES=1000000, with another CARDWAY_TEST_SEED each time. */
const BODIES = sizeOf('CARDWAY_TEST_BODIES', 1600);
const SEED = sizeOf('CARDWAY_TEST_SEED', 20_260_817);
/**
 * Limit of the whole process's processor time for one body, client and wallet service included. The goal, for a quiet machine, is
 * 20.
 */
const SLOW_MS = limitOf('CARDWAY_TEST_SLOW_MS');
const AGAIN_MAX = 30;

const CALLS = (() => {
  const paid = deduct();
  return [paid, balance(), loadAuth(), reversalOf(paid), stop(), validatePin(), administrativeMessage()];
})();

const XML_TOKENS = [
  ...['<', '>', '&', '"', "'", ']]>', '<![CDATA[', '<!--', '-->', '<?xml version="1.0"?>', '<!DOCTYPE m>'],
  ...['<!DOCTYPE m [<!ENTITY a "b">]>', '&a;', '&lt;', '&#0;', '&#55296;', '&#x10ffff;', '\u0000', '\ufeff'],
  ...[
    '<value>',
    '</value>',
    '<param>',
    '<params>',
    '<array><data>',
    '<struct><member><name>a</name>',
    '<nil/>',
  ],
  ...[
    '<int>',
    '</int>',
    '<string>',
    '</string>',
    '<base64>',
    '<dateTime.iso8601>',
    ' encoding="utf-16"',
    '\r\n',
  ],
  ...[
    'xmlns:ex="http://ws.apache.org/xmlrpc/namespaces/extensions"',
    '<ex:i8>',
    '</methodCall>',
    'system.multicall',
  ],
];

const JSON_TOKENS = [
  ...[
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    '\\u0000',
    '\\ud800',
    '\\u',
    'null',
    'true',
    '1e400',
    '-',
    '.5',
    '0x1',
  ],
  ...[
    '"__proto__":',
    '"constructor":',
    '"request":',
    '"checksum":"',
    '"query":"',
    '\u0000',
    '\ufeff',
    '\u2028',
    '//',
  ],
  ...[
    'mutation',
    'query',
    '{ __schema { types { name } } }',
    '...F',
    'fragment F on Query {',
    '@skip(if: true)',
  ],
  ...[
    '$input',
    '(input: $input)',
    '"""',
    '#',
    'a: ',
    '__typename ',
    '9007199254740993',
    'subscription { x }',
  ],
];

let wallet: TestWallet;
let gateway: InProcessGateway;

beforeAll(async () => {
  wallet = await startWallet({ behaviour: USUAL });
  gateway = await startInProcess({
    CARDWAY_DOWNSTREAM_URL: wallet.url,
    // The readers must see the wrong bodies: no rate limit may refuse them.
    CARDWAY_LIMITS_FAILED_AUTHENTICATIONS_PER_MINUTE: 'off',
  });
});

afterAll(async () => {
  agent.destroy();
  await gateway.stop();
  await wallet.close();
});

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function post(channel: Channel, body: MutatedBody): Promise<HttpReply> {
  const isXml = !channel.takesKey;
  const headers = {
    'Content-Type': isXml ? 'text/xml' : 'application/json',
    'Content-Length': String(body.bytes.length),
    ...(body.encoding === 'identity' ? {} : { 'Content-Encoding': body.encoding }),
    ...(isXml ? {} : { Authorization: `Bearer ${KEYS.client}` }),
  };
  return new Promise((resolve, reject) => {
    const sending = request(`${gateway.url}${PATHS[channel.name] ?? ''}`, { method: 'POST', headers, agent });
    sending.once('error', reject);
    sending.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () => {
        const { statusCode = 0, headers: heard } = response;
        resolve({ status: statusCode, headers: heard, bytes: Buffer.concat(chunks) });
      });
    });
    sending.end(body.bytes);
  });
}

/** Reads replies of every kind as their callers do. Throws for an unreadable one. */
function repliesOf(channel: Channel, reply: HttpReply): Reply {
  if (channel.errors === 'graphql') return replyFromGraphQL(reply);
  return channel.errors === 'rpc' ? replyFromXml(reply) : replyFromJson(reply);
}

interface Tally {
  accepted: number;
  refused: number;
  slowestMs: number;
  readonly findings: string[];
}

async function tryBody(channel: Channel, body: MutatedBody, tally: Tally): Promise<void> {
  const find = (what: string): void => {
    tally.findings.push(`${what}: ${body.encoding} ${body.bytes.toString('base64').slice(0, 4000)}`);
  };
  const sentBefore = wallet.calls.length;
  const spentMs = await timed(async () => {
    const reply = await post(channel, body);
    if (reply.status >= 500) find(`HTTP ${String(reply.status)}`);
    const isAccepted = isApproved(repliesOf(channel, reply));
    tally[isAccepted ? 'accepted' : 'refused'] += 1;
    if (!isAccepted && wallet.calls.length > sentBefore) find('forwarded although it was refused');
  });
  let fastestMs = spentMs;
  // The garbage collector or the compiler may slow a few runs, because their threads count. A slow body is slow every time.
  for (let again = 0; again < AGAIN_MAX && fastestMs > SLOW_MS; again += 1) {
    fastestMs = Math.min(fastestMs, await timed(() => post(channel, body)));
  }
  if (fastestMs > SLOW_MS) find(`takes ${String(Math.round(fastestMs))} ms`);
  tally.slowestMs = Math.max(tally.slowestMs, fastestMs);
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const spent = process.cpuUsage(before);
  return (spent.user + spent.system) / 1000;
}

function isApproved(heard: Reply): boolean {
  return heard.resultCode === 1;
}

const CORPUS = new Map(
  CHANNELS.map((channel) => {
    const bodies = CALLS.map((call) => Buffer.from(channel.body(call)));
    return [channel, channel.takesKey ? bodies : [...bodies, ...CAPTURES.map(({ body }) => body)]] as const;
  }),
);

describe(`${String(BODIES)} mutated bodies (CARDWAY_TEST_SEED=${String(SEED)})`, () => {
  it.each(CHANNELS.map((channel) => [channel.name, channel] as const))(
    'crash nothing, hang nothing, and are not sent on when refused (%s)',
    async (name, channel) => {
      const random = seededRandom(SEED + CHANNELS.indexOf(channel));
      const bodies = CORPUS.get(channel) ?? [];
      const tokens = channel.takesKey ? JSON_TOKENS : XML_TOKENS;
      const tally: Tally = { accepted: 0, refused: 0, slowestMs: 0, findings: [] };
      for (let tried = 0; tried < BODIES / CHANNELS.length; tried += 1) {
        await tryBody(channel, mutate(random, { bodies, tokens }), tally);
      }
      const { accepted, refused, slowestMs, findings } = tally;
      printSize(
        `${name}: ${String(accepted)} accepted, ${String(refused)} refused, slowest ${slowestMs.toFixed(1)} ms`,
      );
      expect(findings.slice(0, 5)).toEqual([]);
      expect(gateway.errors).toEqual([]);
      // Neither all nor none: the corpus is good, and the mutations do damage.
      expect(accepted).toBeGreaterThan(BODIES / 1000);
      expect(refused).toBeGreaterThan(BODIES / 20);
    },
    // Long runs need a long limit.
    120_000 + BODIES * 10,
  );

  it('leave the gateway answering', async () => {
    for (const channel of [GRAPHQL, JSON_PROXY]) {
      expect((await channel.call(gateway.url, deduct())).resultCode).toBe(1);
    }
  });
});
