import { sql } from 'kysely';
import type { CheckCodeInput, CheckCodeOutcome } from '../../use-cases/provisioning/provisioning-port.js';
import type { StoreDialect } from '../engine/dialect.js';
import { databaseNowMs, type Operation, run, type Step } from '../engine/operation.js';
import { compile } from '../engine/statement.js';
import { columnsOf, named } from '../engine/names.js';
import { limited } from './attempt-changes.js';

interface NewCode {
  readonly attemptId: string;
  readonly programme: string;
  readonly cardId: number;
  readonly codeHash: string;
  readonly validityMs: number;
}

export type ActivationCodes = ReturnType<typeof createActivationCodes>;

export function createActivationCodes(dialect: StoreDialect) {
  const statements = compileStatements(dialect);

  function* consume(input: CheckCodeInput, row: CodeRow, nowMs: number): Step<CheckCodeOutcome> {
    if (row.state !== 'issued') {
      return { kind: 'refused', reason: row.state === 'checked' ? 'replayed' : 'superseded' };
    }
    if (nowMs > row.expiresAtMs) return { kind: 'refused', reason: 'expired' };
    if (row.wrongCodes >= input.wrongCodesMax) return limited(row, nowMs);
    yield* run(statements.check, { sequence: row.sequence });
    return { kind: 'accepted', attemptId: row.attemptId, checkedAtMs: nowMs };
  }

  function* miss(input: CheckCodeInput, open: CodeRow | undefined, nowMs: number): Step<CheckCodeOutcome> {
    if (open === undefined || nowMs > open.expiresAtMs) return { kind: 'refused', reason: 'invalid' };
    if (open.wrongCodes >= input.wrongCodesMax) return limited(open, nowMs);
    yield* run(statements.countWrongCode, { sequence: open.sequence });
    return { kind: 'refused', reason: 'invalid' };
  }

  return {
    /**
     * Issues a code, as a step of the commit that verifies the secret; supersedes an earlier code of the card. Returns its end,
     * epoch ms.
     */
    *issue(code: NewCode, nowMs: number): Step<number> {
      const expiresAtMs = nowMs + code.validityMs;
      yield* run(statements.supersede, code);
      yield* run(statements.insert, { ...code, expiresAtMs });
      return expiresAtMs;
    },
    *check(input: CheckCodeInput): Operation<CheckCodeOutcome> {
      const nowMs = yield* databaseNowMs(dialect);
      const { rows } = yield* run(statements.latest, input);
      const row = rows.find(({ codeHash }) => codeHash === input.codeHash);
      if (row !== undefined) return yield* consume(input, row, nowMs);
      return yield* miss(
        input,
        rows.find(({ state }) => state === 'issued'),
        nowMs,
      );
    },
  };
}

interface CodeRow {
  readonly sequence: number;
  readonly attemptId: string;
  readonly codeHash: string;
  readonly state: 'issued' | 'checked' | 'superseded';
  readonly expiresAtMs: number;
  readonly wrongCodes: number;
}

const IS_OPEN = sql<boolean>`state = 'issued'`;

/** Number of a card's newest codes by which a late code is still recognised. */
const LATEST_MAX = 10;

function compileStatements({ compiler }: StoreDialect) {
  const codes = compiler.updateTable('activation_codes');
  return {
    latest: compile((p: { programme: string; cardId: number }) =>
      compiler
        .selectFrom('activation_codes')
        .select(named('sequence', 'attemptId', 'codeHash', 'state', 'expiresAtMs', 'wrongCodes'))
        .where('card_id', '=', p.cardId)
        .where('programme', '=', p.programme)
        .orderBy('sequence', 'desc')
        .limit(sql.lit(LATEST_MAX)),
    ),
    supersede: compile((p: { cardId: number }) =>
      codes.set({ state: 'superseded' }).where(IS_OPEN).where('card_id', '=', p.cardId),
    ),
    insert: compile((p: NewCode & { expiresAtMs: number }) =>
      compiler.insertInto('activation_codes').values({
        ...columnsOf(p, 'attemptId', 'programme', 'cardId', 'codeHash', 'expiresAtMs'),
        state: 'issued',
      }),
    ),
    check: compile((p: { sequence: number }) =>
      codes.set({ state: 'checked' }).where('sequence', '=', p.sequence),
    ),
    countWrongCode: compile((p: { sequence: number }) =>
      codes.set({ wrong_codes: sql`wrong_codes + 1` }).where('sequence', '=', p.sequence),
    ),
  };
}
