import { canonicalText, shownArguments } from '../../core/access/approval.js';
import { mayUse, type Permission, permissionsOf, type Role } from '../../core/access/permissions.js';
import { keepText } from '../../core/keep.js';
import { holderOf, isPerson } from '../../core/access/sign-in.js';
import { badRequest, CardwayError } from '../../platform/errors.js';
import type { ApiKey } from '../directory/directory-port.js';
import type { PageRequest } from '../paging.js';
import type { ContentHasher } from '../ports.js';
import { demand, hasLength } from './administrator.js';
import type { ApprovalFilter, ApprovalRow, ApprovalStore, GuardedChange } from './approval-port.js';

/** Call of a guarded field. */
interface GuardedCall {
  readonly caller: ApiKey;
  readonly permission: Permission;
  readonly field: string;
  readonly args: readonly unknown[];
  /**
   * Returns what changes the meaning of the call, as names and values; null for nothing. An approval holds for it alone. False for a
   * call that needs nobody else.
   */
  readonly circumstance: () => Promise<object | null | false>;
}

interface DecisionOrder {
  readonly approvalId: string;
  readonly decision: 'approved' | 'rejected';
  readonly reason: string;
}

/** Time from the question to its use. */
const LIFETIME_MS = 24 * 60 * 60_000;
/** Open questions of one person. A program that repeats itself must not bury those of others. */
const OPEN_MAX = 100;
const REASON_MAX = 500;

interface ApprovalDeps {
  readonly store: ApprovalStore;
  readonly hasher: ContentHasher;
  readonly isRequired: boolean;
  /** People sign in with names of their own. A key then asks and decides nothing: it may be a second name of the same person. */
  readonly peopleDecide: boolean;
}

export type Approvals = ReturnType<typeof createApprovals>;

/** Four eyes: a guarded change waits until a second person has approved it (docs/administration.md#four-eyes). */
export function createApprovals(deps: ApprovalDeps) {
  const { store, hasher } = deps;
  /** Returns null for an approval that the caller may not see. */
  const find = async ({ role }: ApiKey, approvalId: string): Promise<ApprovalRow | null> => {
    const row = await store.find(approvalId);
    return row !== null && visibleTo(role).includes(row.permission) ? row : null;
  };
  return {
    find,
    /**
     * Runs a guarded change if nobody else must approve it, or somebody has. Otherwise it asks. The change gets the caller with the
     * approval that its commit uses up. Errors: APPROVAL_REQUIRED with the id of the approval, FORBIDDEN for a key where people sign
     * in, BAD_REQUEST with too many open questions, and those of the change.
     */
    async guard<T>(call: GuardedCall, change: (caller: ApiKey) => Promise<T>): Promise<T> {
      if (!deps.isRequired) return change(call.caller);
      const circumstance = await call.circumstance();
      if (circumstance === false) return change(call.caller);
      const actor = call.caller.keyId;
      if (deps.peopleDecide && !isPerson(actor))
        throw forbidden(
          'This needs a second person, and people sign in here: a key may belong to either of them. Sign in to the console.',
        );
      const shown = guardedChange(call, circumstance);
      // A person with another role since asks anew: another person must approve it then.
      const parts = [holderOf(actor), shown.permission, call.field, call.args];
      const request = canonicalText(circumstance === null ? parts : [...parts, circumstance]);
      const asked = await store.ask({
        ...shown,
        requestHash: hasher.keyedHash('approval', request),
        askedBy: actor,
        lifetimeMs: LIFETIME_MS,
        openMax: OPEN_MAX,
      });
      if (asked.kind === 'too_many')
        throw new CardwayError('BAD_REQUEST', {
          message: `${String(OPEN_MAX)} questions of yours wait for approval; withdraw some with rejectRequest.`,
        });
      const { approvalId } = asked;
      if (asked.kind === 'pending')
        throw new CardwayError('APPROVAL_REQUIRED', {
          message: `A second person must approve this: ${approvalId}. Then send the same call again.`,
          approvalId,
        });
      return change({ ...call.caller, approvalId });
    },
    /** Approves or rejects. Errors: NOT_FOUND, FORBIDDEN (the own question, or another role decides), BAD_REQUEST (it is closed). */
    async decide(caller: ApiKey, { approvalId, decision, reason }: DecisionOrder): Promise<ApprovalRow> {
      demand(
        'reason',
        hasLength(reason, 0, REASON_MAX),
        `must have at most ${String(REASON_MAX)} characters`,
      );
      const row = await find(caller, approvalId);
      if (row === null) throw new CardwayError('NOT_FOUND', { message: 'No approval has this id.' });
      const isOwn = holderOf(row.askedBy) === holderOf(caller.keyId);
      // The person who asked may withdraw the question.
      if (decision === 'approved' || !isOwn) requireSecondPerson(caller, row, { isOwn, ...deps });
      const order = { approvalId, decision, actor: caller.keyId, reason: keepText(reason, REASON_MAX) };
      const decided = await store.decide(order);
      if (decided !== null) return decided;
      const { state } = (await store.find(approvalId)) ?? row;
      throw badRequest('id', `id names an approval that is ${state}; it cannot be ${decision}.`);
    },
    list: ({ role }: ApiKey, page: PageRequest<Omit<ApprovalFilter, 'permissions'>>) =>
      store.list({ ...page, filter: { ...page.filter, permissions: visibleTo(role) } }),
  };
}

/** Returns a call as the approver sees it. */
function guardedChange(
  { caller, permission, field, args }: Omit<GuardedCall, 'circumstance'>,
  circumstance: object | null,
): GuardedChange {
  const [input] = args;
  const isOneInput = args.length === 1 && typeof input === 'object' && input !== null;
  return {
    // The key may be one of a person, which an operator alone may change.
    permission:
      permission === 'manageKeys' && mayUse(caller.role, 'manageStaffKeys') ? 'manageStaffKeys' : permission,
    field,
    arguments: JSON.stringify(shownArguments({ ...(isOneInput ? input : { args }), ...circumstance })),
  };
}

/** Returns the permissions whose approvals a role sees: those of its own changes, or all where it reads everything. */
function visibleTo(role: Role): readonly Permission[] {
  return permissionsOf(mayUse(role, 'readAuditLog') ? 'operator' : role);
}

/** Errors: FORBIDDEN. */
function requireSecondPerson(
  { keyId, role }: ApiKey,
  { permission }: ApprovalRow,
  { isOwn, peopleDecide }: { readonly isOwn: boolean; readonly peopleDecide: boolean },
): void {
  if (!mayUse(role, permission)) throw forbidden(`A key of role ${role} cannot decide this.`);
  if (isOwn) throw forbidden('You asked for this. A second person must approve it.');
  if (peopleDecide && !isPerson(keyId))
    throw forbidden('People who signed in decide here. A key may belong to the person who asked.');
}

function forbidden(message: string): CardwayError {
  return new CardwayError('FORBIDDEN', { message });
}
