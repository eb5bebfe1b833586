import { Arg, Ctx, Field, ObjectType, Query, Resolver } from 'type-graphql';
import type { JsonObject } from '../../core/json.js';
import { CardwayError } from '../../errors.js';
import { callerKey } from '../caller-key.js';
import type { GraphQLContext } from '../context.js';
import { AllowedFor } from '../roles.js';
import { SandboxCall, SandboxCallInput } from './sandbox-call.type.js';

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

  @AllowedFor('operator')
  @Query(() => SandboxCall, {
    description: 'Puts a call together and sends nothing. In the sandbox only; FORBIDDEN elsewhere.',
  })
  sandboxCall(
    @Arg('input', () => SandboxCallInput) input: SandboxCallInput,
    @Ctx() { useCases }: GraphQLContext,
  ): SandboxCall {
    const { sandbox } = useCases.oversight.gateway;
    if (sandbox === null) throw new CardwayError('FORBIDDEN', { message: 'This is no sandbox.' });
    const composed = sandbox.compose({
      methodName: input.methodName,
      terminalId: input.terminalId,
      reference: input.reference,
      requestAmount: input.requestAmount ?? 0,
      narrative: input.narrative,
      transactionType: input.transactionType ?? '00',
      transactionId: input.transactionId,
      transactionDate: input.transactionDate,
      transactionData: textsOf(input.transactionData ?? {}),
    });
    return {
      ...composed,
      variables: composed.variables as JsonObject,
      checksum: { ...composed.checksum, parts: [...composed.checksum.parts] },
      signature: { ...composed.signature, parts: [...composed.signature.parts] },
    };
  }
}

function textsOf(data: JsonObject): Readonly<Record<string, string>> {
  const wrong = Object.keys(data).find((name) => typeof data[name] !== 'string');
  if (wrong !== undefined)
    throw new CardwayError('BAD_REQUEST', { field: wrong, message: `${wrong} must be a text.` });
  return data as Readonly<Record<string, string>>;
}
