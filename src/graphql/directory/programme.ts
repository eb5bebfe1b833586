import {
  Arg,
  Args,
  Ctx,
  Field,
  FieldResolver,
  InputType,
  Int,
  Mutation,
  ObjectType,
  Query,
  registerEnumType,
  Resolver,
  Root,
} from 'type-graphql';
import type {
  Programme as ProgrammeRow,
  SharedKeyInfo,
} from '../../use-cases/provisioning/provisioning-port.js';
import { callerKey, type GraphQLContext } from '../context.js';
import { ListArgs, pageOfList } from '../named-page.js';
import { connectionOf } from '../paging.js';
import { AllowedFor } from '../roles.js';
import { isoTime } from '../time.js';

/** Enum names as the settings and the command line write them. */
enum OtpAlgorithmName {
  sha1 = 'sha1',
  sha256 = 'sha256',
  sha512 = 'sha512',
}
registerEnumType(OtpAlgorithmName, { name: 'OtpAlgorithm' });

enum DerivationName {
  hmac = 'hmac',
  append = 'append',
  none = 'none',
}
registerEnumType(DerivationName, {
  name: 'Derivation',
  description: 'How the card enters the TOTP key.',
  valuesConfig: {
    hmac: { description: 'HMAC-SHA-256(shared key, decimal card id)' },
    append: { description: 'The shared key followed by the decimal card id' },
    none: { description: 'The shared key itself' },
  },
});

enum VerifierName {
  gateway = 'gateway',
  external = 'external',
}
registerEnumType(VerifierName, {
  name: 'Verifier',
  description: 'Who verifies secrets.',
  valuesConfig: {
    gateway: { description: 'This gateway; a token authorization needs a verified attempt' },
    external: { description: 'The SDK’s back end by itself; an issued attempt is enough' },
  },
});

enum SharedKeyStateName {
  active = 'active',
  retiring = 'retiring',
  retired = 'retired',
}
registerEnumType(SharedKeyStateName, {
  name: 'SharedKeyState',
  valuesConfig: {
    active: { description: 'Issues and verifies; of several, the one added last issues' },
    retiring: { description: 'Verifies, no longer issues' },
    retired: { description: 'Neither, for ever' },
  },
});

@ObjectType({ description: 'A shared key, without the key.' })
class SharedKey {
  @Field(() => String)
  keyId!: string;

  @Field(() => SharedKeyStateName)
  state!: SharedKeyStateName;

  @Field(() => String, { description: 'ISO 8601' })
  createdAt!: string;

  @Field(() => String, { description: 'ISO 8601' })
  changedAt!: string;
}

@ObjectType({ description: 'An integrator’s card programme, and how its secrets are made.' })
class Programme {
  @Field(() => String)
  programme!: string;

  @Field(() => String)
  name!: string;

  @Field(() => Int, { description: '1 to 8' })
  digits!: number;

  @Field(() => OtpAlgorithmName)
  algorithm!: OtpAlgorithmName;

  @Field(() => Int, { description: 'Seconds of a TOTP time step' })
  stepSeconds!: number;

  @Field(() => DerivationName)
  derivation!: DerivationName;

  @Field(() => Int, { description: 'Seconds from issue' })
  validitySeconds!: number;

  @Field(() => VerifierName)
  verifier!: VerifierName;
}

@InputType({ description: 'What is left out stays as it is, or is the default.' })
class PutProgrammeInput {
  @Field(() => String)
  programme!: string;

  @Field(() => String, { nullable: true })
  name?: string | null;

  @Field(() => Int, { nullable: true })
  digits?: number | null;

  @Field(() => OtpAlgorithmName, { nullable: true })
  algorithm?: OtpAlgorithmName | null;

  @Field(() => Int, { nullable: true })
  stepSeconds?: number | null;

  @Field(() => DerivationName, { nullable: true })
  derivation?: DerivationName | null;

  @Field(() => Int, { nullable: true })
  validitySeconds?: number | null;

  @Field(() => VerifierName, { nullable: true })
  verifier?: VerifierName | null;
}

const ProgrammeConnection = connectionOf(Programme, 'Programme');

function programmeOf(row: ProgrammeRow): Programme {
  return {
    programme: row.programme,
    name: row.name,
    digits: row.digits,
    algorithm: OtpAlgorithmName[row.algorithm],
    stepSeconds: row.stepMs / 1000,
    derivation: DerivationName[row.derivation],
    validitySeconds: Math.floor(row.validityMs / 1000),
    verifier: VerifierName[row.verifier],
  };
}

function sharedKeyOf(info: SharedKeyInfo): SharedKey {
  return {
    keyId: info.sharedKeyId,
    state: SharedKeyStateName[info.state],
    createdAt: isoTime(info.createdAtMs),
    changedAt: isoTime(info.changedAtMs),
  };
}

@Resolver(() => Programme)
export class ProgrammeResolver {
  @AllowedFor('operator')
  @Query(() => ProgrammeConnection, { description: 'By name of the programme.' })
  async programmes(
    @Args(() => ListArgs) args: ListArgs,
    @Ctx() { useCases }: GraphQLContext,
  ): Promise<InstanceType<typeof ProgrammeConnection>> {
    const rows = await useCases.programmes.list();
    return pageOfList(rows.map(programmeOf), ({ programme }) => programme, args);
  }

  @AllowedFor('operator')
  @Mutation(() => Programme, { description: 'Makes or changes a programme. Kept in the audit log.' })
  async putProgramme(
    @Arg('input', () => PutProgrammeInput) input: PutProgrammeInput,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<Programme> {
    const { stepSeconds, validitySeconds } = input;
    const put = await useCases.programmes.put({
      programme: input.programme,
      actor: callerKey(caller).keyId,
      ...(input.name == null ? {} : { name: input.name }),
      ...(input.digits == null ? {} : { digits: input.digits }),
      ...(input.algorithm == null ? {} : { algorithm: input.algorithm }),
      ...(stepSeconds == null ? {} : { stepMs: stepSeconds * 1000 }),
      ...(input.derivation == null ? {} : { derivation: input.derivation }),
      ...(validitySeconds == null ? {} : { validityMs: validitySeconds * 1000 }),
      ...(input.verifier == null ? {} : { verifier: input.verifier }),
    });
    return programmeOf(put);
  }

  @AllowedFor('operator')
  @Mutation(() => SharedKey, {
    description:
      'Changes the state of a shared key; keys are added by the command line only. Kept in the audit log.',
  })
  async setSharedKeyState(
    @Arg('programme', () => String) programme: string,
    @Arg('keyId', () => String) sharedKeyId: string,
    @Arg('state', () => SharedKeyStateName) state: SharedKeyStateName,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<SharedKey> {
    const actor = callerKey(caller).keyId;
    return sharedKeyOf(await useCases.programmes.setSharedKeyState({ programme, sharedKeyId, state, actor }));
  }

  @FieldResolver(() => [SharedKey], { description: 'Oldest first.' })
  async sharedKeys(
    @Root() { programme }: Programme,
    @Ctx() { useCases }: GraphQLContext,
  ): Promise<SharedKey[]> {
    return (await useCases.programmes.sharedKeys({ programme })).map(sharedKeyOf);
  }
}
