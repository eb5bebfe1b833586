import type { Entity } from '../entities/entity.js';
import { momentOf } from '../values.js';
import { addBootstrap } from './bootstrap.js';

/** API keys. */
export const KEYS: Entity = {
  command: 'keys',
  about: 'Makes, lists and revokes API keys.',
  type: 'ApiKey',
  key: { field: 'keyId', name: 'key' },
  columns: {
    Key: 'keyId',
    Role: 'role',
    Programme: 'programme',
    Revoked: 'revoked',
    Expires: 'expiresAt',
    'Last used': 'lastUsedAt',
    Created: 'createdAt',
    Documents: 'documents',
    Terminals: 'terminalIds',
  },
  list: { query: 'keys', whenEmpty: 'No keys yet. Make one: cardway keys create <key> --role <role>' },
  show: { query: 'key', missing: 'key has this id' },
  changes: {
    create: { mutation: 'createKey' },
    revoke: { mutation: 'revokeKey' },
    expire: {
      mutation: 'setKeyExpiry',
      words: {
        expiresAt: {
          name: 'at',
          about: 'A time (ISO 8601), a span from now such as 1h, or never.',
          isNeeded: true,
          read: (written, { option, shell }) =>
            written === 'never' ? null : momentOf(option, written, shell.runtime.clock.nowMs()),
        },
      },
    },
    documents: { mutation: 'setKeyDocuments' },
  },
  more: addBootstrap,
  examples: `
Examples:
  cardway keys create shop-backend --role client --programme shop --expires 365d
  cardway keys create till-7 --role client --programme shop --terminal 0068766621
  cardway keys create ops --role operator
  cardway keys create mary --role auditor --expires 90d
  cardway keys expire shop-backend --at 2027-01-01
  cardway keys revoke shop-backend
  cardway keys bootstrap ops --config cardway.yaml`,
};
