import { Arg, Ctx, Field, InputType, ObjectType, Query, registerEnumType, Resolver } from 'type-graphql';
import type { JsonObject } from '../../core/wire/json.js';
import { CardwayError } from '../../platform/errors.js';
import type { GraphQLContext } from '../context.js';
import { AllowedFor } from '../roles.js';
import { JSONObject, SafeInt } from '../scalars.js';

enum SandboxMethodName {
  Balance = 'Balance',
  Deduct = 'Deduct',
}

registerEnumType(SandboxMethodName, { name: 'SandboxMethod' });

@InputType({ description: 'A call to try. Terminal and wallet are those that the sandbox was seeded with.' })
class SandboxCallInput {
  @Field(() => SandboxMethodName)
  methodName!: SandboxMethodName;

  @Field(() => String)
  terminalId!: string;

  @Field(() => String, { description: 'Wallet reference' })
  reference!: string;

  @Field(() => SafeInt, { nullable: true, description: 'Minor units; Balance takes none' })
  requestAmount?: number | null;

  @Field(() => String)
  narrative!: string;

  @Field(() => String, { nullable: true, description: 'Two characters; default 00' })
  transactionType?: string | null;

  @Field(() => String)
  transactionId!: string;

  @Field(() => String, { description: 'yyyyMMddTHH:mm:ss, UTC' })
  transactionDate!: string;

  @Field(() => JSONObject, { nullable: true, description: 'By the names of the JSON door' })
  transactionData?: JsonObject | null;
}

@ObjectType({ description: 'A text with its name.' })
class NamedText {
  @Field(() => String)
  name!: string;

  @Field(() => String)
  text!: string;
}

@ObjectType({ description: 'How an HMAC-SHA256 comes about.' })
class HashingStep {
  @Field(() => String, { description: 'UTF-8 text' })
  key!: string;

  @Field(() => [NamedText], { description: 'Put together in this order, with nothing between them' })
  parts!: NamedText[];

  @Field(() => String, { description: 'Lower-case hex' })
  mac!: string;
}

@ObjectType({ description: 'One call in the form of each door, and what the wallet service gets of it.' })
class SandboxCall {
  @Field(() => String, { description: 'For POST /RPC2' })
  xml!: string;

  @Field(() => String, { description: 'For POST /v1/proxy' })
  json!: string;

  @Field(() => JSONObject, { description: 'For the mutation of the method’s name' })
  variables!: JsonObject;

  @Field(() => String, { description: 'The sandbox’s public client key' })
  clientKey!: string;

  @Field(() => String)
  requestId!: string;

  @Field(() => HashingStep, { description: 'Under the terminal’s password' })
  checksum!: HashingStep;

  @Field(() => HashingStep, { description: 'X_msg_signature, under the signing key' })
  signature!: HashingStep;
}

/** Queries that only a sandbox answers; only its schema has them. */
@Resolver()
export class SandboxResolver {
  @AllowedFor('operator')
  @Query(() => SandboxCall, { description: 'Puts a call together and sends nothing.' })
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
