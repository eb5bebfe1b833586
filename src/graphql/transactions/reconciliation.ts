import { Arg, Ctx, Field, Int, ObjectType, Query, Resolver } from 'type-graphql';
import type { GraphQLContext } from '../context.js';
import { AllowedFor } from '../roles.js';
import { Total } from '../scalars.js';

@ObjectType({
  description:
    'What a terminal did over a route in a day, by method and currency. Amounts are sums of requestAmount.',
})
class ReconciliationLine {
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

  @Field(() => Total)
  amount!: bigint;

  @Field(() => Int, { description: 'Answered with a positive resultCode' })
  approved!: number;

  @Field(() => Total)
  approvedAmount!: bigint;

  @Field(() => Int)
  declined!: number;

  @Field(() => Total)
  declinedAmount!: bigint;

  @Field(() => Int, { description: 'Refused and failed' })
  refused!: number;

  @Field(() => Int)
  inDoubt!: number;

  @Field(() => Total)
  inDoubtAmount!: bigint;

  @Field(() => Int)
  contradicted!: number;

  @Field(() => Total)
  contradictedAmount!: bigint;

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
