import Database from 'better-sqlite3';
import { seedAttempt } from '../support/attempts.js';
import { sharedGateway, temporaryFolder } from '../support/gateway.js';
import { cardway } from './command.js';

const folder = temporaryFolder();

let database: Database.Database;

const gateway = sharedGateway({ folder });

beforeAll(async () => {
  database = new Database(`${folder}/cardway.db`);
});

afterAll(async () => {
  database.close();
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

describe('cardway trigger provisioning', () => {
  const play = (card: string) =>
    cardway(['trigger', 'provisioning', '--card', card, '--json', '--url', gateway.url]);

  it('runs the whole provisioning sequence, and prints no one-time password', async () => {
    const { status, out } = await play('5002');
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
    expect(out).not.toMatch(/#\d{8}/);
  });

  it('stops where a step fails', async () => {
    const end = "update provisioning_attempts set state = 'superseded' where sequence = new.sequence";
    database.exec(`create trigger ended after insert on provisioning_attempts begin ${end}; end`);
    const { status, out } = await play('5001');
    const { done, steps } = JSON.parse(out) as Printed;
    expect([status, done, steps.length]).toEqual([1, false, 4]);
  });
});
