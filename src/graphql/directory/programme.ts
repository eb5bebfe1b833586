import { Int } from 'type-graphql';
import type {
  Programme as ProgrammeRow,
  SharedKeyInfo,
} from '../../use-cases/provisioning/provisioning-port.js';
import { badRequest } from '../../platform/errors.js';
import { actorOf } from '../../use-cases/access/administrator.js';
import { callerKey, type GraphQLContext } from '../context.js';
import { pageOfList } from '../paging.js';
import { list, mutation, query, resolverOf } from '../root-fields.js';
import { closedSet, computed, field, given, inputType, nodeType, nullable, time } from '../shapes.js';

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
    currency: nullable(String, 'Currency of its amounts, ISO 4217 alphabetic (EUR). Null: not set.'),
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

const ProgrammeFilter = inputType('ProgrammeFilter', 'Conditions on programmes. All given ones must hold.', {
  text: nullable(String, 'First characters of the short name or of the name, in any case.'),
});

const KEY_NAME = {
  programme: field(String, 'Short name of the programme.'),
  keyId: field(String, 'Id of the key within its programme.'),
};

export const ProgrammeResolver = resolverOf({
  programme: query({
    permission: 'readDirectory',
    args: { programme: field(String, 'Short name of the programme.') },
    gives: nullable(Programme, 'Finds a programme. Null where there is none.'),
    resolve: ({ programme }, context) => findProgramme(programme, context),
  }),
  programmes: list(Programme, {
    permission: 'readDirectory',
    description: 'Lists programmes by their short name.',
    filter: ProgrammeFilter,
    async resolve(page, { text }, { useCases }) {
      const all = await useCases.programmes.list(text ?? '');
      return pageOfList(all, ({ programme }) => programme, page, 'programme');
    },
  }),
  putProgramme: mutation({
    permission: 'manageProgrammes',
    circumstance: settingsOfSecrets,
    description: 'Creates or changes a programme.',
    input: [
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
    ],
    result: { programme: field(Programme, 'The programme as it is now.') },
    async resolve({ programme, stepSeconds, validitySeconds, ...more }, { useCases, caller }) {
      const stepMs = stepSeconds == null ? null : stepSeconds * 1000;
      const validityMs = validitySeconds == null ? null : validitySeconds * 1000;
      const actor = actorOf(callerKey(caller));
      const changes = given({ ...more, stepMs, validityMs });
      return { programme: await useCases.programmes.put({ programme, actor, ...changes }) };
    },
  }),
  addSharedKey: mutation({
    permission: 'manageSharedKeys',
    description: 'Adds a shared key. Adding what is there changes nothing.',
    input: [
      'A shared key to add. Its issuer gives it outside of the gateway.',
      {
        programme: KEY_NAME.programme,
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
    ],
    result: { sharedKey: field(SharedKey, 'The added key, without the key itself.') },
    async resolve({ programme, keyId, key, state }, { useCases, caller }) {
      if (!/^(?:[0-9a-f]{2})+$/i.test(key))
        throw badRequest('key', 'key must be hex digits, two for each byte.');
      if (state === 'retired') throw badRequest('state', 'state must be ACTIVE or RETIRING.');
      const sharedKey = await useCases.programmes.addSharedKey({
        ...{ programme, sharedKeyId: keyId, key: Buffer.from(key, 'hex'), actor: actorOf(callerKey(caller)) },
        ...given({ state }),
      });
      return { sharedKey };
    },
  }),
  setSharedKeyState: mutation({
    permission: 'manageSharedKeys',
    description: 'Changes the state of a shared key.',
    input: ['A new state for a shared key.', { ...KEY_NAME, state: field(SharedKeyState, 'The new state.') }],
    result: { sharedKey: field(SharedKey, 'The key as it is now.') },
    async resolve({ programme, keyId, state }, { useCases, caller }) {
      const actor = actorOf(callerKey(caller));
      const change = { programme, sharedKeyId: keyId, state, actor };
      return { sharedKey: await useCases.programmes.setSharedKeyState(change) };
    },
  }),
});

/** The name and the currency change no secret, so that one person may change them. */
function settingsOfSecrets(input: Readonly<Record<string, unknown>>): Promise<null | false> {
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
