import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Database from 'better-sqlite3';
import { seedAttempt } from '../support/attempts.js';
import { startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';
import { cardway } from './command.js';

let folder: string;
let gateway: TestGateway;
let database: Database.Database;

beforeAll(async () => {
  folder = temporaryFolder();
  gateway = await startGateway({ folder });
  database = new Database(`${folder}/cardway.db`);
});

afterAll(async () => {
  database.close();
  await gateway.stop();
});

let made = 0;

function verified(): string {
  made += 1;
  const attemptId = `attempt-${String(made)}`;
  seedAttempt(database, { attemptId, state: 'verified', issuedAtMs: Date.now() });
  return attemptId;
}

interface Printed {
  readonly done: boolean;
  readonly steps: readonly {
    readonly actor: string;
    readonly what: string;
    readonly reply: { readonly status: number; readonly body: Record<string, unknown> } | null;
    readonly isDone: boolean;
  }[];
}

async function trigger(...args: string[]): Promise<{ status: number | null; printed: Printed }> {
  const { status, out, err } = await cardway(['trigger', ...args, '--url', gateway.url, '--json']);
  expect(err).toBe('');
  return { status, printed: JSON.parse(out) as Printed };
}

describe('cardway trigger', () => {
  it('asks for a token authorization, and reports the token of the card’s attempt as complete', async () => {
    const attemptId = verified();
    const asked = await trigger('token-authorization', '--card', '5001', '--token-reference', 'cli-1');
    expect(asked).toMatchObject({
      status: 0,
      printed: {
        done: true,
        steps: [{ actor: 'network', reply: { body: { decision: 'APPROVED', attempt_id: attemptId } } }],
      },
    });
    const reported = await trigger('digitization.complete', '--card', '5001');
    expect(reported.printed.steps[0]!.reply!.body).toMatchObject({
      type: 'digitization.complete',
      token_reference: 'cli-1',
      attempt_id: attemptId,
    });
  });

  it.each(['deleted', 'stopped', 'resumed', 'replaced', 'exception'])(
    'reports digitization.%s',
    async (event) => {
      const { status, printed } = await trigger(
        `digitization.${event}`,
        ...['--card', '5001', '--token-reference', `cli-${event}`, '--report-id', 'r1'],
      );
      expect(status).toBe(0);
      expect(printed.steps[0]!.reply!.body['type']).toBe(`digitization.${event}`);
    },
  );

  it('ends with 1 and shows the refusal', async () => {
    const { status, printed } = await trigger('digitization.complete', '--card', '7777');
    expect([status, printed.done]).toEqual([1, false]);
    expect(printed.steps[0]!.reply).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } });
  });
});

/** Puts a server with the documented secret endpoints in front of the gateway. */
describe('cardway trigger provisioning', () => {
  let front: Server;
  let isVerifying = true;

  beforeAll(async () => {
    front = createServer((incoming, response) => {
      if (incoming.url?.startsWith('/debit/') === true) void answerSecrets(incoming, response);
      else forward(incoming, response);
    });
    await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  });

  afterAll(() => {
    front.close();
    front.closeAllConnections();
  });

  async function answerSecrets(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { secret } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { secret?: string };
    if (secret !== undefined && isVerifying) verified();
    const payload =
      secret === undefined ? { secret: '001#12345678' } : { valid: isVerifying && secret === '001#12345678' };
    const envelope = { text: 'Success', timestamp: '', endpoint: incoming.url, error: {}, payload };
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(envelope));
  }

  function forward(incoming: IncomingMessage, response: ServerResponse): void {
    const { method, headers } = incoming;
    const sending = request(`${gateway.url}${incoming.url ?? ''}`, { method, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 0, reply.headers);
      reply.pipe(response);
    });
    incoming.pipe(sending);
  }

  const play = () =>
    cardway([
      ...['trigger', 'provisioning', '--card', '5001', '--json'],
      ...['--url', `http://127.0.0.1:${String((front.address() as AddressInfo).port)}`],
    ]);

  it('runs the whole provisioning sequence, and prints no one-time password', async () => {
    isVerifying = true;
    const { status, out } = await play();
    const { done, steps } = JSON.parse(out) as Printed;
    expect([status, done]).toEqual([0, true]);
    expect(steps.map(({ actor }) => actor)).toEqual([
      'cardholder',
      'backend',
      'app',
      'SDK',
      'wallet',
      'network',
      'network',
      'gateway',
      'wallet',
    ]);
    expect(steps.at(-2)!.what).toMatch(/digitization\.complete, event evt_\d{12}$/);
    expect(steps.at(-1)!.what).toBe(
      'shows the card; the attempt went issued → verified → authorized → digitized',
    );
    expect(out).not.toContain('12345678');
  });

  it('stops where a step fails', async () => {
    isVerifying = false;
    const { status, out } = await play();
    const { done, steps } = JSON.parse(out) as Printed;
    expect([status, done, steps.length]).toEqual([1, false, 4]);
  });
});
