/**
 * Holes that Cardway had once, or that the rules of docs/reference forbid by name. Each is planted back as a change of source texts.
 * A hole whose text is gone from the source stops fitting: write it again for the code that took its place.
 */
import type { DatabaseKind } from './world.js';

export interface Hole {
  /** Name of its folder and its test. */
  readonly name: string;
  /** Fault of the gateway that has this hole. */
  readonly what: string;
  readonly kind: DatabaseKind;
  readonly patches: readonly {
    readonly file: string;
    /** Text that the file has exactly once. */
    readonly before: string;
    readonly after: string;
  }[];
}

export const HOLES: readonly Hole[] = [
  {
    name: 'zone-ignored',
    what: 'A date with a zone is read as if it were UTC.',
    kind: 'SQLite',
    patches: [
      { file: 'src/core/wire/wire-date.ts', before: 'minute: minute - offsetMinutes', after: 'minute' },
    ],
  },
  {
    name: 'skew-ignored',
    what: 'A node whose clock is wrong issues secrets.',
    kind: 'SQLite',
    patches: [
      {
        file: 'src/store/provisioning/issue.ts',
        before: 'if (Math.abs(driftMs) > input.driftMaxMs)',
        after: 'if (Math.abs(driftMs) > Number.MAX_SAFE_INTEGER)',
      },
    ],
  },
  {
    name: 'leases-by-own-clock',
    what: 'Each node ends leases by its own clock, and so the calls of other nodes.',
    kind: 'PostgreSQL',
    patches: [
      {
        file: 'src/store/transactions/leases.ts',
        before: 'const beforeMs = ((yield* first(leaseClock, {}))?.nowMs ?? 0) - leaseMs;',
        after: 'const beforeMs = ((yield* first(leaseClock, {})) === null ? 0 : Date.now()) - leaseMs;',
      },
    ],
  },
  {
    name: 'late-deduct',
    what: 'A Deduct that comes after its reversal is sent.',
    kind: 'SQLite',
    patches: [
      {
        file: 'src/store/transactions/claim.ts',
        before:
          'const by = input.decline === null ? yield* reversals.reversalBefore(input, input.reversedBy) : null;',
        after: 'const by = null;',
      },
    ],
  },
  {
    name: 'refused-deduct-sent-after-reversal',
    what: 'A refused Deduct that was reversed is sent again.',
    kind: 'SQLite',
    patches: [
      {
        file: 'src/store/transactions/requeue.ts',
        before: 'const by = yield* parts.reversals.reversalOf(row, input.reversedBy);',
        after: 'const by = null;',
      },
    ],
  },
  {
    name: 'unknown-original-withheld',
    what: 'A reversal whose original is unknown gets 1 and is never sent.',
    kind: 'SQLite',
    patches: [
      {
        file: 'src/use-cases/transactions/advice/send-advice.ts',
        before: 'const original = originalId === null ? null : await deps.ledger.find(originalId);',
        after:
          "if (method.reverses !== undefined && originalId === null) return { as: 'original_not_processed' };\n  const original = originalId === null ? null : await deps.ledger.find(originalId);",
      },
    ],
  },
  {
    name: 'removed-file-unnoticed',
    what: 'A database file that is removed or replaced while it is open is written on.',
    kind: 'SQLite',
    patches: [
      {
        file: 'src/store/engine/sqlite/watch.ts',
        before: 'const what = loss();',
        after: 'const what: string | null = null;',
      },
    ],
  },
  {
    name: 'retransmission-by-card',
    what: 'A terminal’s retransmission fails once the default card of its wallet has changed.',
    kind: 'SQLite',
    patches: [
      {
        file: 'src/store/transactions/claim.ts',
        before: 'const made = input.keyId === null ? yield* finder.keyless(input) : null;',
        after: 'const made = null;',
      },
    ],
  },
  {
    name: 'second-reply',
    what: 'A terminal that got a decline of its money call has it sent again.',
    kind: 'SQLite',
    patches: [
      {
        file: 'src/core/transactions/transaction.ts',
        before: "const isHeard = asked.keyId === null && saved.effect === 'money' && isDeclined(saved);",
        after: 'const isHeard = false;',
      },
    ],
  },
  {
    name: 'boundaries-unchecked',
    what: 'A text of one checksum that was cut into other fields gets the saved answer.',
    kind: 'SQLite',
    patches: [
      {
        file: 'src/store/transactions/claim.ts',
        before: 'const row = made?.digest === input.digest ? made : yield* finder.find(input.requestId);',
        after: 'const row = made ?? (yield* finder.find(input.requestId));',
      },
      {
        file: 'src/core/transactions/transaction.ts',
        before: 'if (!isSameContent(args)) {',
        after: 'if (!isSameContent(args) && saved.checksum !== asked.checksum) {',
      },
      {
        file: 'src/use-cases/transactions/call/transact.ts',
        before: 'if (caller.key === null && !isSame) throw boundaryMismatch(',
        after: 'if (caller.key === null && row.digest === null) throw boundaryMismatch(',
      },
    ],
  },
  {
    name: 'secret-renewed',
    what: 'A second secret within a time step is the first one again.',
    kind: 'SQLite',
    patches: [
      {
        file: 'src/store/provisioning/issue.ts',
        before: 'if (issued.has(counter)) continue;',
        after: '',
      },
      {
        file: 'src/store/provisioning/issue.ts',
        before: 'if (!otpsOfLate.has(otp)) return { counter, otp };',
        after: 'if (issued !== otpsOfLate) return { counter, otp };',
      },
    ],
  },
  {
    name: 'sent-twice-after-kill',
    what: 'A call for money whose process died counts as refused, and is sent again.',
    kind: 'SQLite',
    patches: [
      {
        file: 'src/core/transactions/life.ts',
        before:
          "owner_gone: { pending: { none: 'refused', state: 'in_doubt', money: 'in_doubt', advice: 'queued' } },",
        after:
          "owner_gone: { pending: { none: 'refused', state: 'in_doubt', money: 'refused', advice: 'queued' } },",
      },
    ],
  },
  {
    name: 'advice-sent-twice-after-kill',
    what: 'An advice that was perhaps sent is sent again on a route that does not dedupe.',
    kind: 'SQLite',
    patches: [
      {
        file: 'src/use-cases/transactions/advice/send-advice.ts',
        before: 'if (row.sentAtMs === null || route === undefined || route.dedupes) return null;',
        after: 'if (row.sentAtMs !== -1) return null;',
      },
    ],
  },
  {
    name: 'answer-not-saved',
    what: 'A caller gets an answer that the store could not save.',
    kind: 'SQLite',
    patches: [
      {
        file: 'src/use-cases/transactions/settle/saving.ts',
        before: '    return await apply(deps, input);\n  } catch (cause) {',
        after:
          "    return await apply(deps, input);\n  } catch (cause) {\n    if (cause !== null) return { kind: 'moved', state: 'answered', row: null };",
      },
    ],
  },
  {
    name: 'save-given-up',
    what: 'An answer that could not be saved at once is forgotten.',
    kind: 'SQLite',
    patches: [
      {
        file: 'src/use-cases/transactions/settle/saving.ts',
        before: 'const saved = applyUntilSaved(deps, { ...input, fact, claimed: undefined }, true).then(',
        after: 'const saved = new Promise<Decided>(() => undefined).then(',
      },
    ],
  },
  {
    name: 'webhook-given-up',
    what: 'A webhook that failed once is never sent again.',
    kind: 'SQLite',
    patches: [
      {
        file: 'src/store/events/finish.ts',
        before: "retry: 'pending'",
        after: "retry: 'dead'",
      },
    ],
  },
  {
    name: 'events-of-other-programmes',
    what: 'Integrators get the events of other programmes.',
    kind: 'SQLite',
    patches: [
      {
        file: 'src/store/events/event-log.ts',
        before: '(programme === null || event.programme === programme) &&',
        after: 'programme !== undefined &&',
      },
    ],
  },
  {
    name: 'key-of-another-programme',
    what: 'A key calls for the terminals of another programme.',
    kind: 'SQLite',
    patches: [
      {
        file: 'src/use-cases/transactions/admit/authenticate-terminal.ts',
        before: 'return key === null || key.programme === terminal.programme;',
        after: 'return key === null || key.programme !== undefined || terminal.programme === null;',
      },
    ],
  },
  {
    name: 'answers-of-other-keys',
    what: 'A key gets the saved answers of another key.',
    kind: 'SQLite',
    patches: [
      {
        file: 'src/core/transactions/transaction.ts',
        before:
          "if (saved.keyId !== null && asked.keyId !== null && saved.keyId !== asked.keyId) return 'other_principal';",
        after: '',
      },
    ],
  },
  {
    name: 'contradiction-missed',
    what: 'Money that moved after its terminal got a decline is not given back.',
    kind: 'SQLite',
    patches: [
      {
        file: 'src/core/transactions/life.ts',
        before: 'return reply !== null && !isApproval(reply);',
        after: 'return reply === 0;',
      },
    ],
  },
  {
    name: 'partial-approval-reversed-whole',
    what: 'The gateway gives the whole amount of a partial approval back.',
    kind: 'SQLite',
    patches: [
      {
        file: 'src/use-cases/transactions/settle/own-reversals.ts',
        before: 'if (row.resultCode !== PARTIALLY_APPROVED || row.answer === null) return requested;',
        after: 'if (row.resultCode !== PARTIALLY_APPROVED + 1000 || row.answer === null) return requested;',
      },
    ],
  },
  {
    name: 'early-reversal-forgotten',
    what: 'A Deduct that is approved after its reversal left is quietly answered.',
    kind: 'SQLite',
    patches: [
      {
        file: 'src/store/transactions/apply.ts',
        before: 'return yield* reversals.hasEarly(row);',
        after: 'return !(yield* reversals.hasEarly(row)) && false;',
      },
    ],
  },
  {
    name: 'one-signing-key',
    what: 'A call whose signature is refused while the keys change is not signed with the other key.',
    kind: 'SQLite',
    patches: [
      {
        file: 'src/outbound/downstream/client.ts',
        before: 'if (other === null || !isRefusedForKey(first.ending)',
        after: 'if (other !== null || !isRefusedForKey(first.ending)',
      },
    ],
  },
  {
    name: 'disabled-terminal-accepted',
    what: 'A node that has a terminal in its memory goes on taking its calls after it is disabled.',
    kind: 'PostgreSQL',
    patches: [
      {
        file: 'src/store/directory/directory.ts',
        before: 'ageMs < cacheMs)',
        after: 'ageMs < 3_600_000)',
      },
    ],
  },
  {
    name: 'reclaimed-by-two-nodes',
    what: 'Two nodes send a refused call again at the same time.',
    kind: 'PostgreSQL',
    patches: [
      {
        file: 'src/store/transactions/requeue.ts',
        before: 'if (row.state !== input.fromState || row.attempt !== input.fromAttempt)',
        after: "if (row.state === 'answered')",
      },
    ],
  },
  {
    name: 'answer-to-earlier-attempt-forgotten',
    what: 'An answer that is saved late is forgotten where a repeated call took a later attempt.',
    kind: 'SQLite',
    patches: [
      {
        file: 'src/core/transactions/life.ts',
        before: 'if (fact.attempt > row.attempt) return null;',
        after: 'if (fact.attempt !== row.attempt) return null;',
      },
    ],
  },
  {
    name: 'sent-again-after-timeout',
    what: 'A call that timed out is sent again, on a route that does not dedupe.',
    kind: 'SQLite',
    patches: [
      {
        file: 'src/use-cases/transactions/call/forward.ts',
        before: '    return await settleOutcome(deps, composed, claimed, outcome);',
        after: `    if (outcome.kind === 'timeout')
      await deps.downstream.send({
        route: composed.claim.route,
        requestId: composed.claim.requestId,
        methodName: composed.method.name,
        body: composed.body,
        customerId: composed.envelope.customer_id,
        deadline: addMs(composed.deadline, 1000),
        always: isAdvice,
      });
    return await settleOutcome(deps, composed, claimed, outcome);`,
      },
    ],
  },
  {
    name: 'operator-decline-kept',
    what: 'A Deduct that an operator declined, and that was approved after all, stays declined.',
    kind: 'SQLite',
    patches: [
      {
        file: 'src/core/transactions/life.ts',
        before: "if (word !== 'declined' && !isSavedUnheard) return null;",
        after: 'if (!isSavedUnheard) return null;',
      },
    ],
  },
];
