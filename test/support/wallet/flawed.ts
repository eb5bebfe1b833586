import { createHmac } from 'node:crypto';
import { respond, type WalletAnswer } from './replies.js';
import type { Behaviour, ReceivedCall } from './server.js';

/** Mistakes of wallet services, each named by the case of `cardway rehearse` that finds it. */
export const FLAWS: Readonly<Record<string, { readonly does: string; readonly fails: readonly string[] }>> = {
  W01: { does: 'answers without a resultCode', fails: ['W01'] },
  W02: { does: 'answers a Balance with any signature', fails: ['W02'] },
  W03: { does: 'answers the inquiry about an unknown id', fails: ['W03'] },
  W04: { does: 'books before it checks the signature', fails: ['W04'] },
  W05: { does: 'declines a repeated request id', fails: ['W05', 'W06', 'W08', 'W09', 'W11'] },
  W06: { does: 'saves the answer after it has worked', fails: ['W06', 'W09'] },
  W07: { does: 'books another amount under a known id', fails: ['W07'] },
  W08: { does: 'forgets answers after half a second', fails: ['W08'] },
  W09: { does: 'forgets the calls of a connection that ended', fails: ['W09'] },
  W10: { does: 'reverses nothing', fails: ['W10', 'W11'] },
  W11: { does: 'reverses as often as it is asked', fails: ['W11'] },
  W12: { does: 'pays for a reversal of an unknown Deduct', fails: ['W12', 'W13'] },
  W13: { does: 'books a Deduct after its reversal', fails: ['W13'] },
  W14: { does: 'knows no answered call at its inquiry URL', fails: ['W14'] },
  W15: { does: 'ignores the customer', fails: ['W15'] },
  W16: { does: 'approves a part without approvalAmount', fails: ['W16'] },
  W17: { does: 'turns the eleventh call at once away', fails: ['W17'] },
  W18: { does: 'fails at a body that is no JSON', fails: ['W18'] },
  W19: { does: 'turns calls away without Retry-After', fails: ['W17', 'W19'] },
  W20: { does: 'writes the balance as text', fails: ['W20'] },
};

/** Flaws that show only while calls take time. */
const SLOW = ['W06', 'W17', 'W19'];

interface Deduct {
  taken: number;
  isReversed: boolean;
}

/** Returns a wallet service with one flaw; with none, it does what docs/wallet-service.md asks. */
export function flawedWallet(args: {
  readonly key: string;
  readonly balance: number;
  readonly flaw?: string | undefined;
  /** Resolves when the connection of this number has ended. */
  readonly ended: (connection: number) => Promise<void>;
}) {
  const has = (id: string): boolean => args.flaw === id;
  const answers = new Map<string, Promise<Record<string, unknown>>>();
  const deducts = new Map<string, Deduct>();
  const book = { balance: args.balance, lowest: args.balance };
  let atOnce = 0;

  const move = (taken: number): number => {
    book.balance -= taken;
    book.lowest = Math.min(book.lowest, book.balance);
    return taken;
  };
  const members = (resultCode: number, more = {}): Record<string, unknown> => ({
    resultCode,
    balanceAmount: has('W20') ? String(book.balance) : book.balance,
    ...more,
  });
  const nameOf = (request: Record<string, unknown>, id: string, date: string): string =>
    [request['terminal_id'], request['reference'], request[id], request[date]].join();

  function reverse(request: Record<string, unknown>): Record<string, unknown> {
    const name = nameOf(request, 'reference_id', 'reference_date');
    const deduct = deducts.get(name);
    if (deduct === undefined) {
      if (!has('W13')) deducts.set(name, { taken: 0, isReversed: true });
      if (has('W12')) move(-Number(request['request_amount']));
    } else if (!has('W10') && (has('W11') || !deduct.isReversed)) {
      move(-deduct.taken);
      deduct.isReversed = true;
    }
    return members(1);
  }

  function deduct(request: Record<string, unknown>): Record<string, unknown> {
    const name = nameOf(request, 'transaction_id', 'transaction_date');
    if (deducts.get(name)?.isReversed === true) return members(-3);
    const asked = Number(request['request_amount']);
    const isPart = asked > book.balance;
    const data = request['transaction_data'] as Record<string, unknown>;
    if (isPart && data['supports_partial_auth'] === undefined) return members(-17);
    const taken = move(Math.min(asked, book.balance));
    deducts.set(name, { taken, isReversed: false });
    const approvalAmount = has('W16') ? undefined : taken;
    return isPart ? members(2, { approvalAmount }) : members(1);
  }

  async function decide(
    envelope: Record<string, unknown>,
    isSlow: boolean,
  ): Promise<Record<string, unknown>> {
    const request = envelope['request'] as Record<string, unknown>;
    if (isSlow) await new Promise((resolve) => setTimeout(resolve, 30));
    if (request['reference'] === 'REHEARSE') return members(-4);
    if (envelope['customer_id'] !== 1001 && !has('W15')) return members(-4);
    switch (request['method_name']) {
      case 'Balance':
        return has('W01') ? {} : members(1);
      case 'Deduct':
        return deduct(request);
      default:
        return reverse(request);
    }
  }

  async function answered(call: ReceivedCall): Promise<WalletAnswer> {
    const envelope = call.envelope();
    const { request_id, customer_id } = envelope;
    const request = envelope['request'] as Record<string, unknown>;
    const isBalance = request['method_name'] === 'Balance';
    const id = [request_id, has('W07') && request['request_amount']].join();
    if (has('W09')) await new Promise((resolve) => setTimeout(resolve, 20));
    const saved = isBalance ? undefined : answers.get(id);
    const deciding =
      saved ?? decide(envelope, request['method_name'] === 'Deduct' && SLOW.includes(args.flaw ?? ''));
    // A service that saves the answer when it is done lets a second call in meanwhile.
    if (has('W06')) await deciding;
    if (!isBalance) answers.set(id, deciding);
    if (has('W09')) void args.ended(call.connection).then(() => answers.delete(id));
    if (has('W08')) setTimeout(() => answers.delete(id), 500);
    const response = saved !== undefined && has('W05') ? members(-3) : await deciding;
    return json(200, { customer_id, response });
  }

  const behaviour: Behaviour = async (call) => {
    if (call.method === 'GET') {
      const id = new URL(call.url, 'http://wallet').searchParams.get('request_id') ?? '';
      const saved = has('W14') ? undefined : answers.get([id, has('W07') && 100].join());
      if (saved === undefined && !has('W03')) return json(404, {});
      return json(200, { customer_id: 1001, response: (await saved) ?? members(-4) });
    }
    const isSigned =
      createHmac('sha256', args.key).update(call.body).digest('hex') === call.headers['x_msg_signature'];
    const isUnchecked = has('W02') && String(call.body).includes('"Balance"');
    if (has('W04') && !isSigned && String(call.body).includes('"Deduct"')) move(100);
    if (!isSigned && !isUnchecked) return json(401, {});
    if (String(call.body).startsWith('{"request": R')) return json(has('W18') ? 500 : 400, {});
    atOnce += 1;
    try {
      const retry: Record<string, string> = has('W17') ? { 'Retry-After': '1' } : {};
      if (atOnce > 10 && (has('W17') || has('W19'))) return json(429, {}, retry);
      return await answered(call);
    } finally {
      atOnce -= 1;
    }
  };
  return { behaviour, book };
}

function json(status: number, body: object, headers: Record<string, string> = {}): WalletAnswer {
  return respond({
    status,
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...headers },
  });
}
