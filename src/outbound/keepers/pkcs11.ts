import { randomBytes } from 'node:crypto';
import { keyIdOf, keyIdParts } from '../../core/access/wrapped-secret.js';
import { failedKeeper, type Keeper, type Kept } from './keeper.js';

interface Pkcs11Settings {
  /** Package that speaks PKCS#11: its name, or the path of its main file. */
  readonly module: string;
  readonly library: string;
  readonly token: string;
  readonly keyLabel: string;
  readonly pin: string;
}

type Handle = Buffer;

/** The part of `pkcs11js` that is used. It is no dependency of ours: npm compiles it, and operators without a token need none. */
interface Pkcs11 {
  load(library: string): void;
  close(): void;
  C_Initialize(): void;
  C_Finalize(): void;
  C_GetSlotList(withToken: boolean): readonly Handle[];
  C_GetTokenInfo(slot: Handle): { readonly label: string };
  C_OpenSession(slot: Handle, flags: number): Handle;
  C_CloseSession(session: Handle): void;
  C_Login(session: Handle, user: number, pin: string): void;
  C_FindObjectsInit(
    session: Handle,
    template: readonly { readonly type: number; readonly value: unknown }[],
  ): void;
  C_FindObjects(session: Handle, max: number): readonly Handle[];
  C_FindObjectsFinal(session: Handle): void;
  C_EncryptInit(session: Handle, mechanism: unknown, key: Handle): void;
  C_Encrypt(session: Handle, input: Buffer, output: Buffer): Buffer;
  C_DecryptInit(session: Handle, mechanism: unknown, key: Handle): void;
  C_Decrypt(session: Handle, input: Buffer, output: Buffer): Buffer;
}

interface Pkcs11Package {
  readonly PKCS11: new () => Pkcs11;
}

/** Constants of PKCS#11 2.40. */
const CKF_SERIAL_SESSION = 4;
const CKU_USER = 1;
const CKA_CLASS = 0;
const CKA_LABEL = 3;
const CKO_SECRET_KEY = 4;
const CKM_AES_GCM = 0x1087;

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Creates the client of a PKCS#11 token: AES-GCM under a key that stays in it. The ciphertext is base64 of
 * `nonce (12 bytes, random) | ciphertext | tag (16 bytes)`. Each use opens the token, logs in and closes it again.
 */
export function createPkcs11Keeper(settings: Pkcs11Settings): Keeper {
  return {
    name: 'pkcs11',
    async wrap(plain) {
      const nonce = randomBytes(NONCE_BYTES);
      const encrypted = await withKey(settings, settings.keyLabel, ({ token, session, key, mechanism }) => {
        token.C_EncryptInit(session, mechanism(nonce), key);
        return token.C_Encrypt(session, plain, Buffer.alloc(plain.length + ROOM_BYTES));
      });
      if (encrypted.kind === 'failed') return encrypted;
      const ciphertext = Buffer.concat([nonce, encrypted.value]).toString('base64');
      return {
        kind: 'ok',
        value: { keyId: keyIdOf(['pkcs11', settings.token, settings.keyLabel]), ciphertext },
      };
    },
    async unwrap({ keyId, ciphertext }) {
      const [, label, keyLabel = ''] = keyIdParts(keyId) ?? [];
      const sealed = Buffer.from(ciphertext, 'base64');
      if (label !== settings.token)
        return failedKeeper(`it is wrapped by ${keyId}, and pkcs11.token names another token`);
      if (sealed.length <= NONCE_BYTES + TAG_BYTES) return failedKeeper('it is damaged');
      return withKey(settings, keyLabel, ({ token, session, key, mechanism }) => {
        token.C_DecryptInit(session, mechanism(sealed.subarray(0, NONCE_BYTES)), key);
        return token.C_Decrypt(
          session,
          sealed.subarray(NONCE_BYTES),
          Buffer.alloc(sealed.length + ROOM_BYTES),
        );
      });
    },
  };
}

/** Room for what a token adds before it cuts the result. */
const ROOM_BYTES = 64;

interface OpenKey {
  readonly token: Pkcs11;
  readonly session: Handle;
  readonly key: Handle;
  readonly mechanism: (nonce: Buffer) => unknown;
}

/** Does one work with a key of the token. Errors of the token are reasons, with the code that PKCS#11 gives them. */
async function withKey(
  settings: Pkcs11Settings,
  keyLabel: string,
  work: (open: OpenKey) => Buffer,
): Promise<Kept<Buffer>> {
  const loaded = await loadPackage(settings.module);
  if (loaded === null)
    return failedKeeper(
      `pkcs11.library needs the package ${settings.module}, which is not there: install it beside Cardway (npm install pkcs11js), or name its main file in pkcs11.module`,
    );
  const token = new loaded.PKCS11();
  try {
    token.load(settings.library);
  } catch {
    return failedKeeper(`the library ${settings.library} of pkcs11.library cannot be loaded`);
  }
  try {
    token.C_Initialize();
    try {
      return workWith(token, settings, { keyLabel, work, constants: loaded });
    } finally {
      token.C_Finalize();
    }
  } catch (error) {
    return failedKeeper(refusalOf(error));
  } finally {
    token.close();
  }
}

function workWith(
  token: Pkcs11,
  settings: Pkcs11Settings,
  {
    keyLabel,
    work,
    constants,
  }: { readonly keyLabel: string; readonly work: (open: OpenKey) => Buffer; readonly constants: object },
): Kept<Buffer> {
  const slot = token.C_GetSlotList(true).find((each) => labelOf(token, each) === settings.token);
  if (slot === undefined) return failedKeeper(`there is no token ${settings.token} (pkcs11.token)`);
  const session = token.C_OpenSession(slot, CKF_SERIAL_SESSION);
  try {
    token.C_Login(session, CKU_USER, settings.pin);
    token.C_FindObjectsInit(session, [
      { type: CKA_CLASS, value: CKO_SECRET_KEY },
      { type: CKA_LABEL, value: keyLabel },
    ]);
    const keys = token.C_FindObjects(session, 2);
    token.C_FindObjectsFinal(session);
    const [key] = keys;
    if (key === undefined || keys.length > 1)
      return failedKeeper(`the token has ${key === undefined ? 'no key' : 'several keys'} ${keyLabel}`);
    const type = (constants as { readonly CK_PARAMS_AES_GCM_v240?: number }).CK_PARAMS_AES_GCM_v240;
    const mechanism = (iv: Buffer): unknown => ({
      mechanism: CKM_AES_GCM,
      parameter: { type, iv, ivBits: 8 * iv.length, tagBits: 8 * TAG_BYTES },
    });
    return { kind: 'ok', value: work({ token, session, key, mechanism }) };
  } finally {
    token.C_CloseSession(session);
  }
}

function labelOf(token: Pkcs11, slot: Handle): string {
  return token.C_GetTokenInfo(slot).label.replaceAll('\0', ' ').trimEnd();
}

async function loadPackage(name: string): Promise<Pkcs11Package | null> {
  try {
    const loaded = (await import(name)) as Pkcs11Package & { readonly default?: Pkcs11Package };
    return loaded.default ?? loaded;
  } catch {
    return null;
  }
}

/** Returns the code only: a message of the token's maker may hold anything. */
function refusalOf(error: unknown): string {
  const [code = 'an unknown error'] = /CKR_\w+/.exec(String(error)) ?? [];
  if (/ENCRYPTED_DATA|CKR_GENERAL_ERROR|AEAD/.test(code))
    return `the token cannot use it (${code}): it is damaged, or another key has wrapped it`;
  if (code.includes('PIN')) return `the token refuses pkcs11.pin (${code}); too many tries lock the token`;
  return `the token answers ${code}`;
}
