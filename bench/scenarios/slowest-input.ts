import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { median } from '../judge/median.js';
import { APPROVED, deductCalls, type Call } from '../load/calls.js';
import { createTurns } from '../stage/longest-turn.js';
import type { Finding, Scenario } from './scenario.js';

/** Pieces of text that cost masks, readers and checks most. */
const PIECES: readonly string[] = [
  'cardway_',
  'a_',
  '4 ',
  '4111 1111 1111 1111 ',
  '4111.1111.1111.1111/',
  'cvv=1&',
  '"cvv":"1",',
  '"reference":"1",',
  '<name>cvv</name><value>1</value>',
  '&amp;',
  '\\u0034',
  '\u00bd',
  '\uff14',
  '"',
  '<!--',
  '&',
  '<',
  '<a>',
  '<member><name>',
  '&#52;',
  'http://a:b@c ',
  'cvv 2: 1 ',
  '{"name":"cvv","value":"1"}',
];

/** Sizes just within the default limits of a call and of an answer. */
const CALL_BYTES = 64_000;
const ANSWER_BYTES = 260_000;
const ANSWER_MEMBERS = 4990;

/** Longest turn of the event loop within one call: so long do all others wait. */
export const slowestInput: Scenario = {
  name: 'slowest-input',
  about:
    'P14: longest turn of the event loop in one call, whatever a body and an answer within their limits hold',
  async run(stage, effort) {
    let answer = '';
    const wallet = createServer((request, response) => {
      request.resume();
      request.on('end', () => response.setHeader('Content-Type', 'application/json').end(answer));
    }).listen(0, '127.0.0.1');
    await once(wallet, 'listening');
    const turns = createTurns(stage.folder);
    const gateway = await stage.startGateway({
      nodeArgs: turns.options.nodeArgs,
      env: {
        ...turns.options.env,
        CARDWAY_DOWNSTREAM_URL: urlOf(wallet),
        CARDWAY_DOWNSTREAM_TIMEOUT_MS: '10000',
      },
    });
    const next = deductCalls({ kind: 'json', wallets: 1000, run: 1 });
    const rounds = Math.max(10, effort.rounds);
    const findings: Finding[] = [];
    const measure = async (what: string, note: string, saying: string): Promise<void> => {
      answer = saying;
      const times: number[] = [];
      for (let round = 0; round < 2 * rounds; round += 1) {
        const call = withNote(next(), note);
        await turns.longestMs(gateway);
        await send(gateway.url, call);
        const longestMs = await turns.longestMs(gateway);
        // The first half is for the JIT compiler.
        if (round >= rounds) times.push(longestMs);
      }
      const measured = median(times);
      effort.tell(`${what}: ${measured.toFixed(1)} ms`);
      findings.push({ target: 'P14', what, measured, unit: 'ms', wanted: { atMost: 15 } });
    };
    try {
      for (const piece of PIECES) {
        const of = JSON.stringify(piece);
        await measure(`call full of ${of}`, filled(piece, CALL_BYTES), SHORT);
        await measure(`answer full of ${of}`, '', sayingOf({ note: filled(piece, ANSWER_BYTES) }));
      }
      await measure('answer with as many members as it may have', '', sayingOf(manyMembers()));
      for (const [of, value] of MEMBER_VALUES)
        await measure(`answer with as many members of ${of}`, '', sayingOf(manyMembers(value)));
      await measure('answer with as large a struct as it may have', '', structAnswer());
    } finally {
      await gateway.stop();
      wallet.close();
    }
    return findings;
  },
};

const SHORT = JSON.stringify({ response: { resultCode: 1 } });

/** Repeats the piece until its JSON text has this many bytes. */
function filled(piece: string, bytes: number): string {
  return piece.repeat(Math.floor(bytes / (Buffer.byteLength(JSON.stringify(piece)) - 2)) - 50);
}

function sayingOf(members: object): string {
  return JSON.stringify({ response: { resultCode: 1, ...members } });
}

function manyMembers(value: (index: number) => string = (index) => `value 4111 ${String(index)}`): object {
  return Object.fromEntries(
    Array.from({ length: ANSWER_MEMBERS }, (_, index) => [`member_${String(index)}`, value(index)]),
  );
}

const MEMBER_VALUES: readonly (readonly [string, (index: number) => string])[] = [
  ['16 digits', (index) => String(4_111_111_111_111_111 + index)],
  ['a small JSON text', () => '{"cvv":"12"}'],
  ['a sentence', () => 'the cvv is 123 &#52;'],
];

function structAnswer(): string {
  const member = (name: string, value: string): string =>
    `<member><name>${name}</name><value>${value}</value></member>`;
  const members = Array.from({ length: ANSWER_MEMBERS }, (_, index) => member(`m${String(index)}`, '1')).join(
    '',
  );
  const struct = `<struct>${member('resultCode', '<int>1</int>')}${members}</struct>`;
  return JSON.stringify({
    response: `<methodResponse><params><param><value>${struct}</value></param></params></methodResponse>`,
  });
}

function withNote(call: Call, note: string): Call {
  if (note === '') return call;
  const body = JSON.parse(call.body) as { request: object };
  return { ...call, body: JSON.stringify({ ...body, request: { ...body.request, note } }) };
}

async function send(url: string, call: Call): Promise<void> {
  const response = await fetch(url + call.path, {
    method: 'POST',
    headers: { 'Content-Type': call.contentType, Authorization: call.authorization ?? '' },
    body: call.body,
  });
  const text = await response.text();
  if (!APPROVED.test(text)) throw new Error(`HTTP ${String(response.status)}: ${text.slice(0, 300)}`);
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
}
