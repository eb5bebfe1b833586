import { integer, secret, text } from './settings-kinds.js';

const VAULT = {
  about: 'Key-encryption key in the transit engine of Vault. It opens secrets of the form `wrapped:v1:…`.',
  settings: {
    url: text('URL of Vault', 'an https URL; http on loopback'),
    token: secret('Token whose policy allows to decrypt with the key; `keys wrap` needs to encrypt too'),
    mount: text('Path of the transit engine', 'a path', 'transit'),
    keyName: text('Name of the key in that engine', 'text', 'cardway'),
    namespace: text('Namespace, where Vault has some', 'a path'),
    timeoutMs: integer('Time for one question to Vault', 5000, 100, 60_000),
  },
};

const PKCS11 = {
  about: 'Key-encryption key in a PKCS#11 token. The package `pkcs11js` must be installed beside Cardway.',
  settings: {
    module: text(
      'Package that speaks PKCS#11: its name, or the path of its main file',
      'a name or a path',
      'pkcs11js',
    ),
    library: text('Library of the token’s maker', 'a path'),
    token: text('Label of the token', 'text'),
    keyLabel: text('Label of an AES key in the token', 'text', 'cardway'),
    pin: secret('PIN of the token’s user'),
  },
};

/** Groups of the keepers of key-encryption keys. */
export const KEEPERS = { vault: VAULT, pkcs11: PKCS11 };
