import { Arg, Args, Ctx, Field, ID, InputType, Int, ObjectType, Query, Resolver } from 'type-graphql';
import type { BreakKind } from '../../core/access/audit-chain.js';
import { badRequest } from '../../platform/errors.js';
import type { AuditFilter as Filter, AuditRecord } from '../../use-cases/directory/administration-port.js';
import type { GraphQLContext } from '../context.js';
import { globalId, Node } from '../node.js';
import { connectionOf, PageArgs, pageConnection, pageOf } from '../paging.js';
import { Requires } from '../roles.js';
import { DateTime, JSONObject, SafeInt } from '../scalars.js';
import { boundsOf, closedSet, given, isoTime, TimeRangeInput } from '../shapes.js';

const AuditBreakKind = closedSet<BreakKind>('AuditBreakKind', 'A kind of change that breaks the audit log.', {
  changed: 'It was changed, or its place in the chain was.',
  removed: 'It was removed.',
  added: 'The gateway did not write it.',
  moved: 'It was moved to another place.',
  cut_off: 'The end of the log is missing from here on.',
});

@ObjectType({
  implements: Node,
  description: 'An entry of the audit log. Entries are only ever added, and are part of a hash chain.',
})
class AuditEntry extends Node {
  @Field(() => DateTime, { description: 'When it happened.' })
  at!: string;

  @Field(() => String, { description: 'Actor: the id of a key, `cli:<user>`, or `system`.' })
  actor!: string;

  @Field(() => String, { description: 'Action, for example rotate_terminal_password.' })
  action!: string;

  @Field(() => String, { description: 'Subject of the action.' })
  subject!: string;

  @Field(() => String, { description: 'Reason for the action. Empty where none was given.' })
  reason!: string;

  @Field(() => JSONObject, {
    nullable: true,
    description: 'State before. It never holds a secret. Null where there was none.',
  })
  before!: Record<string, unknown> | null;

  @Field(() => JSONObject, {
    nullable: true,
    description: 'State after. It never holds a secret. Null where there is none.',
  })
  after!: Record<string, unknown> | null;

  @Field(() => SafeInt, {
    nullable: true,
    description: 'Place in the hash chain. Null for a second or two, until the entry is chained.',
  })
  position!: number | null;
}

@ObjectType({
  description: 'Signed head of the hash chain over the audit log. It proves every entry up to it.',
})
class AuditHead {
  @Field(() => SafeInt, { description: 'Position of the last entry.' })
  position!: number;

  @Field(() => String, {
    description: 'Hash of the last entry, and through it of all before it. SHA-256, in hex.',
  })
  hash!: string;

  @Field(() => DateTime, { description: 'When the head was signed.' })
  at!: string;

  @Field(() => String, { description: 'Ed25519 public key that checks heads and exports, in base64url.' })
  publicKey!: string;

  @Field(() => String, {
    description:
      'Ed25519 signature, in base64url, over `cardway-audit-head-v1`, position, hash and time in ms, one a line.',
  })
  signature!: string;
}

@InputType({ description: 'A place in the hash chain over the audit log.' })
class AuditPlaceInput {
  @Field(() => SafeInt, { description: 'Position of an entry.' })
  position!: number;

  @Field(() => String, { nullable: true, description: 'Hash of this entry. Left out, it is the stored one.' })
  hash?: string | null;
}

@InputType({ description: 'A head of the hash chain over the audit log that was published before.' })
class AuditHeadInput {
  @Field(() => SafeInt, { description: 'Position of its last entry.' })
  position!: number;

  @Field(() => String, { description: 'Hash of its last entry.' })
  hash!: string;
}

@ObjectType({ description: 'The first break of the hash chain over the audit log.' })
class AuditBreak {
  @Field(() => AuditBreakKind, { description: 'How the entry was changed.' })
  kind!: BreakKind;

  @Field(() => SafeInt, {
    nullable: true,
    description: 'Position of the entry. Null for a row that is not chained.',
  })
  position!: number | null;

  @Field(() => ID, { nullable: true, description: 'Id of the entry in the audit log, where known.' })
  entryId!: string | null;

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

  @Field(() => Int, { description: 'Entries that wait for the sequencer. Known at the end; 0 before.' })
  pending!: number;

  @Field(() => AuditBreak, {
    nullable: true,
    description: 'The first break. Null where everything is right.',
  })
  broken!: AuditBreak | null;
}

const AuditEntryConnection = connectionOf(AuditEntry, 'AuditEntry');

@InputType({ description: 'Conditions on entries of the audit log. All given ones must hold.' })
class AuditFilter {
  @Field(() => String, { nullable: true, description: 'Actor.' })
  actor?: string | null;

  @Field(() => String, { nullable: true, description: 'Action.' })
  action?: string | null;

  @Field(() => String, { nullable: true, description: 'Subject of the action.' })
  subject?: string | null;

  @Field(() => TimeRangeInput, { nullable: true, description: 'When it happened.' })
  time?: TimeRangeInput | null;
}

function auditFilterOf({ actor, action, subject, time }: AuditFilter): Filter {
  return {
    ...given({ actor, action, subject }),
    ...boundsOf(time, ['fromMs', 'toMs']),
  };
}

function auditEntryOf(row: AuditRecord): AuditEntry {
  return {
    id: globalId('AuditEntry', row.sequence),
    at: isoTime(row.atMs),
    actor: row.actor,
    action: row.action,
    subject: row.subject,
    reason: row.reason,
    before: objectOf(row.before),
    after: objectOf(row.after),
    position: row.chainPosition,
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
    const found = await useCases.administration.audit(pageOf(page, LIST, auditFilterOf(filter ?? {})));
    return pageConnection(found, LIST, auditEntryOf);
  }

  @Requires('readAuditLog')
  @Query(() => AuditHead, {
    nullable: true,
    description:
      'Returns the head of the hash chain over the audit log. Null while it has none, or where the last entry was changed.',
  })
  async auditHead(@Ctx() { useCases }: GraphQLContext): Promise<AuditHead | null> {
    const head = await useCases.administration.auditChain.head();
    if (head === null) return null;
    const { position, hash, atMs, publicKey, signature } = head;
    return { position, hash, at: isoTime(atMs), publicKey, signature };
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
      description: 'Published heads to compare with, at most 600.',
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
    const { checked, end, isEnd, pending, broken } = part;
    return {
      ...{ checked, ...end, isEnd, pending },
      broken:
        broken === null
          ? null
          : {
              kind: broken.kind,
              position: broken.position,
              entryId: broken.sequence === null ? null : globalId('AuditEntry', broken.sequence),
              message: broken.message,
            },
    };
  }
}

/** Entries of one part: well below a second of work. */
const VERIFIED_AT_ONCE = 500;
const HEADS_MAX = 600;

export async function findAuditEntry(name: string, { useCases }: GraphQLContext): Promise<AuditEntry | null> {
  const sequence = Number(name);
  if (!Number.isSafeInteger(sequence)) return null;
  const { rows } = await useCases.administration.audit({ filter: {}, first: 1, after: sequence + 1 });
  const [row] = rows;
  return row?.sequence === sequence ? auditEntryOf(row) : null;
}
