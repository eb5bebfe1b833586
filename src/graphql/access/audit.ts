import { Arg, Args, Ctx, Field, Int, ObjectType, Query, Resolver } from 'type-graphql';
import type { AuditRecord } from '../../core/access/audit.js';
import { badRequest } from '../../platform/errors.js';
import type { AuditFilter as Filter } from '../../use-cases/directory/administration-port.js';
import type { GraphQLContext } from '../context.js';
import { Node } from '../node.js';
import { connectionOf, PageArgs, pageConnection, pageOf } from '../paging.js';
import { Requires } from '../roles.js';
import { DateTime, JSONObject, SafeInt } from '../scalars.js';
import { boundsOf, Computed, given, inputType, optional, required, TimeRangeInput } from '../shapes.js';

@ObjectType({
  implements: Node,
  description: 'An entry of the audit log. Entries are only ever added, and are part of a hash chain.',
})
class AuditEntry extends Node {
  @Field(() => DateTime, { name: 'at', description: 'When it happened.' })
  atMs!: number;

  @Field(() => String, { description: 'Actor: the id of a key, `cli:<user>`, or `system`.' })
  actor!: string;

  @Field(() => String, { description: 'Action, for example rotate_terminal_password.' })
  action!: string;

  @Field(() => String, { description: 'Subject of the action.' })
  subject!: string;

  @Field(() => String, { description: 'Reason for the action. Empty where none was given.' })
  reason!: string;

  @Computed(({ before }: AuditRecord) => objectOf(before))
  @Field(() => JSONObject, {
    nullable: true,
    description: 'State before. It never holds a secret. Null where there was none.',
  })
  before!: string;

  @Computed(({ after }: AuditRecord) => objectOf(after))
  @Field(() => JSONObject, {
    nullable: true,
    description: 'State after. It never holds a secret. Null where there is none.',
  })
  after!: string;

  @Field(() => SafeInt, {
    name: 'position',
    description: 'Position in the log. The first entry has 1, and no number is left out.',
  })
  sequence!: number;
}

@ObjectType({ description: 'Head of the hash chain over the audit log. It proves every entry up to it.' })
class AuditHead {
  @Field(() => SafeInt, { description: 'Position of the last entry.' })
  position!: number;

  @Field(() => String, {
    description: 'Hash of the last entry, and through it of all before it. HMAC-SHA-256, in base64url.',
  })
  hash!: string;
}

const AuditPlaceInput = inputType('AuditPlaceInput', 'A place in the hash chain over the audit log.', {
  position: required(SafeInt, 'Position of an entry.'),
  hash: optional(String, 'Hash of this entry. Left out, it is the stored one.'),
});
type AuditPlaceInput = InstanceType<typeof AuditPlaceInput>;

const AuditHeadInput = inputType(
  'AuditHeadInput',
  'A head of the hash chain over the audit log that was logged before.',
  {
    position: required(SafeInt, 'Position of its last entry.'),
    hash: required(String, 'Hash of its last entry.'),
  },
);
type AuditHeadInput = InstanceType<typeof AuditHeadInput>;

@ObjectType({ description: 'The first break of the hash chain over the audit log.' })
class AuditBreak {
  @Field(() => SafeInt, { description: 'Position of the first entry that was changed, removed or added.' })
  position!: number;

  @Field(() => String, { description: 'The break in a sentence.' })
  message!: string;
}

@ObjectType({ description: 'Result of the verification of a part of the audit log.' })
class AuditVerification {
  @Field(() => Int, { description: 'Entries of this part that are right.' })
  checked!: number;

  @Field(() => SafeInt, { description: 'Position of the last right entry. The next part begins after it.' })
  position!: number;

  @Field(() => String, { description: 'Hash of the last right entry.' })
  hash!: string;

  @Field(() => Boolean, { description: 'Nothing follows this part, or it is broken.' })
  isEnd!: boolean;

  @Field(() => AuditBreak, {
    nullable: true,
    description: 'The first break. Null where everything is right.',
  })
  broken!: AuditBreak | null;
}

const AuditEntryConnection = connectionOf(AuditEntry, 'AuditEntry');

const AuditFilter = inputType(
  'AuditFilter',
  'Conditions on entries of the audit log. All given ones must hold.',
  {
    actor: optional(String, 'Actor.'),
    action: optional(String, 'Action.'),
    subject: optional(String, 'Subject of the action.'),
    time: optional(TimeRangeInput, 'When it happened.'),
  },
);
type AuditFilter = InstanceType<typeof AuditFilter>;

function auditFilterOf({ actor, action, subject, time }: AuditFilter): Filter {
  return {
    ...given({ actor, action, subject }),
    ...boundsOf(time, ['fromMs', 'toMs']),
  };
}

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
    const found = await useCases.administration.audit.list(pageOf(page, LIST, auditFilterOf(filter ?? {})));
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
