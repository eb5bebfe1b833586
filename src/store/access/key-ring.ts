import { existsSync } from 'node:fs';
import { createSealer, type RandomBytes, type Sealer, type SealerKeys } from '../../core/access/seal.js';
import { CardwayError } from '../../platform/errors.js';
import type { CommitQueue } from '../engine/commit-queue.js';
import type { StoreConnection } from '../engine/dialect.js';
import { type Metadata, requireSameKey, type KeyBinding, UNBOUND } from '../engine/metadata.js';
import { METADATA_LOCK } from '../engine/locks.js';
import {
  checkOf,
  createStretchKey,
  type GivenKeys,
  isTextKey,
  masterKeysOf,
  newStretching,
  type StretchKey,
  type Stretching,
} from '../engine/stretching.js';
import { loadMasterKey, makeMasterKey, readMasterKey } from './master-key.js';

/** Master keys of a process, and their tie to the database. */
export interface KeyRing {
  readonly sealer: Sealer;
  /** The database is tied to a key that a release before scrypt derived from a text. */
  readonly isLegacyDerivation: boolean;
  /** Writes the stretching of texts, where no process has, and ties the database to its master key. Errors: UNAVAILABLE. */
  binding(commits: Commits): Promise<void>;
  /** Changes the master keys of this process. Errors: UNAVAILABLE where the database is tied to neither; then nothing changes. */
  use(
    keys: { readonly masterKey: string; readonly otherMasterKey: string | undefined },
    commits: Commits,
  ): Promise<void>;
  /** Derives the 32 bytes of a master key in this database. Errors: UNAVAILABLE. */
  bytesOf(masterKey: Buffer | string, commits: Commits): Promise<Buffer>;
  /** Seals with the stretched key from now on. A database that is tied to the previous derivation is tied to that key. */
  sealByScrypt(commits: Commits): Promise<void>;
}

type Commits = Pick<CommitQueue, 'submit'>;

interface RingParts {
  readonly random: RandomBytes;
  readonly stretch: StretchKey;
  readonly metadata: Metadata;
  readonly connection: Pick<StoreConnection, 'read' | 'hasTable'>;
}

/** Keys of this process that fit the database's tie. */
interface LoadedKeys {
  readonly given: GivenKeys;
  readonly keys: SealerKeys;
  readonly isLegacyDerivation: boolean;
}

/** Opens the key ring. Errors: UNAVAILABLE for a key that cannot be used, or is not the one that the database is tied to. */
export async function openKeyRing(
  args: RingParts & {
    readonly path: string | null;
    readonly masterKey?: Buffer | string | undefined;
    readonly otherMasterKey?: Buffer | string | undefined;
  },
): Promise<KeyRing> {
  const { random, stretch, metadata, connection } = args;
  const bindNow = async (): Promise<KeyBinding> =>
    (await connection.hasTable('store_facts')) ? connection.read(metadata.binding()) : UNBOUND;
  const hold = (given: GivenKeys, to: KeyBinding): Promise<LoadedKeys> =>
    loadKeys(given, to, { random, stretch });
  const stretchingIn = (commits: Commits): Promise<Stretching> => {
    const proposed = newStretching(random);
    return commits.submit(() => metadata.stretchWith(proposed), { locks: [METADATA_LOCK] });
  };

  const first = await bindNow();
  const masterKey = args.masterKey ?? keyBeside(args.path, first.check !== null, random);
  // A database that is not tied yet has no salt. `binding` stretches its text before anything is sealed.
  let held = await hold({ masterKey, other: args.otherMasterKey }, first);
  const sealer = createSealer({ ...held.keys, random });
  return {
    sealer,
    get isLegacyDerivation() {
      return held.isLegacyDerivation;
    },
    async binding(commits) {
      let known = await bindNow();
      if (hasText(held.given) && known.stretching === null) await stretchingIn(commits);
      for (;;) {
        known = await bindNow();
        held = await hold(held.given, known);
        sealer.become(held.keys);
        const check = await commits.submit(() => metadata.bindTo(sealer), { locks: [METADATA_LOCK] });
        // A node of an earlier release may have tied it meanwhile, to the same text by its own derivation.
        if (known.check !== null || check === sealer.masterKeyCheck()) return;
      }
    },
    async use({ masterKey: next, otherMasterKey }, commits) {
      const given = { masterKey: next, other: otherMasterKey };
      if (hasText(given)) await stretchingIn(commits);
      const holding = await hold(given, await bindNow());
      sealer.use(holding.keys);
      held = holding;
    },
    async bytesOf(next, commits) {
      const plain = readMasterKey(next);
      return isTextKey(next) ? stretch(next, await stretchingIn(commits)) : plain;
    },
    async sealByScrypt(commits) {
      if (!hasText(held.given)) return;
      const stretching = await stretchingIn(commits);
      const keys = await masterKeysOf(held.given, { check: null, stretching, stretch });
      sealer.use(keys);
      if (held.isLegacyDerivation)
        await commits.submit(() => metadata.rebind(sealer, sealer.sealHashKey()), { locks: [METADATA_LOCK] });
      held = { given: held.given, keys, isLegacyDerivation: false };
    },
  };
}

/** Loads the keys. Errors: UNAVAILABLE for a key that cannot be used, or is not the one that the database is tied to. */
async function loadKeys(
  given: GivenKeys,
  to: KeyBinding,
  { random, stretch }: { readonly random: RandomBytes; readonly stretch: StretchKey },
): Promise<LoadedKeys> {
  const { isLegacyDerivation, ...keys } = await masterKeysOf(given, { ...to, stretch });
  if (to.check !== null) requireSameKey(to.check, createSealer({ ...keys, random }));
  return {
    given,
    isLegacyDerivation,
    keys: {
      ...keys,
      sealedHashKey: to.sealedHashKey,
      // Before the first change of keys the root of hashes is the master key of the database's tie.
      rootCheck: to.check ?? undefined,
    },
  };
}

/** Returns whether the database is tied to this master key. Errors: UNAVAILABLE for a key that cannot be used. */
export async function isBoundTo(masterKey: Buffer | string, to: KeyBinding): Promise<boolean> {
  const keys = await masterKeysOf({ masterKey, other: undefined }, { ...to, stretch: createStretchKey() });
  return checkOf(keys.masterKey) === to.check;
}

function hasText({ masterKey, other }: GivenKeys): boolean {
  return isTextKey(masterKey) || (other !== undefined && isTextKey(other));
}

/** Returns the key from the file beside an SQLite database. A database of many machines has no folder common to all. */
function keyBeside(path: string | null, isInUse: boolean, random: RandomBytes): Buffer {
  if (path === null) {
    throw new CardwayError('UNAVAILABLE', { message: 'With PostgreSQL the master key must be set.' });
  }
  const keyFile = `${path}.key`;
  if (isInUse && !existsSync(keyFile)) {
    throw new CardwayError('UNAVAILABLE', {
      message: `The master key file ${keyFile} is gone. Restore it, or set the master key.`,
    });
  }
  return loadMasterKey(keyFile) ?? makeMasterKey(keyFile, random);
}
