import type { Sealer } from '../../core/access/seal.js';
import type { SecretSettings, SharedKey } from '../../use-cases/provisioning/provisioning-port.js';
import type { StoreDialect } from '../engine/dialect.js';
import { firstOnce, type Step } from '../engine/operation.js';
import { named } from '../engine/names.js';

/** Settings and key that make and check a programme's secrets. */
export interface Agreement<Key = SharedKey> {
  readonly settings: SecretSettings;
  readonly sharedKey: Key;
}

export type Agreements = ReturnType<typeof createAgreements>;

export function createAgreements({ compiler }: StoreDialect, sealer: Sealer) {
  const programmes = compiler.selectFrom('programmes').select(SECRET_SETTINGS);
  const opened = (programme: string, sharedKeyId: string, sealedKey: Buffer): SharedKey => ({
    sharedKeyId,
    key: sealer.open(sealedKey, sharedKeyContext(programme, sharedKeyId)),
  });
  return {
    /** Returns the agreement with the key that issues: the active key added last. Null where none exists. */
    *issuing(programme: string): Step<Agreement | null> {
      const row = yield* firstOnce(
        programmes
          .innerJoin('shared_keys', 'shared_keys.programme', 'programmes.programme')
          .select(named('sharedKeyId', 'sealedKey'))
          .where('programmes.programme', '=', programme)
          .where('state', '=', 'active')
          .orderBy('created_at_ms', 'desc')
          .orderBy('shared_key_id', 'desc')
          .limit(1),
      );
      if (row === null) return null;
      const { sharedKeyId, sealedKey, ...settings } = row;
      return { settings, sharedKey: opened(programme, sharedKeyId, sealedKey) };
    },
    /** Returns the agreement with this key if it is active or retiring; otherwise its key is null. Null for an unknown programme. */
    *verifying(programme: string, sharedKeyId: string): Step<Agreement<SharedKey | null> | null> {
      const row = yield* firstOnce(
        programmes
          .leftJoin('shared_keys', (join) =>
            join
              .onRef('shared_keys.programme', '=', 'programmes.programme')
              .on('shared_key_id', '=', sharedKeyId)
              .on('state', 'in', ['active', 'retiring']),
          )
          .select('sealed_key as sealedKey')
          .where('programmes.programme', '=', programme),
      );
      if (row === null) return null;
      const { sealedKey, ...settings } = row;
      const sharedKey = sealedKey === null ? null : opened(programme, sharedKeyId, sealedKey);
      return { settings, sharedKey };
    },
  };
}

/** Columns of SecretSettings under its names. */
const SECRET_SETTINGS = named('digits', 'algorithm', 'stepMs', 'derivation', 'validityMs', 'verifier');

/** Returns the sealing context of a shared key. JSON separates the two names, whatever they hold. */
export function sharedKeyContext(programme: string, sharedKeyId: string): string {
  return `shared_keys ${JSON.stringify([programme, sharedKeyId])}`;
}
