import axios from 'axios';
import { Agent } from 'node:https';
import { keyIdOf, keyIdParts } from '../../core/access/wrapped-secret.js';
import { connectionOptionsOf, type PeerTls } from '../tls.js';
import { failedKeeper, type Keeper, type Kept } from './keeper.js';

interface VaultSettings {
  readonly url: string;
  readonly token: string;
  readonly mount: string;
  readonly keyName: string;
  readonly namespace: string | undefined;
  readonly timeoutMs: number;
  readonly tls: PeerTls | undefined;
}

/**
 * Creates the client of Vault's transit engine: `POST /v1/<mount>/encrypt/<key>` and `decrypt/<key>`. A ciphertext names the
 * version of its key, so that Vault's own rotation needs nothing of the gateway.
 */
export function createVaultKeeper(settings: VaultSettings): Keeper {
  return {
    name: 'vault',
    async wrap(plain) {
      const { mount, keyName } = settings;
      const body = { plaintext: plain.toString('base64') };
      const answer = await ask(settings, { action: 'encrypt', mount, keyName, body }, 'ciphertext');
      if (answer.kind !== 'ok') return answer;
      return {
        kind: 'ok',
        value: { keyId: keyIdOf(['vault', mount, keyName]), ciphertext: answer.value },
      };
    },
    async unwrap({ keyId, ciphertext }) {
      const [, mount = '', keyName = ''] = keyIdParts(keyId) ?? [];
      const body = { ciphertext };
      const answer = await ask(settings, { action: 'decrypt', mount, keyName, body }, 'plaintext');
      return answer.kind === 'ok' ? { kind: 'ok', value: Buffer.from(answer.value, 'base64') } : answer;
    },
  };
}

interface Question {
  readonly action: 'encrypt' | 'decrypt';
  readonly mount: string;
  readonly keyName: string;
  readonly body: object;
}

async function ask(
  { url, token, namespace, timeoutMs, tls }: VaultSettings,
  { action, mount, keyName, body }: Question,
  member: string,
): Promise<Kept<string>> {
  const segments = [...mount.split('/'), action, keyName];
  if (segments.some((segment) => /^[.]{0,2}$/.test(segment)))
    return failedKeeper('its key id names no key of Vault');
  const path = segments.map(encodeURIComponent).join('/');
  try {
    const { status, data } = await axios.request<unknown>({
      method: 'POST',
      url: `${url.replace(/\/$/, '')}/v1/${path}`,
      headers: {
        'X-Vault-Token': token,
        'X-Vault-Request': 'true',
        ...(namespace === undefined ? {} : { 'X-Vault-Namespace': namespace }),
      },
      data: body,
      timeout: timeoutMs,
      signal: AbortSignal.timeout(timeoutMs),
      maxRedirects: 0,
      maxContentLength: ANSWER_BYTES_MAX,
      proxy: false,
      httpsAgent: new Agent(connectionOptionsOf(tls)),
      validateStatus: () => true,
    });
    if (status !== 200) return failedKeeper(refusalOf(status, action));
    const text = (data as { data?: Record<string, unknown> } | null)?.data?.[member];
    return typeof text === 'string'
      ? { kind: 'ok', value: text }
      : failedKeeper('Vault gives an unknown answer');
  } catch (error) {
    // The error itself holds the token and the body.
    const code = axios.isAxiosError(error) ? (error.code ?? 'no answer') : 'no answer';
    return failedKeeper(`Vault does not answer at ${new URL(url).host} (${code})`);
  }
}

const ANSWER_BYTES_MAX = 1_048_576;

function refusalOf(status: number, action: Question['action']): string {
  switch (status) {
    case 400:
      return action === 'decrypt'
        ? 'Vault cannot decrypt it: it is damaged, or Vault no longer has the version of its key'
        : 'Vault cannot encrypt with its key (HTTP 400)';
    case 403:
      return `Vault refuses vault.token: it is wrong or has ended, or its policy does not allow to ${action} with the key`;
    case 404:
      return 'Vault has no transit engine or no key of this name';
    case 503:
      return 'Vault is sealed or in maintenance (HTTP 503)';
    default:
      return `Vault answers with HTTP ${String(status)}`;
  }
}
