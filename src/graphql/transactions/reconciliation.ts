import { Arg, Ctx, Field, Int, ObjectType, Query, Resolver } from 'type-graphql';
import type { GraphQLContext } from '../context.js';
import { Requires } from '../roles.js';
import { Total } from '../scalars.js';

@ObjectType({
  description:
    'The calls of a terminal over a route in a day, by programme and method. Amounts are sums of requestAmount, in minor units.',
})
class ReconciliationLine {
  @Field(() => String, { description: 'Short name of the programme of the calls.' })
  programme!: string;

  @Field(() => String, { description: 'Terminal id.' })
  terminalId!: string;

  @Field(() => String, { description: 'Name of the route to the wallet service.' })
  route!: string;

  @Field(() => String, { description: 'Name of the method.' })
  methodName!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'The currency of the programme, ISO 4217 alphabetic (EUR). Null where the programme has none set.',
  })
  currency!: string | null;

  @Field(() => Int, { description: 'Number of calls.' })
  count!: number;

  @Field(() => Total, { description: 'Sum of all requested amounts.' })
  amount!: bigint;

  @Field(() => Int, { description: 'Calls with resultCode 1 or 2.' })
  approved!: number;

  @Field(() => Total, {
    description: 'Sum of the approved amounts: of a partial approval, what was approved.',
  })
  approvedAmount!: bigint;

  @Field(() => Int, { description: 'Calls with another resultCode.' })
  declined!: number;

  @Field(() => Total, { description: 'Sum of the declined amounts.' })
  declinedAmount!: bigint;

  @Field(() => Int, {
    description: 'Calls in the states REFUSED and FAILED, and reversals that were not sent.',
  })
  refused!: number;

  @Field(() => Int, { description: 'Calls in the state IN_DOUBT.' })
  inDoubt!: number;

  @Field(() => Total, { description: 'Sum of the amounts in doubt.' })
  inDoubtAmount!: bigint;

  @Field(() => Int, { description: 'Calls in the state CONTRADICTED.' })
  contradicted!: number;

  @Field(() => Total, {
    description: 'Sum of the contradicted amounts: of a partial approval, what was approved.',
  })
  contradictedAmount!: bigint;

  @Field(() => Int, { description: 'Calls in the states PENDING, QUEUED and UNMATCHED.' })
  open!: number;
}

@Resolver(() => ReconciliationLine)
export class ReconciliationResolver {
  @Requires('monitor')
  @Query(() => [ReconciliationLine], {
    description: 'Adds up a day by programme, terminal, route and method.',
  })
  async reconciliation(
    @Arg('day', () => String, { description: 'A day in UTC, yyyy-MM-dd.' }) day: string,
    @Ctx() { useCases }: GraphQLContext,
  ): Promise<ReconciliationLine[]> {
    return [...(await useCases.administration.reconcile(day))];
  }
}
