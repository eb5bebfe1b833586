import { Arg, Ctx, Field, Int, ObjectType, Query, Resolver } from 'type-graphql';
import type { GraphQLContext } from '../context.js';
import { AllowedFor } from '../roles.js';
import { SafeInt } from '../scalars.js';

@ObjectType({
  description:
    'What a terminal did over a route in a day, by method and currency. Amounts are sums of requestAmount.',
})
export class ReconciliationLine {
  @Field(() => String)
  terminalId!: string;

  @Field(() => String)
  route!: string;

  @Field(() => String)
  methodName!: string;

  @Field(() => String, { nullable: true, description: 'originalCurrencyCode, where the calls said it' })
  currency!: string | null;

  @Field(() => Int)
  count!: number;

  @Field(() => SafeInt)
  amount!: number;

  @Field(() => Int, { description: 'Answered with a positive resultCode' })
  approved!: number;

  @Field(() => SafeInt)
  approvedAmount!: number;

  @Field(() => Int)
  declined!: number;

  @Field(() => SafeInt)
  declinedAmount!: number;

  @Field(() => Int, { description: 'Refused and failed' })
  refused!: number;

  @Field(() => Int)
  inDoubt!: number;

  @Field(() => SafeInt)
  inDoubtAmount!: number;

  @Field(() => Int)
  contradicted!: number;

  @Field(() => SafeInt)
  contradictedAmount!: number;

  @Field(() => Int, { description: 'Pending, queued and unmatched' })
  open!: number;
}

@Resolver(() => ReconciliationLine)
export class ReconciliationResolver {
  @AllowedFor('operator')
  @Query(() => [ReconciliationLine], {
    description: 'A day (UTC, yyyy-MM-dd) by terminal, route, method and currency.',
  })
  async reconciliation(
    @Arg('day', () => String) day: string,
    @Ctx() { useCases }: GraphQLContext,
  ): Promise<ReconciliationLine[]> {
    return [...(await useCases.administration.reconcile(day))];
  }
}
