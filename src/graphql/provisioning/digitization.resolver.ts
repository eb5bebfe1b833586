import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { callerKey, type GraphQLContext } from '../context.js';
import { DigitizationComplete, digitizationComplete } from '../events/digitization-complete.type.js';
import { PageArgs, pageConnection, pageOf } from '../paging.js';
import { AllowedFor } from '../roles.js';
import { isoTime } from '../time.js';
import {
  Digitization,
  DigitizationConnection,
  DigitizationFilter,
  digitizationFilterOf,
  DigitizationInput,
  digitizationView,
} from './digitization.type.js';
import {
  TokenAuthorization,
  TokenAuthorizationInput,
  TokenDecisionName,
} from './token-authorization.type.js';

const LIST = 'd';

@Resolver(() => Digitization)
export class DigitizationResolver {
  @AllowedFor('network')
  @Mutation(() => TokenAuthorization, { description: 'Whether a token may be made of a card.' })
  async authorizeToken(
    @Arg('input', () => TokenAuthorizationInput) input: TokenAuthorizationInput,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<TokenAuthorization> {
    const authorized = await useCases.authorizeToken(callerKey(caller), {
      cardId: input.cardId,
      walletId: input.walletId,
      tokenReference: input.tokenReference,
      tokenRequestorId: input.tokenRequestorId,
      path: input.path ?? null,
      recommendation: input.recommendation ?? null,
      panSource: input.panSource ?? null,
      deviceType: input.deviceType ?? input.device ?? null,
    });
    return {
      decision: TokenDecisionName[authorized.decision],
      reason: authorized.reason,
      attemptId: authorized.attemptId,
      cardId: input.cardId,
      tokenReference: input.tokenReference,
      decidedAt: isoTime(authorized.decidedAtMs),
      replayed: authorized.isReplay,
    };
  }

  @AllowedFor('network')
  @Mutation(() => DigitizationComplete, {
    description: 'Takes a report about a token; the same report again gives the same event.',
  })
  async reportDigitization(
    @Arg('input', () => DigitizationInput) input: DigitizationInput,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<DigitizationComplete> {
    const payload = await useCases.reportDigitization(callerKey(caller), {
      cardId: input.cardId,
      walletId: input.walletId,
      tokenReference: input.tokenReference,
      tokenRequestorId: input.tokenRequestorId,
      event: input.event ?? null,
      reportId: input.reportId ?? null,
      deviceType: input.deviceType ?? input.device ?? null,
      digitizedPan: input.digitizedPan ?? null,
      panLastFour: input.panLastFour ?? null,
      reasonCode: input.reasonCode ?? null,
    });
    return digitizationComplete(payload);
  }

  @AllowedFor('integrator', 'network', 'operator')
  @Query(() => DigitizationConnection, { description: 'Cards in wallets, the latest first.' })
  async digitizations(
    @Args(() => PageArgs) page: PageArgs,
    @Args(() => DigitizationFilter) conditions: DigitizationFilter,
    @Arg('filter', () => DigitizationFilter, {
      nullable: true,
      description: 'The same conditions as one object',
    })
    filter: DigitizationFilter | null | undefined,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<InstanceType<typeof DigitizationConnection>> {
    const wanted = { ...digitizationFilterOf(conditions), ...digitizationFilterOf(filter ?? {}) };
    const found = await useCases.readAttempts.digitizations(callerKey(caller), pageOf(page, LIST, wanted));
    return pageConnection(found, LIST, digitizationView);
  }
}
