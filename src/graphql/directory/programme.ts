import { Arg, Args, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import type {
  Programme as ProgrammeRow,
  SharedKeyInfo,
} from '../../use-cases/provisioning/provisioning-port.js';
import { badRequest } from '../../platform/errors.js';
import { actorOf } from '../../use-cases/access/administrator.js';
import { callerKey, type GraphQLContext } from '../context.js';
import { connectionOf, PageArgs, pageOfList } from '../paging.js';
import { Requires } from '../roles.js';
import {
  closedSet,
  computed,
  field,
  given,
  inputType,
  nodeType,
  nullable,
  resultType,
  time,
} from '../shapes.js';

const OtpAlgorithm = closedSet<ProgrammeRow['algorithm']>(
  'OtpAlgorithm',
  'The hash function of one-time passwords.',
  {
    sha1: 'HMAC-SHA-1.',
    sha256: 'HMAC-SHA-256.',
    sha512: 'HMAC-SHA-512.',
  },
);

const Derivation = closedSet<ProgrammeRow['derivation']>('Derivation', 'How the card enters the TOTP key.', {
  hmac: 'The key is HMAC-SHA-256(shared key, decimal card id).',
  append: 'The key is the shared key followed by the decimal card id.',
  none: 'The key is the shared key itself.',
});

const Verifier = closedSet<ProgrammeRow['verifier']>(
  'Verifier',
  'The system that verifies provisioning secrets.',
  {
    gateway: 'This gateway verifies. A token authorization needs a verified attempt.',
    external: 'The back end of the SDK verifies. An issued attempt is enough.',
  },
);

const SharedKeyState = closedSet<SharedKeyInfo['state']>('SharedKeyState', 'The use of a shared key.', {
  active: 'Issues and verifies secrets. The newest active key issues.',
  retiring: 'Verifies secrets and issues none.',
  retired: 'Neither issues nor verifies. This state is final.',
});

const SharedKey = nodeType('SharedKey', 'A shared key of a programme, without the key itself.', {
  keyId: field(String, 'Id of the key within its programme. It begins each secret.', 'sharedKeyId'),
  state: field(SharedKeyState, 'Use of the key.'),
  createdAt: time('createdAtMs', 'When the key was added.'),
  changedAt: time('changedAtMs', 'When its state last changed.'),
});
type SharedKey = InstanceType<typeof SharedKey>;

const Programme = nodeType(
  'Programme',
  'A card programme of an integrator, with the settings of its secrets.',
  {
    programme: field(String, 'Short name of the programme. Keys, terminals and wallets refer to it.'),
    name: field(String, 'Name for people.'),
    currency: nullable(
      String,
      'Currency of its amounts, ISO 4217 alphabetic (EUR). Null where it is not set.',
    ),
    digits: field(Int, 'Digits of a one-time password, 1 to 8.'),
    algorithm: field(OtpAlgorithm, 'Hash function of one-time passwords.'),
    stepSeconds: computed(
      Int,
      'Length of a TOTP time step in seconds.',
      ({ stepMs }: ProgrammeRow) => stepMs / 1000,
    ),
    derivation: field(Derivation, 'How the card enters the TOTP key.'),
    validitySeconds: computed(
      Int,
      'Lifetime of a secret in seconds, counted from its issue.',
      ({ validityMs }: ProgrammeRow) => Math.floor(validityMs / 1000),
    ),
    verifier: field(Verifier, 'The system that verifies secrets.'),
    sharedKeys: computed(
      [SharedKey],
      'Its shared keys, oldest first.',
      ({ programme }: ProgrammeRow, { useCases }) => useCases.programmes.sharedKeys({ programme }),
    ),
  },
);
type Programme = InstanceType<typeof Programme>;

const PutProgrammeInput = inputType(
  'PutProgrammeInput',
  'A programme to create or change. A field that is left out keeps its value, or gets its default.',
  {
    programme: field(String, 'Short name of the programme.'),
    name: nullable(String, 'Name for people.'),
    currency: nullable(String, 'Currency of its amounts, ISO 4217 alphabetic (EUR).'),
    digits: nullable(Int, 'Digits of a one-time password, 1 to 8.'),
    algorithm: nullable(OtpAlgorithm, 'Hash function of one-time passwords.'),
    stepSeconds: nullable(Int, 'Length of a TOTP time step in seconds.'),
    derivation: nullable(Derivation, 'How the card enters the TOTP key.'),
    validitySeconds: nullable(Int, 'Lifetime of a secret in seconds, counted from its issue.'),
    verifier: nullable(Verifier, 'The system that verifies secrets.'),
  },
);
type PutProgrammeInput = InstanceType<typeof PutProgrammeInput>;

const AddSharedKeyInput = inputType(
  'AddSharedKeyInput',
  'A shared key to add. Its issuer gives it to you outside of the gateway.',
  {
    programme: field(String, 'Short name of the programme.'),
    keyId: field(
      String,
      'Id of the key within its programme: 1 to 16 letters, digits, _ or -. The part of a secret before #.',
    ),
    key: field(String, 'The key itself, 16 to 64 bytes as hex digits. No answer ever holds it.'),
    state: nullable(
      SharedKeyState,
      'ACTIVE or RETIRING; left out, ACTIVE. A retiring key verifies only, until you activate it.',
    ),
  },
);
type AddSharedKeyInput = InstanceType<typeof AddSharedKeyInput>;

const SetSharedKeyStateInput = inputType('SetSharedKeyStateInput', 'A new state for a shared key.', {
  programme: field(String, 'Short name of the programme.'),
  keyId: field(String, 'Id of the key within its programme.'),
  state: field(SharedKeyState, 'The new state.'),
});
type SetSharedKeyStateInput = InstanceType<typeof SetSharedKeyStateInput>;

const PutProgrammeResult = resultType('PutProgrammeResult', {
  programme: field(Programme, 'The programme as it is now.'),
});

const AddSharedKeyResult = resultType('AddSharedKeyResult', {
  sharedKey: field(SharedKey, 'The added key, without the key itself.'),
});

const SetSharedKeyStateResult = resultType('SetSharedKeyStateResult', {
  sharedKey: field(SharedKey, 'The key as it is now.'),
});

const ProgrammeConnection = connectionOf(Programme, 'Programme');

const ProgrammeFilter = inputType('ProgrammeFilter', 'Conditions on programmes. All given ones must hold.', {
  text: nullable(String, 'First characters of the short name or of the name, in any case.'),
});
type ProgrammeFilter = InstanceType<typeof ProgrammeFilter>;

@Resolver(() => Programme)
export class ProgrammeResolver {
  @Requires('readDirectory')
  @Query(() => Programme, { nullable: true, description: 'Finds a programme. Null where there is none.' })
  programme(
    @Arg('programme', () => String, { description: 'Short name of the programme.' }) name: string,
    @Ctx() context: GraphQLContext,
  ): Promise<Programme | null> {
    return findProgramme(name, context);
  }

  @Requires('readDirectory')
  @Query(() => ProgrammeConnection, { description: 'Lists programmes by their short name.' })
  async programmes(
    @Args(() => PageArgs) args: PageArgs,
    @Arg('filter', () => ProgrammeFilter, { nullable: true, description: 'Conditions on the programmes.' })
    filter: ProgrammeFilter | null | undefined,
    @Ctx() { useCases }: GraphQLContext,
  ): Promise<InstanceType<typeof ProgrammeConnection>> {
    const rows = await useCases.programmes.list(filter?.text ?? '');
    return pageOfList(rows, ({ programme }) => programme, args);
  }

  @Requires('manageProgrammes', settingsOfSecrets)
  @Mutation(() => PutProgrammeResult, {
    description: 'Creates or changes a programme. The audit log keeps it.',
  })
  async putProgramme(
    @Arg('input', () => PutProgrammeInput, { description: 'The programme.' }) input: PutProgrammeInput,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<InstanceType<typeof PutProgrammeResult>> {
    const { programme, stepSeconds, validitySeconds, ...more } = input;
    const stepMs = stepSeconds == null ? null : stepSeconds * 1000;
    const validityMs = validitySeconds == null ? null : validitySeconds * 1000;
    const actor = actorOf(callerKey(caller));
    const put = await useCases.programmes.put({
      programme,
      actor,
      ...given({ ...more, stepMs, validityMs }),
    });
    return { programme: put };
  }

  @Requires('manageSharedKeys')
  @Mutation(() => AddSharedKeyResult, {
    description:
      'Adds a shared key. Adding what is there changes nothing. The audit log keeps it, without the key.',
  })
  async addSharedKey(
    @Arg('input', () => AddSharedKeyInput, { description: 'The key.' })
    { programme, keyId, key, state }: AddSharedKeyInput,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<InstanceType<typeof AddSharedKeyResult>> {
    if (!/^(?:[0-9a-f]{2})+$/i.test(key))
      throw badRequest('key', 'key must be hex digits, two for each byte.');
    if (state === 'retired') throw badRequest('state', 'state must be ACTIVE or RETIRING.');
    const added = await useCases.programmes.addSharedKey({
      ...{ programme, sharedKeyId: keyId, key: Buffer.from(key, 'hex'), actor: actorOf(callerKey(caller)) },
      ...given({ state }),
    });
    return { sharedKey: added };
  }

  @Requires('manageSharedKeys')
  @Mutation(() => SetSharedKeyStateResult, {
    description: 'Changes the state of a shared key. The audit log keeps it.',
  })
  async setSharedKeyState(
    @Arg('input', () => SetSharedKeyStateInput, { description: 'The key and its new state.' })
    { programme, keyId, state }: SetSharedKeyStateInput,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<InstanceType<typeof SetSharedKeyStateResult>> {
    const actor = actorOf(callerKey(caller));
    const change = { programme, sharedKeyId: keyId, state, actor };
    return { sharedKey: await useCases.programmes.setSharedKeyState(change) };
  }
}

/** The name and the currency change no secret, so that one person may change them. */
function settingsOfSecrets(input: PutProgrammeInput): Promise<null | false> {
  const { programme: _programme, name: _name, currency: _currency, ...settings } = input;
  return Promise.resolve(Object.values(settings).some((value) => value != null) ? null : false);
}

export async function findProgramme(name: string, { useCases }: GraphQLContext): Promise<Programme | null> {
  return (await useCases.programmes.list()).find(({ programme }) => programme === name) ?? null;
}

export async function findSharedKey(
  [programme, keyId]: readonly [string, string],
  context: GraphQLContext,
): Promise<SharedKey | null> {
  if ((await findProgramme(programme, context)) === null) return null;
  const keys = await context.useCases.programmes.sharedKeys({ programme });
  return keys.find(({ sharedKeyId }) => sharedKeyId === keyId) ?? null;
}
