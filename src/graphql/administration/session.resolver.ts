import { Ctx, Field, ObjectType, Query, Resolver } from 'type-graphql';
import { callerKey } from '../caller-key.js';
import type { GraphQLContext } from '../context.js';
import { AllowedFor } from '../roles.js';

@ObjectType({ description: 'Who asks, and what it talks to.' })
export class OperatorSession {
  @Field(() => String)
  keyId!: string;

  @Field(() => String, { description: 'Of the gateway' })
  version!: string;

  @Field(() => Boolean, { description: 'Its data is seeded, and its wallet service simulated' })
  sandbox!: boolean;
}

@Resolver(() => OperatorSession)
export class SessionResolver {
  @AllowedFor('operator')
  @Query(() => OperatorSession, {
    description: 'What the console asks first, with the key that it was given.',
  })
  operatorSession(@Ctx() { useCases, caller }: GraphQLContext): OperatorSession {
    const { version, sandbox } = useCases.oversight.gateway;
    return { keyId: callerKey(caller).keyId, version, sandbox: sandbox !== null };
  }
}
