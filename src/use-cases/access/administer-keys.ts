import { isStaff, mayUse } from '../../core/access/permissions.js';
import { keepText } from '../../core/keep.js';
import { badRequest, CardwayError } from '../../platform/errors.js';
import { repeat } from '../../platform/background.js';
import type { Clock } from '../../platform/clock.js';
import type {
  KeyFilter,
  KeyInfo,
  KeyRecords,
  KeySettings,
  NamedPageRequest,
} from '../directory/administration-port.js';
import type { ApiKey, DocumentPolicy, Role } from '../directory/directory-port.js';
import { PAGE_SIZE_MAX } from '../paging.js';
import type { Timer } from '../ports.js';
import { type Administrator, demand, found } from './administrator.js';

/** Tells the holder of open connections that this process changed a key. */
export type KeyChanges = ReturnType<typeof createKeyChanges>;

export function createKeyChanges() {
  let announce = (_keyId: string): void => undefined;
  return {
    announce(keyId: string): void {
      announce(keyId);
    },
    /** Sets the listener. Connections begin after the use cases. */
    listen(listener: (keyId: string) => void): void {
      announce = listener;
    },
  };
}

export type AdministerKeys = ReturnType<typeof createAdministerKeys>;

/**
 * Administration of API keys, for operators. Only `create` returns the key itself, once. Errors: BAD_REQUEST (names the field),
 * FORBIDDEN (keys of people, for roles other than operator), NOT_FOUND, UNAVAILABLE.
 */
export function createAdministerKeys(deps: {
  readonly keys: KeyRecords;
  /** Left out where no connections are held open. */
  readonly changes?: Pick<KeyChanges, 'announce'> | undefined;
  readonly clock: Clock;
}) {
  const { keys, clock } = deps;
  /** Throws NOT_FOUND for null. The message does not repeat an id of the wrong form, because it may be the key itself. */
  const there = (keyId: string, info: KeyInfo | null): Promise<KeyInfo> => {
    const name = isKeyId(keyId) && !keyId.startsWith('cardway_') ? keyId : 'of that id';
    return found(info, {
      what: 'Key',
      name,
      some: (first) => keys.list({ filter: {}, first }),
      nameOf: (key) => key.keyId,
    });
  };
  const change = async (
    { actor, role }: Administrator,
    wanted: Omit<Parameters<KeyRecords['change']>[0], 'actor'>,
  ): Promise<KeyInfo> => {
    const { keyId } = wanted;
    const before = await keys.find(keyId);
    // A key never changes its role, so the check stays true until the commit.
    if (before !== null) requireRoleFor(role, before.role);
    const changed = await keys.change({ ...wanted, actor });
    deps.changes?.announce(keyId);
    return there(keyId, changed);
  };
  return {
    find: (keyId: string) => keys.find(keyId),
    list: (page: NamedPageRequest<KeyFilter>) => keys.list(page),
    async create({ actor, role }: Administrator, input: KeySettings) {
      requireRoleFor(role, input.role);
      checkKey(input, clock.nowMs());
      return keys.create({ actor, ...input });
    },
    /**
     * Makes an operator key for somebody who has the database and the master key, and so needs nobody's leave. The audit log names it
     * as such. Errors: also BAD_REQUEST without a reason where an operator key is enabled already.
     */
    async bootstrap(actor: string, { keyId, reason }: { readonly keyId: string; readonly reason: string }) {
      const nowMs = clock.nowMs();
      const input = { ...OPERATOR_KEY, keyId };
      checkKey(input, nowMs);
      const { rows } = await keys.list({ filter: { role: 'operator' }, first: PAGE_SIZE_MAX });
      const enabled = rows.find((each) => !each.isRevoked && (each.expiresAtMs ?? Infinity) > nowMs);
      if (enabled !== undefined && reason.trim() === '')
        throw badRequest(
          'reason',
          `The operator key ${enabled.keyId} is enabled: make others with it, on a gateway. If it is lost, give a reason; the audit log keeps it.`,
        );
      return keys.create({ actor, ...input, bootstrap: { reason: keepText(reason) } });
    },
    /** Revokes the key for ever. */
    revoke: (who: Administrator, keyId: string) =>
      change(who, { action: 'revoke_key', keyId, isRevoked: true }),
    /** Sets the expiry. Null means that the key does not expire. */
    setExpiry: (who: Administrator, keyId: string, expiresAtMs: number | null) =>
      change(who, { action: 'set_key_expiry', keyId, expiresAtMs }),
    setDocuments: (who: Administrator, keyId: string, documents: DocumentPolicy) =>
      change(who, { action: 'set_key_documents', keyId, documents }),
  };
}

const OPERATOR_KEY = {
  role: 'operator',
  programme: null,
  terminalIds: null,
  expiresAtMs: null,
  documents: 'any',
} as const;

/** A role that could make keys of other people would have the rights of all of them. Errors: FORBIDDEN. */
function requireRoleFor(role: Role, wanted: Role): void {
  if (mayUse(role, isStaff(wanted) ? 'manageStaffKeys' : 'manageKeys')) return;
  throw new CardwayError('FORBIDDEN', {
    field: 'role',
    message: `A key of role ${role} cannot make or change a key of role ${wanted}; an operator can.`,
  });
}

function checkKey({ keyId, role, programme, terminalIds, expiresAtMs }: KeySettings, nowMs: number): void {
  demand('key_id', isKeyId(keyId), 'must be 1 to 64 letters, digits, ., _ or -');
  demand('key_id', !OWN_ACTORS.has(keyId), 'is a name of the gateway in the audit log');
  const isOfStaff = isStaff(role);
  demand(
    'programme',
    !isOfStaff || programme === null,
    `must be left out: the role ${role} sees every programme`,
  );
  demand('programme', isOfStaff || programme !== null, `is missing: a key of role ${role} needs one`);
  const isBound = terminalIds !== null;
  demand('terminal_ids', !isBound || role === 'client', 'must be left out: only client keys can be bound');
  const count = terminalIds?.length ?? 1;
  demand('terminal_ids', count >= 1 && count <= TERMINALS_MAX, `must be 1 to ${String(TERMINALS_MAX)}`);
  demand('expires_at', expiresAtMs === null || expiresAtMs > nowMs, 'must be in the future');
}

const TERMINALS_MAX = 1000;

const OWN_ACTORS: ReadonlySet<string> = new Set(['system', 'gateway']);

function isKeyId(text: string): boolean {
  return /^[A-Za-z0-9._-]{1,64}$/.test(text);
}

export type KeyUses = ReturnType<typeof noteKeyUses>;

/** Records when keys were last used. The store is written once in a while for all keys, so calls do not wait for it. */
export function noteKeyUses(deps: {
  readonly keys: Pick<KeyRecords, 'noteUses'>;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly everyMs: number;
  readonly onFailure: (error: unknown) => void;
}) {
  const uses = new Map<string, number>();
  const write = async (): Promise<boolean> => {
    if (uses.size === 0) return false;
    const noted = [...uses].map(([keyId, usedAtMs]) => ({ keyId, usedAtMs }));
    uses.clear();
    await deps.keys.noteUses(noted);
    return false;
  };
  const rounds = repeat({ ...deps, round: write });
  return {
    /** Records the use in memory only. The store is written later. */
    note({ keyId }: ApiKey): void {
      uses.set(keyId, deps.clock.nowMs());
    },
    /** Writes the uses that are left. */
    async stop(): Promise<void> {
      await rounds.stop();
      // A failed store is reported elsewhere. The time of last use is not worth a failed stop.
      await write().catch(deps.onFailure);
    },
  };
}
