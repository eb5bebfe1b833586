import type { RejectedLine, WalletLine } from '../../use-cases/directory/administration-port.js';

/**
 * Reads all lines of an import before the first is taken. Nobody knows which of two lines that contradict each other is right, so
 * none of them is imported. Returns what is wrong with a line.
 */
export async function readContradictions(
  records: AsyncIterable<{ readonly content: WalletLine | null }>,
): Promise<(line: WalletLine) => RejectedLine | null> {
  const wallets = new Map<string, WalletLine>();
  const cards = new Map<number, WalletLine>();
  const twoCustomers = new Map<string, string>();
  const twoWallets = new Map<number, string>();
  for await (const { content: line } of records) {
    if (line === null) continue;
    const { reference, customerId, card } = line;
    const wallet = firstUnder(wallets, reference, line);
    if (wallet.customerId !== customerId)
      twoCustomers.set(
        reference,
        `has two customers, in lines ${String(wallet.line)} and ${String(line.line)}.`,
      );
    if (card === null) continue;
    const holder = firstUnder(cards, card.cardId, line);
    if (holder.reference !== reference)
      twoWallets.set(
        card.cardId,
        `is in two wallets, in lines ${String(holder.line)} and ${String(line.line)}.`,
      );
  }
  return ({ line, reference, card }) => {
    const customers = twoCustomers.get(reference);
    if (customers !== undefined) return { line, field: 'customer_id', problem: `reference ${customers}` };
    const holders = card === null ? undefined : twoWallets.get(card.cardId);
    return holders === undefined ? null : { line, field: 'card_id', problem: `card_id ${holders}` };
  };
}

function firstUnder<Key>(seen: Map<Key, WalletLine>, key: Key, line: WalletLine): WalletLine {
  const earlier = seen.get(key) ?? line;
  seen.set(key, earlier);
  return earlier;
}
