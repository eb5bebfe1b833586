import { readMethodResponse } from '../../../src/adapters/xmlrpc/response-reader.js';
import type { JsonValue } from '../../../src/core/wire/json.js';
import { signBytes } from '../../../src/core/wire/signature.js';
import { SANDBOX_SIGNING_KEY, SANDBOX_WALLETS } from '../../../src/sandbox/data.js';
import { startWalletService, type WalletService } from '../../../src/sandbox/wallet-service.js';
import { ManualTime } from '../downstream/manual-time.js';

export const KEY = Buffer.from(SANDBOX_SIGNING_KEY);
export const REFERENCE = '43172792905';
export const OPENING = 1_000_000;

export interface Answered {
  readonly status: number;
  readonly body: Record<string, unknown>;
  /** The methodResponse inside the answer, as JSON. */
  readonly response: JsonValue;
}

export interface SandboxBench {
  readonly wallet: WalletService;
  readonly time: ManualTime;
  post(body: string | Buffer, headers?: Record<string, string>): Promise<Answered>;
  /** Signs and sends an envelope around these members of `request`. */
  call(
    method: string,
    request?: Record<string, unknown>,
    envelope?: Record<string, unknown>,
  ): Promise<Answered>;
  inquire(requestId: string): Promise<Answered>;
}

export async function openSandbox(path = ':memory:'): Promise<SandboxBench> {
  const time = new ManualTime();
  const wallet = await startWalletService({
    path,
    signingKey: KEY,
    wallets: SANDBOX_WALLETS,
    hosts: [],
    timer: time,
  });
  let sent = 0;
  const post = async (body: string | Buffer, headers: Record<string, string> = {}): Promise<Answered> => {
    const bytes = Buffer.from(body);
    const signed = { X_msg_signature: signBytes(KEY, bytes), 'Content-Type': 'application/json', ...headers };
    return read(await fetch(wallet.url, { method: 'POST', headers: signed, body: new Uint8Array(bytes) }));
  };
  return {
    wallet,
    time,
    post,
    call(method, request = {}, envelope = {}) {
      sent++;
      return post(
        JSON.stringify({
          request: {
            terminal_id: '0068766621',
            reference: REFERENCE,
            transaction_id: `t${String(sent)}`,
            transaction_date: '20200817T17:58:57',
            method_name: method,
            ...request,
          },
          customer_id: 1001,
          card_id: 5001,
          request_id: `5001_20200817175857_${String(sent)}`,
          ...envelope,
        }),
      );
    },
    inquire: async (requestId) => read(await fetch(`${wallet.inquiryUrl}?request_id=${requestId}`)),
  };
}

async function read(response: Response): Promise<Answered> {
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, body, response: readXml(body['response']) };
}

function readXml(text: unknown): Answered['response'] {
  if (typeof text !== 'string') return null;
  try {
    const response = readMethodResponse(text);
    return response.kind === 'fault' ? 'fault' : response.value;
  } catch {
    return 'unreadable';
  }
}
