import axios from 'axios';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ExportFormat } from '../../core/transactions/export-text.js';
import { CliError } from '../shell.js';
import { DIRECT, unreachable } from './send-channels.js';

/**
 * Opens an export of the transactions that a gateway received in a time range, oldest first, and returns its texts. Errors: CliError
 * where the gateway refuses, and where the texts end too early.
 */
export async function openExport({
  url,
  key,
  format,
  time,
  withTexts = false,
}: {
  readonly url: string;
  readonly key: string;
  readonly format: ExportFormat;
  readonly time: { readonly fromMs: number; readonly toMs: number };
  readonly withTexts?: boolean;
}): Promise<AsyncIterable<string>> {
  const range = { from: new Date(time.fromMs).toISOString(), to: new Date(time.toMs).toISOString() };
  const filter = JSON.stringify({ time: range });
  const query = new URLSearchParams({ format, filter, texts: String(withTexts) });
  const response = await axios
    .get<Readable>(`${url}/v1/exports/transactions?${query.toString()}`, {
      headers: { Authorization: `Bearer ${key}` },
      ...DIRECT,
      responseType: 'stream',
    })
    .catch((error: unknown) => {
      throw unreachable(url, error);
    });
  if (response.status === 200) return textsOf(response.data);
  throw new CliError(
    messageIn(await text(response.data)) ?? `${url} answered with HTTP ${String(response.status)}.`,
  );
}

async function* textsOf(body: Readable): AsyncGenerator<string> {
  try {
    yield* body.setEncoding('utf8') as AsyncIterable<string>;
  } catch (cause) {
    throw new CliError(CUT, { cause });
  }
}

/** Message for an export that ends too early. */
export const CUT = 'The gateway stopped sending its transactions. Run the command again.';

function messageIn(refusal: string): string | null {
  try {
    const { message, error } = JSON.parse(refusal) as { message?: string; error?: { code?: string } };
    return message === undefined ? null : `${message} (${error?.code ?? 'unknown'})`;
  } catch {
    return null;
  }
}
