import { backgroundHeaders } from './activity.js';
import { refusalOf } from './ask.js';
import { GatewayError } from './gateway-error.js';

/** Calls back for each transaction that the gateway received in a range of time. Errors: GatewayError. */
export async function readTransactions(
  received: { readonly fromMs: number; readonly toMs: number },
  onRow: (row: unknown) => void,
): Promise<void> {
  const time = { from: new Date(received.fromMs).toISOString(), to: new Date(received.toMs).toISOString() };
  const query = new URLSearchParams({ format: 'ndjson', filter: JSON.stringify({ time }) });
  const cut = (): never => {
    throw new GatewayError('CUT', 'The gateway stopped sending its transactions. Compare again.');
  };
  const response = await fetch(`/v1/exports/transactions?${query.toString()}`, {
    headers: backgroundHeaders(),
    credentials: 'same-origin',
  }).catch(() => {
    throw new GatewayError('UNREACHABLE', 'The gateway cannot be reached.');
  });
  if (!response.ok || response.body === null) throw await refusalOf(response);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read().catch(cut);
    if (done) break;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onRow(JSON.parse(line) as unknown);
  }
  if (rest !== '') cut();
}
