import { enumNames } from '../../../src/cli/enum-values.js';
import type { TransactionFilter } from '../../../src/generated/operations.js';
import { backgroundHeaders } from './activity.js';
import { refusalOf } from './ask.js';
import { GatewayError } from './gateway-error.js';

/** Returns the address of a list as a file. */
export function exportAddress(list: string, format: 'csv' | 'ndjson', filter: object): string {
  const query = new URLSearchParams({ format, filter: JSON.stringify(enumNames(filter)) });
  return `/v1/exports/${list}?${query.toString()}`;
}

/** Calls back for each transaction that passes a filter. Errors: GatewayError, and what is thrown by the function called. */
export async function readTransactions(
  filter: TransactionFilter,
  onRow: (row: unknown) => void,
): Promise<void> {
  const cut = (): never => {
    throw new GatewayError('CUT', 'The gateway stopped sending its transactions. Try again.');
  };
  const response = await fetch(exportAddress('transactions', 'ndjson', filter), {
    headers: backgroundHeaders(),
  }).catch(() => {
    throw new GatewayError('UNREACHABLE', 'The gateway cannot be reached.');
  });
  if (!response.ok || response.body === null) throw await refusalOf(response);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(cut);
      if (done) break;
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) onRow(JSON.parse(line) as unknown);
    }
  } finally {
    void reader.cancel();
  }
  if (rest !== '') cut();
}
