import { Arg, Ctx, Field, InputType, ObjectType, Query, Resolver } from 'type-graphql';
import type { JsonObject } from '../../core/wire/json.js';
import { badRequest, CardwayError } from '../../platform/errors.js';
import { closedSet } from '../shapes.js';
import type { GraphQLContext } from '../context.js';
import { Requires } from '../roles.js';
import { JSONObject, SafeInt } from '../scalars.js';

const SandboxMethod = closedSet<'Balance' | 'Deduct'>(
  'SandboxMethod',
  'The methods that the sandbox composes.',
  {
    Balance: 'The balance of a wallet.',
    Deduct: 'A debit of a wallet.',
  },
);

@InputType({ description: 'A call to compose. Terminal and wallet are those of the sandbox.' })
class SandboxCallInput {
  @Field(() => SandboxMethod, { description: 'The method.' })
  methodName!: 'Balance' | 'Deduct';

  @Field(() => String, { description: 'Terminal id.' })
  terminalId!: string;

  @Field(() => String, { description: 'Wallet reference.' })
  reference!: string;

  @Field(() => SafeInt, { nullable: true, description: 'Amount in minor units. Balance takes none.' })
  requestAmount?: number | null;

  @Field(() => String, { description: 'Description of the terminal or the merchant.' })
  narrative!: string;

  @Field(() => String, { nullable: true, description: 'Type of the debit, two characters. Default: 00.' })
  transactionType?: string | null;

  @Field(() => String, { description: 'Transaction id that the terminal chose.' })
  transactionId!: string;

  @Field(() => String, { description: 'Date of the transaction, yyyyMMddTHH:mm:ss in UTC.' })
  transactionDate!: string;

  @Field(() => JSONObject, {
    nullable: true,
    description: 'Extra information (KLV) by its names in JSON. All values are strings.',
  })
  transactionData?: JsonObject | null;
}

@ObjectType({ description: 'A text with its name.' })
class NamedText {
  @Field(() => String, { description: 'The name.' })
  name!: string;

  @Field(() => String, { description: 'The text.' })
  text!: string;
}

@ObjectType({ description: 'How an HMAC-SHA256 is computed.' })
class HashingStep {
  @Field(() => String, { description: 'The key, as UTF-8 text.' })
  key!: string;

  @Field(() => [NamedText], {
    description: 'The parts of the message, joined in this order with nothing between them.',
  })
  parts!: NamedText[];

  @Field(() => String, { description: 'The HMAC in lower-case hex.' })
  hmac!: string;
}

@ObjectType({
  description: 'One call in the form of each interface, with its checksum and its signature.',
})
class SandboxCall {
  @Field(() => String, { description: 'The body for POST /RPC2.' })
  xml!: string;

  @Field(() => String, { description: 'The body for POST /v1/proxy.' })
  json!: string;

  @Field(() => JSONObject, { description: 'The variables of the mutation for this method.' })
  variables!: JsonObject;

  @Field(() => String, { description: 'The public client key of the sandbox.' })
  clientKey!: string;

  @Field(() => String, { description: 'The request id that the call gets.' })
  requestId!: string;

  @Field(() => HashingStep, { description: 'The checksum, under the password of the terminal.' })
  checksum!: HashingStep;

  @Field(() => HashingStep, { description: 'The header X_msg_signature, under the signing key.' })
  signature!: HashingStep;
}

/** Queries that only a sandbox answers; only its schema has them. */
@Resolver()
export class SandboxResolver {
  @Requires('monitor')
  @Query(() => SandboxCall, { description: 'Composes a call and sends nothing.' })
  sandboxCall(
    @Arg('input', () => SandboxCallInput, { description: 'The call.' }) input: SandboxCallInput,
    @Ctx() { useCases }: GraphQLContext,
  ): SandboxCall {
    const { sandbox } = useCases.monitoring.gateway;
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
  if (wrong !== undefined) throw badRequest(wrong, `${wrong} must be a text.`);
  return data as Readonly<Record<string, string>>;
}
