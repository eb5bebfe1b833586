import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** Server that speaks the documented protocol of Vault's transit engine, with keys `cardway` and `second` at `transit/`. */
export interface TestVault {
  readonly url: string;
  /** Settings of a gateway that uses it. */
  readonly env: Readonly<Record<string, string>>;
  /** Requests until now, as `POST /v1/transit/decrypt/cardway`. */
  readonly asked: readonly string[];
  /** Encrypts as `cardway keys wrap` does. */
  wrap(secret: string, key?: string): string;
  /** Makes a new version of every key. Earlier ones still decrypt. */
  rotate(): void;
  /** Takes earlier versions away (`min_decryption_version`). */
  forgetVersions(): void;
  /** Answers every request with this status, and the secret that it was asked for in the body; null answers as usual. */
  failWith(status: number | null): void;
  /** Stops listening, and listens again at the same port. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

export const VAULT_TOKEN = 'hvs.canary-of-the-token';

export async function startVault(tls?: { readonly cert: string; readonly key: string }): Promise<TestVault> {
  const asked: string[] = [];
  const engine = createEngine();
  let failure: number | null = null;
  const answer: RequestListener = (request, response) => {
    void bodyOf(request).then((body) => {
      asked.push(`${String(request.method)} ${String(request.url)}`);
      const { status, data } =
        failure === null ? engine.answer(request, body) : { status: failure, data: { echoed: body } };
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(status === 200 ? { request_id: 'r', data } : { errors: [data] }));
    });
  };
  let port = 0;
  let server: Server | null = null;
  const start = async (): Promise<void> => {
    server = tls === undefined ? createServer(answer) : createTlsServer(tls, answer);
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  };
  await start();
  const url = `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${String(port)}`;
  return {
    url,
    env: { CARDWAY_VAULT_URL: url, CARDWAY_VAULT_TOKEN: VAULT_TOKEN },
    asked,
    wrap: (secret, key = 'cardway') =>
      `wrapped:v1:vault/transit/${key}:${engine.encrypt(key, Buffer.from(secret))}`,
    rotate: () => engine.rotate(),
    forgetVersions: () => engine.forgetVersions(),
    failWith: (status) => void (failure = status),
    start,
    async stop() {
      const stopping = server;
      server = null;
      if (stopping === null) return;
      stopping.close();
      stopping.closeAllConnections();
      await once(stopping, 'close');
    },
  };
}

interface Answer {
  readonly status: number;
  readonly data: unknown;
}

function createEngine() {
  const keys = new Map(['cardway', 'second'].map((name) => [name, [randomBytes(32)]]));
  let firstVersion = 1;
  const encrypt = (name: string, plain: Buffer): string => {
    const versions = keys.get(name) ?? [];
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', versions.at(-1) ?? Buffer.alloc(0), nonce);
    const sealed = Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    return `vault:v${String(versions.length)}:${sealed.toString('base64')}`;
  };
  const decrypt = (name: string, ciphertext: string): Buffer | null => {
    const [, version, text = ''] = /^vault:v(\d+):(.+)$/.exec(ciphertext) ?? [];
    const key = keys.get(name)?.[Number(version) - 1];
    if (key === undefined || Number(version) < firstVersion) return null;
    const sealed = Buffer.from(text, 'base64');
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12));
      decipher.setAuthTag(sealed.subarray(-16));
      return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]);
    } catch {
      return null;
    }
  };
  return {
    encrypt,
    rotate: () => keys.forEach((versions) => versions.push(randomBytes(32))),
    forgetVersions: () => void (firstVersion = Math.max(...[...keys.values()].map(({ length }) => length))),
    answer({ method, url = '', headers }: IncomingMessage, body: string): Answer {
      if (headers['x-vault-token'] !== VAULT_TOKEN) return { status: 403, data: 'permission denied' };
      const [, action, name = ''] = /^\/v1\/transit\/(encrypt|decrypt)\/(\w+)$/.exec(url) ?? [];
      if (method !== 'POST' || action === undefined) return { status: 404, data: 'no handler for route' };
      if (!keys.has(name)) return { status: 400, data: 'encryption key not found' };
      const { plaintext = '', ciphertext = '' } = JSON.parse(body) as Record<string, string>;
      if (action === 'encrypt')
        return { status: 200, data: { ciphertext: encrypt(name, Buffer.from(plaintext, 'base64')) } };
      const plain = decrypt(name, ciphertext);
      if (plain === null) return { status: 400, data: 'cipher: message authentication failed' };
      return { status: 200, data: { plaintext: plain.toString('base64') } };
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
