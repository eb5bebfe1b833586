import { ArgsType, Field, InputType, ObjectType, registerEnumType } from 'type-graphql';
import type { KeyInfo } from '../../usecase/ports.js';
import { connectionOf } from '../connection.type.js';
import { PageArgs } from '../page-arguments.js';
import { isoTime } from '../time.js';

export enum RoleName {
  client = 'client',
  integrator = 'integrator',
  network = 'network',
  operator = 'operator',
}
registerEnumType(RoleName, {
  name: 'Role',
  valuesConfig: {
    client: { description: 'Backends: transactions and wallets of a programme' },
    integrator: { description: 'Backends of apps: provisioning secrets and events of a programme' },
    network: { description: 'The card network’s side and the SDK’s back end' },
    operator: { description: 'Whoever runs the gateway: everything but transactions' },
  },
});

@ObjectType({ description: 'An API key, without the key.' })
export class ApiKey {
  @Field(() => String)
  keyId!: string;

  @Field(() => RoleName)
  role!: RoleName;

  @Field(() => String, { nullable: true, description: 'Null for operators' })
  programme!: string | null;

  @Field(() => [String], { nullable: true, description: 'The terminals that it is bound to; null: all' })
  terminalIds!: readonly string[] | null;

  @Field(() => String, { nullable: true })
  createdAt!: string | null;

  @Field(() => String, { nullable: true, description: 'Null: never' })
  expiresAt!: string | null;

  @Field(() => String, { nullable: true, description: 'To the minute' })
  lastUsedAt!: string | null;

  @Field(() => Boolean)
  revoked!: boolean;
}

export const ApiKeyConnection = connectionOf(ApiKey, 'ApiKey');

@ArgsType()
export class KeysArgs extends PageArgs {
  @Field(() => String, { nullable: true })
  programme?: string | null;
}

@InputType()
export class CreateKeyInput {
  @Field(() => String, { description: 'What it is called: 1 to 64 letters, digits, . _ or -' })
  keyId!: string;

  @Field(() => RoleName)
  role!: RoleName;

  @Field(() => String, { nullable: true, description: 'Left out for operators, and for them only' })
  programme?: string | null;

  @Field(() => [String], { nullable: true, description: 'Client keys: binds it to these terminals' })
  terminalIds?: string[] | null;

  @Field(() => String, { nullable: true, description: 'ISO 8601; left out: never' })
  expiresAt?: string | null;
}

@ObjectType()
export class CreateKeyResult {
  @Field(() => ApiKey)
  key!: ApiKey;

  @Field(() => String, { description: 'The key itself, shown this once' })
  secret!: string;
}

export function apiKeyOf(info: KeyInfo): ApiKey {
  return {
    keyId: info.keyId,
    role: RoleName[info.role],
    programme: info.programme,
    terminalIds: info.terminalIds,
    createdAt: isoTime(info.createdAtMs),
    expiresAt: isoTime(info.expiresAtMs),
    lastUsedAt: isoTime(info.lastUsedAtMs),
    revoked: info.isRevoked,
  };
}
