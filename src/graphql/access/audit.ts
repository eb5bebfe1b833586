import { Arg, Args, Ctx, Field, InputType, ObjectType, Query, Resolver } from 'type-graphql';
import type { AuditFilter as Filter, AuditRecord } from '../../use-cases/directory/administration-port.js';
import type { GraphQLContext } from '../context.js';
import { globalId, Node } from '../node.js';
import { connectionOf, PageArgs, pageConnection, pageOf } from '../paging.js';
import { Requires } from '../roles.js';
import { DateTime, JSONObject } from '../scalars.js';
import { boundsOf, isoTime, TimeRangeInput } from '../time.js';

@ObjectType({ implements: Node, description: 'An entry of the audit log. Entries are only ever added.' })
export class AuditEntry extends Node {
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
    ...(actor == null ? {} : { actor }),
    ...(action == null ? {} : { action }),
    ...(subject == null ? {} : { subject }),
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
  @Query(() => AuditEntryConnection, { description: 'Lists who changed what, newest first.' })
  async auditLog(
    @Args(() => PageArgs) page: PageArgs,
    @Arg('filter', () => AuditFilter, { nullable: true, description: 'Conditions on the entries.' })
    filter: AuditFilter | null | undefined,
    @Ctx() { useCases }: GraphQLContext,
  ): Promise<InstanceType<typeof AuditEntryConnection>> {
    const found = await useCases.administration.audit(pageOf(page, LIST, auditFilterOf(filter ?? {})));
    return pageConnection(found, LIST, auditEntryOf);
  }
}

export async function findAuditEntry(name: string, { useCases }: GraphQLContext): Promise<AuditEntry | null> {
  const sequence = Number(name);
  if (!Number.isSafeInteger(sequence)) return null;
  const { rows } = await useCases.administration.audit({ filter: {}, first: 1, after: sequence + 1 });
  const [row] = rows;
  return row?.sequence === sequence ? auditEntryOf(row) : null;
}
