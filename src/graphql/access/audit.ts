import { Args, ArgsType, Ctx, Field, ObjectType, Query, Resolver } from 'type-graphql';
import type { AuditFilter, AuditRecord } from '../../use-cases/directory/administration-port.js';
import type { GraphQLContext } from '../context.js';
import { connectionOf, PageArgs, pageConnection, pageOf } from '../paging.js';
import { AllowedFor } from '../roles.js';
import { JSONObject } from '../scalars.js';
import { isoTime, timeOf, TimeRangeInput } from '../time.js';

@ObjectType({ description: 'What somebody changed. Entries are only ever added.' })
class AuditEntry {
  @Field(() => String)
  at!: string;

  @Field(() => String, { description: 'The id of a key, `cli:<user>`, or `system`' })
  actor!: string;

  @Field(() => String, { description: 'For example rotate_terminal_password' })
  action!: string;

  @Field(() => String, { description: 'What it was done to' })
  subject!: string;

  @Field(() => String)
  reason!: string;

  @Field(() => JSONObject, { nullable: true, description: 'Secrets are never in it' })
  before!: Record<string, unknown> | null;

  @Field(() => JSONObject, { nullable: true })
  after!: Record<string, unknown> | null;
}

const AuditEntryConnection = connectionOf(AuditEntry, 'AuditEntry');

@ArgsType()
class AuditArgs extends PageArgs {
  @Field(() => String, { nullable: true })
  actor?: string | null;

  @Field(() => String, { nullable: true })
  action?: string | null;

  @Field(() => String, { nullable: true })
  subject?: string | null;

  @Field(() => TimeRangeInput, { nullable: true })
  time?: TimeRangeInput | null;
}

function auditFilterOf({ actor, action, subject, time }: AuditArgs): AuditFilter {
  return {
    ...(actor == null ? {} : { actor }),
    ...(action == null ? {} : { action }),
    ...(subject == null ? {} : { subject }),
    ...(time?.from == null ? {} : { fromMs: timeOf('time.from', time.from) }),
    ...(time?.to == null ? {} : { toMs: timeOf('time.to', time.to) }),
  };
}

function auditEntryOf(row: AuditRecord): AuditEntry {
  return {
    at: isoTime(row.atMs),
    actor: row.actor,
    action: row.action,
    subject: row.subject,
    reason: row.reason,
    before: objectOf(row.before),
    after: objectOf(row.after),
  };
}

/** Some entries hold a single value. */
function objectOf(text: string): Record<string, unknown> | null {
  const value = JSON.parse(text) as unknown;
  if (value === null) return null;
  return typeof value === 'object' ? (value as Record<string, unknown>) : { value };
}

const LIST = 'aud';

@Resolver(() => AuditEntry)
export class AuditResolver {
  @AllowedFor('operator')
  @Query(() => AuditEntryConnection, { description: 'Who changed what, newest first.' })
  async auditLog(
    @Args(() => AuditArgs) args: AuditArgs,
    @Ctx() { useCases }: GraphQLContext,
  ): Promise<InstanceType<typeof AuditEntryConnection>> {
    const page = await useCases.administration.audit(pageOf(args, LIST, auditFilterOf(args)));
    return pageConnection(page, LIST, auditEntryOf);
  }
}
