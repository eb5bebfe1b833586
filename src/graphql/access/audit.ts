import { Int } from 'type-graphql';
import type { AuditRecord } from '../../core/access/audit.js';
import { badRequest } from '../../platform/errors.js';
import type { GraphQLContext } from '../context.js';
import { pageConnection, pageOf } from '../paging.js';
import { list, query, resolverOf } from '../root-fields.js';
import { JSONObject, SafeInt } from '../scalars.js';
import {
  conditionsOf,
  computedOrNull,
  field,
  inputType,
  nodeType,
  nullable,
  objectType,
  time,
  TimeRangeInput,
} from '../shapes.js';

const AuditEntry = nodeType('AuditEntry', 'An entry of the audit log, which is a hash chain.', {
  at: time('atMs', 'When it happened.'),
  actor: field(String, 'Actor: the id of a key, `cli:<user>`, or `system`.'),
  action: field(String, 'Action, for example rotate_terminal_password.'),
  subject: field(String, 'Subject of the action.'),
  reason: field(String, 'Reason for the action. Empty where none was given.'),
  before: computedOrNull(
    JSONObject,
    'State before. It never holds a secret. Null where there was none.',
    ({ before }: AuditRecord) => objectOf(before),
  ),
  after: computedOrNull(
    JSONObject,
    'State after. It never holds a secret. Null where there is none.',
    ({ after }: AuditRecord) => objectOf(after),
  ),
  position: field(
    SafeInt,
    'Position in the log. The first entry has 1, and no number is left out.',
    'sequence',
  ),
});
type AuditEntry = InstanceType<typeof AuditEntry>;

const AuditHead = objectType(
  'AuditHead',
  'Head of the hash chain of the audit log. It proves every entry so far.',
  {
    position: field(SafeInt, 'Position of the last entry.'),
    hash: field(
      String,
      'Hash of the last entry, and through it of all before it. HMAC-SHA-256, in base64url.',
    ),
  },
);

const AuditPlaceInput = inputType('AuditPlaceInput', 'A place in the hash chain over the audit log.', {
  position: field(SafeInt, 'Position of an entry.'),
  hash: nullable(String, 'Hash of this entry. Left out, it is the stored one.'),
});

const AuditHeadInput = inputType(
  'AuditHeadInput',
  'A head of the hash chain over the audit log that was logged before.',
  {
    position: field(SafeInt, 'Position of its last entry.'),
    hash: field(String, 'Hash of its last entry.'),
  },
);

const AuditBreak = objectType('AuditBreak', 'The first break of the hash chain over the audit log.', {
  position: field(SafeInt, 'Position of the first entry that was changed, removed or added.'),
  message: field(String, 'The break in a sentence.'),
});

const AuditVerification = objectType(
  'AuditVerification',
  'Result of the verification of a part of the audit log.',
  {
    checked: field(Int, 'Entries of this part that are right.'),
    position: field(SafeInt, 'Position of the last right entry. The next part begins after it.'),
    hash: field(String, 'Hash of the last right entry.'),
    isEnd: field(Boolean, 'Nothing follows this part, or it is broken.'),
    broken: nullable(AuditBreak, 'The first break. Null where everything is right.'),
  },
);

const AuditFilter = inputType(
  'AuditFilter',
  'Conditions on entries of the audit log. All given ones must hold.',
  {
    actor: nullable(String, 'Actor.'),
    action: nullable(String, 'Action.'),
    subject: nullable(String, 'Subject of the action.'),
    time: nullable(TimeRangeInput, 'When it happened.'),
  },
);

/** Returns the saved value as an object; null for none. Some entries hold a single value. */
function objectOf(text: string): Record<string, unknown> | null {
  const value = JSON.parse(text) as unknown;
  if (value === null) return null;
  return typeof value === 'object' ? (value as Record<string, unknown>) : { value };
}

const LIST = 'aud';
/** Entries of one part: well below a second of work. */
const VERIFIED_AT_ONCE = 500;
const HEADS_MAX = 600;

export const AuditResolver = resolverOf({
  auditLog: list(AuditEntry, {
    permission: 'readAuditLog',
    description: 'Lists the entries of the audit log, newest first.',
    filter: AuditFilter,
    async resolve(page, filter, { useCases }) {
      const wanted = pageOf(page, LIST, conditionsOf(filter, ['fromMs', 'toMs']));
      return pageConnection(await useCases.administration.audit.list(wanted), LIST);
    },
  }),
  auditHead: query({
    permission: 'readAuditLog',
    gives: nullable(
      AuditHead,
      'Returns the head of the hash chain over the audit log. Null while it has no entry.',
    ),
    resolve: (_args, { useCases }) => useCases.administration.auditChain.head(),
  }),
  verifyAudit: query({
    permission: 'readAuditLog',
    args: {
      after: nullable(AuditPlaceInput, 'Begins after this entry. Left out, at the start.'),
      heads: {
        ...field([AuditHeadInput], 'Logged heads to compare with, at most 600.'),
        defaultValue: [],
      },
    },
    gives: field(
      AuditVerification,
      'Verifies a part of the audit log and changes nothing. Ask part by part until `isEnd`.',
    ),
    async resolve({ after, heads }, { useCases }) {
      if (heads.length > HEADS_MAX)
        throw badRequest(
          'heads',
          `heads has ${String(heads.length)} members; it may have ${String(HEADS_MAX)}.`,
        );
      const { entries, end, isEnd, broken } = await useCases.administration.auditChain.verify({
        after: after == null ? null : { position: after.position, hash: after.hash ?? null },
        heads,
        limit: VERIFIED_AT_ONCE,
      });
      return { checked: entries.length, ...end, isEnd, broken };
    },
  }),
});

export async function findAuditEntry(name: string, { useCases }: GraphQLContext): Promise<AuditEntry | null> {
  const sequence = Number(name);
  if (!Number.isSafeInteger(sequence)) return null;
  const { rows } = await useCases.administration.audit.list({ filter: {}, first: 1, after: sequence + 1 });
  const [row] = rows;
  return row?.sequence === sequence ? row : null;
}
