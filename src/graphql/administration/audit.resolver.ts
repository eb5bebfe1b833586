import { Args, Ctx, Query, Resolver } from 'type-graphql';
import type { GraphQLContext } from '../context.js';
import { pageConnection, pageOf } from '../page-arguments.js';
import { AllowedFor } from '../roles.js';
import { AuditArgs, AuditEntry, AuditEntryConnection, auditEntryOf, auditFilterOf } from './audit.type.js';

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
