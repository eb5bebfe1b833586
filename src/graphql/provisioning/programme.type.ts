import { Field, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';

/** Enum names as the settings and the command line write them. */
export enum OtpAlgorithmName {
  sha1 = 'sha1',
  sha256 = 'sha256',
  sha512 = 'sha512',
}
registerEnumType(OtpAlgorithmName, { name: 'OtpAlgorithm' });

export enum DerivationName {
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

export enum VerifierName {
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

export enum SharedKeyStateName {
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
export class SharedKey {
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
export class Programme {
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
export class PutProgrammeInput {
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
