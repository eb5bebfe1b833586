import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { callerKey, type GraphQLContext } from '../context.js';
import { DigitizationComplete, digitizationComplete } from '../events/digitization-complete.type.js';
import { PAGE_SIZE, PageArgs, pageConnection, pageOf } from '../paging.js';
import { Requires } from '../roles.js';
import { isoTime } from '../shapes.js';
import {
  Digitization,
  DigitizationConnection,
  DigitizationFilter,
  digitizationFilterOf,
  DigitizationInput,
  digitizationView,
} from './digitization.type.js';
import { TokenAuthorization, TokenAuthorizationInput } from './token-authorization.type.js';

const LIST = 'd';

@Resolver(() => Digitization)
export class DigitizationResolver {
  @Requires('reportDigitizations')
  @Mutation(() => TokenAuthorization, {
    description: 'Decides whether the network may make a token of a card.',
  })
  async authorizeToken(
    @Arg('input', () => TokenAuthorizationInput, { description: 'The question of the network.' })
    input: TokenAuthorizationInput,
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
      decision: authorized.decision,
      reason: authorized.reason,
      attemptId: authorized.attemptId,
      cardId: input.cardId,
      tokenReference: input.tokenReference,
      decidedAt: isoTime(authorized.decidedAtMs),
      replayed: authorized.isReplay,
    };
  }

  @Requires('reportDigitizations')
  @Mutation(() => DigitizationComplete, {
    description: 'Reports what happened to a token. The same report again returns the same event.',
  })
  async reportDigitization(
    @Arg('input', () => DigitizationInput, { description: 'The report.' }) input: DigitizationInput,
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

  @Requires('readProvisioning')
  @Query(() => DigitizationConnection, { description: 'Lists cards in wallets, the latest first.' })
  async digitizations(
    @Args(() => PageArgs) page: PageArgs,
    @Arg('filter', () => DigitizationFilter, {
      nullable: true,
      description: 'Conditions on the digitized cards.',
    })
    filter: DigitizationFilter | null | undefined,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<InstanceType<typeof DigitizationConnection>> {
    const wanted = pageOf(page, LIST, digitizationFilterOf(filter ?? {}));
    const found = await useCases.readAttempts.digitizations(callerKey(caller), wanted);
    return pageConnection(found, LIST, digitizationView);
  }
}

export async function findDigitization(
  [programme, tokenReference]: readonly [string, string],
  { useCases, caller }: GraphQLContext,
): Promise<Digitization | null> {
  const wanted = { filter: { tokenReference }, first: PAGE_SIZE };
  const { rows } = await useCases.readAttempts.digitizations(callerKey(caller), wanted);
  const row = rows.find((found) => found.programme === programme);
  return row === undefined ? null : digitizationView(row);
}
