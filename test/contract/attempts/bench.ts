import type {
  AttemptRow,
  Attempts,
  AuthorizeInput,
  DigitizationReportInput,
} from '../../../src/use-cases/provisioning/attempt-port.js';
import { type SeededAttempt, seedStatements } from '../../support/attempts.js';
import type { TestDirectory } from '../../support/directory.js';

/** Implementation under test. Its tables are empty. */
export interface AttemptsUnderTest {
  readonly attempts: Attempts;
  /** The same tables, as another process sees them. */
  readonly other: Attempts;
  readonly directoryAdmin: TestDirectory;
  /** Sets the database's clock. */
  setNowMs(nowMs: number): void;
  query(sql: string): Promise<Record<string, unknown>[]>;
  /** Blocks inserts into a table until the returned function is called. */
  forbid(table: string): Promise<() => Promise<void>>;
}

export interface AttemptsBench extends AttemptsUnderTest {
  /** Seeds an attempt of card 5001, verified now unless the change says otherwise. Returns its id. */
  attempt(change?: Partial<SeededAttempt>): Promise<string>;
  row(attemptId: string): Promise<AttemptRow>;
  count(table: string): Promise<number>;
}

export const NOW_MS = 1_800_000_000_000;
export const MINUTE_MS = 60_000;
export const VERIFIED_FOR_MS = 10 * MINUTE_MS;

/** Opens a bench with two programmes: card 5001 of wallet `w` in one, card 6001 in the other. */
export async function openBench(open: () => Promise<AttemptsUnderTest>): Promise<AttemptsBench> {
  const subject = await open();
  const { directoryAdmin } = subject;
  subject.setNowMs(NOW_MS);
  await directoryAdmin.putProgramme({ programme: 'sandbox' });
  await directoryAdmin.putProgramme({ programme: 'second' });
  await directoryAdmin.putWallet({
    reference: 'w',
    programme: 'sandbox',
    customerId: 1001,
    cards: [{ cardId: 5001, isDefault: true }, { cardId: 5002 }],
  });
  await directoryAdmin.putWallet({
    reference: 'second',
    programme: 'second',
    customerId: 2001,
    cards: [{ cardId: 6001 }],
  });
  let attempts = 0;
  return {
    ...subject,
    async attempt(change = {}) {
      attempts += 1;
      const attemptId = `attempt-${String(attempts)}`;
      const seeded = { attemptId, state: 'verified', issuedAtMs: NOW_MS, ...change } as const;
      for (const statement of seedStatements(seeded)) await subject.query(statement);
      return change.attemptId ?? attemptId;
    },
    async row(attemptId) {
      const row = await subject.attempts.find(attemptId);
      if (row === null) throw new Error(`${attemptId} is not there`);
      return row;
    },
    count: async (table) => Number((await subject.query(`select count(*) as n from ${table}`))[0]?.['n']),
  };
}

export function authorization(change: Partial<AuthorizeInput> = {}): AuthorizeInput {
  return {
    programme: 'sandbox',
    cardId: 5001,
    tokenReference: 'token-1',
    tokenRequestorId: '50110030273',
    walletId: '103',
    path: 'GREEN',
    recommendation: 'approve',
    panSource: 'card_added_via_application',
    deviceType: '21',
    actor: 'sandbox-network',
    ...change,
  };
}

export function report(change: Partial<DigitizationReportInput> = {}): DigitizationReportInput {
  return {
    programme: 'sandbox',
    cardId: 5001,
    isCardAssumed: false,
    type: 'digitization.complete',
    tokenReference: 'token-1',
    tokenRequestorId: '50110030273',
    walletId: '103',
    deviceType: '21',
    panLastFour: '0116',
    reasonCode: null,
    reportId: null,
    actor: 'sandbox-network',
    ...change,
  };
}

/** Returns SQL that inserts a webhook endpoint of the programme. */
export function endpoint(id: string, programme: string, disabledReason: string | null = null): string {
  const disabled = disabledReason === null ? 'null' : `'${disabledReason}'`;
  return `insert into endpoints (endpoint_id, programme, url, sealed_secret, created_at_ms, disabled_reason)
    values ('${id}', '${programme}', 'https://example.test', '0', 1, ${disabled})`;
}
