import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type DeductInput } from '../../src/client/index.js';
import { RPC2, type Call } from '../support/channels/index.js';

/** Credentials that callers use now. A test changes them during the load. */
export interface Held {
  clientKey: string;
  /** Password of the terminal. */
  password: string;
}

export interface Load {
  /** Request ids of approved payments. */
  readonly paid: readonly string[];
  readonly failures: readonly string[];
  /** Resolves when every caller has begun and ended another call since. */
  another(): Promise<void>;
  stop(): Promise<void>;
}

export const SHOP = { terminalId: '0000000042', reference: 'wallet-1', customerId: 7, cardId: 70 } as const;

let loads = 0;

/**
 * Starts payments of a backend and of a terminal, one after another, each new and sent once. Every reply except an approval is a
 * failure.
 */
export function startLoad(url: string, held: Held): Load {
  const before = 10_000_000 * loads++;
  const paid: string[] = [];
  const failures: string[] = [];
  const counts = [0, 0, 0, 0];
  const isRunning = { value: true };
  const ended = counts.map(async (_, caller) => {
    while (isRunning.value) {
      const number = before + caller * 1_000_000 + counts[caller]!;
      try {
        paid.push(
          await (caller % 2 === 0 ? payAsBackend(url, held, number) : payAsTerminal(url, held, number)),
        );
      } catch (error) {
        failures.push(String(error));
      }
      counts[caller]! += 1;
      await sleep(20);
    }
  });
  return {
    paid,
    failures,
    async another() {
      const wanted = counts.map((count) => count + 2);
      while (counts.some((count, caller) => count < wanted[caller]!)) await sleep(5);
    },
    async stop() {
      isRunning.value = false;
      await Promise.all(ended);
    },
  };
}

const transactionDate = new Date().toISOString().replace(/-|\.\d+Z/g, '');

function purchase(number: number): DeductInput {
  return {
    ...SHOP,
    requestAmount: 1,
    narrative: 'A NEWCOMER’S SHOP',
    transactionType: '00',
    transactionId: String(number),
    transactionDate,
  };
}

async function payAsBackend(url: string, { clientKey }: Held, number: number): Promise<string> {
  const client = createClient({ url, key: clientKey, retries: 0 });
  const { response, requestId } = await client.deduct(purchase(number));
  if (response.resultCode !== 1 || requestId === null)
    throw new Error(`${String(number)}: ${JSON.stringify(response)}`);
  return requestId;
}

/** Returns whether a terminal with this password is accepted. */
export async function isAccepted(url: string, password: string): Promise<boolean> {
  const { fields } = await RPC2.call(url, callOf({ password }, 9_000_000));
  return fields?.['resultCode'] === 1;
}

async function payAsTerminal(url: string, held: Held, number: number): Promise<string> {
  const { fields } = await RPC2.call(url, callOf(held, number));
  if (fields?.['resultCode'] === 1) return RPC2.name;
  throw new Error(`${String(number)} of the terminal: ${JSON.stringify(fields)}`);
}

function callOf({ password }: Pick<Held, 'password'>, number: number): Call {
  const { terminalId, reference } = SHOP;
  return {
    method: 'Deduct',
    password,
    cardId: SHOP.cardId,
    fields: {
      terminal_id: terminalId,
      reference,
      request_amount: '1',
      narrative: 'A NEWCOMER’S SHOP',
      transaction_type: '00',
      transaction_data: '',
      transaction_id: String(number),
      transaction_date: transactionDate,
    },
  };
}
