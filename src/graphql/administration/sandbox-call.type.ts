import { Field, InputType, ObjectType, registerEnumType } from 'type-graphql';
import type { JsonObject } from '../../core/json.js';
import { JSONObject, SafeInt } from '../scalars.js';

export enum SandboxMethodName {
  Balance = 'Balance',
  Deduct = 'Deduct',
}

registerEnumType(SandboxMethodName, { name: 'SandboxMethod' });

@InputType({ description: 'A call to try. Terminal and wallet are those that the sandbox was seeded with.' })
export class SandboxCallInput {
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
export class NamedText {
  @Field(() => String)
  name!: string;

  @Field(() => String)
  text!: string;
}

@ObjectType({ description: 'How an HMAC-SHA256 comes about.' })
export class HashingStep {
  @Field(() => String, { description: 'UTF-8 text' })
  key!: string;

  @Field(() => [NamedText], { description: 'Put together in this order, with nothing between them' })
  parts!: NamedText[];

  @Field(() => String, { description: 'Lower-case hex' })
  mac!: string;
}

@ObjectType({ description: 'One call in the form of each door, and what the wallet service gets of it.' })
export class SandboxCall {
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
