import { Arg, Args, Ctx, Int, Query, Resolver } from 'type-graphql';
import type { AuditRecord } from '../../core/access/audit.js';
import { badRequest } from '../../platform/errors.js';
import type { GraphQLContext } from '../context.js';
import { connectionOf, PageArgs, pageConnection, pageOf } from '../paging.js';
import { Requires } from '../roles.js';
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

const AuditEntry = nodeType(
  'AuditEntry',
  'An entry of the audit log. Entries are only ever added, and are part of a hash chain.',
  {
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
  },
);
type AuditEntry = InstanceType<typeof AuditEntry>;

const AuditHead = objectType(
  'AuditHead',
  'Head of the hash chain over the audit log. It proves every entry up to it.',
  {
    position: field(SafeInt, 'Position of the last entry.'),
    hash: field(
      String,
      'Hash of the last entry, and through it of all before it. HMAC-SHA-256, in base64url.',
    ),
  },
);
type AuditHead = InstanceType<typeof AuditHead>;

const AuditPlaceInput = inputType('AuditPlaceInput', 'A place in the hash chain over the audit log.', {
  position: field(SafeInt, 'Position of an entry.'),
  hash: nullable(String, 'Hash of this entry. Left out, it is the stored one.'),
});
type AuditPlaceInput = InstanceType<typeof AuditPlaceInput>;

const AuditHeadInput = inputType(
  'AuditHeadInput',
  'A head of the hash chain over the audit log that was logged before.',
  {
    position: field(SafeInt, 'Position of its last entry.'),
    hash: field(String, 'Hash of its last entry.'),
  },
);
type AuditHeadInput = InstanceType<typeof AuditHeadInput>;

const AuditBreak = objectType('AuditBreak', 'The first break of the hash chain over the audit log.', {
  position: field(SafeInt, 'Position of the first entry that was changed, removed or added.'),
  message: field(String, 'The break in a sentence.'),
});
type AuditBreak = InstanceType<typeof AuditBreak>;

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
type AuditVerification = InstanceType<typeof AuditVerification>;

const AuditEntryConnection = connectionOf(AuditEntry, 'AuditEntry');

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
type AuditFilter = InstanceType<typeof AuditFilter>;

/** Returns the saved value as an object; null for none. Some entries hold a single value. */
function objectOf(text: string): Record<string, unknown> | null {
  const value = JSON.parse(text) as unknown;
  if (value === null) return null;
  return typeof value === 'object' ? (value as Record<string, unknown>) : { value };
}

const LIST = 'aud';

@Resolver(() => AuditEntry)
export class AuditResolver {
  @Requires('readAuditLog')
  @Query(() => AuditEntryConnection, { description: 'Lists the entries of the audit log, newest first.' })
  async auditLog(
    @Args(() => PageArgs) page: PageArgs,
    @Arg('filter', () => AuditFilter, { nullable: true, description: 'Conditions on the entries.' })
    filter: AuditFilter | null | undefined,
    @Ctx() { useCases }: GraphQLContext,
  ): Promise<InstanceType<typeof AuditEntryConnection>> {
    const found = await useCases.administration.audit.list(
      pageOf(page, LIST, conditionsOf(filter, ['fromMs', 'toMs'])),
    );
    return pageConnection(found, LIST);
  }

  @Requires('readAuditLog')
  @Query(() => AuditHead, {
    nullable: true,
    description: 'Returns the head of the hash chain over the audit log. Null while it has no entry.',
  })
  auditHead(@Ctx() { useCases }: GraphQLContext): Promise<AuditHead | null> {
    return useCases.administration.auditChain.head();
  }

  @Requires('readAuditLog')
  @Query(() => AuditVerification, {
    description: 'Verifies a part of the audit log and changes nothing. Ask part by part until `isEnd`.',
  })
  async verifyAudit(
    @Arg('after', () => AuditPlaceInput, {
      nullable: true,
      description: 'Begins after this entry. Left out, at the start.',
    })
    after: AuditPlaceInput | null | undefined,
    @Arg('heads', () => [AuditHeadInput], {
      defaultValue: [],
      description: 'Logged heads to compare with, at most 600.',
    })
    heads: AuditHeadInput[],
    @Ctx() { useCases }: GraphQLContext,
  ): Promise<AuditVerification> {
    if (heads.length > HEADS_MAX)
      throw badRequest(
        'heads',
        `heads has ${String(heads.length)} members; it may have ${String(HEADS_MAX)}.`,
      );
    const from = after == null ? null : { position: after.position, hash: after.hash ?? null };
    const part = await useCases.administration.auditChain.verify({
      after: from,
      heads,
      limit: VERIFIED_AT_ONCE,
    });
    const { entries, end, isEnd, broken } = part;
    return { checked: entries.length, ...end, isEnd, broken };
  }
}

/** Entries of one part: well below a second of work. */
const VERIFIED_AT_ONCE = 500;
const HEADS_MAX = 600;

export async function findAuditEntry(name: string, { useCases }: GraphQLContext): Promise<AuditEntry | null> {
  const sequence = Number(name);
  if (!Number.isSafeInteger(sequence)) return null;
  const { rows } = await useCases.administration.audit.list({ filter: {}, first: 1, after: sequence + 1 });
  const [row] = rows;
  return row?.sequence === sequence ? row : null;
}
