import axios from 'axios';
import type { Readable } from 'node:stream';
import type { ExportFormat } from '../../core/transactions/export-text.js';
import { certificateFailure, CliError, codeOf } from '../shell.js';
import { DIRECT } from './send-channels.js';

/**
 * Opens an export of the transactions that a gateway received in a time range, oldest first, and returns its texts. Errors: CliError
 * where the gateway refuses; the network's error where the texts end too early.
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
      const reason = codeOf(error);
      const advice = certificateFailure(reason) ?? 'Is the gateway running?';
      throw new CliError(`${url} gave no answer (${reason}). ${advice}`);
    });
  const texts: AsyncIterable<string> = response.data.setEncoding('utf8');
  if (response.status === 200) return texts;
  let refusal = '';
  for await (const text of texts) refusal += text;
  throw new CliError(messageIn(refusal) ?? `${url} answered with HTTP ${String(response.status)}.`);
}

function messageIn(refusal: string): string | null {
  try {
    const { message, error } = JSON.parse(refusal) as { message?: string; error?: { code?: string } };
    return message === undefined ? null : `${message} (${error?.code ?? 'unknown'})`;
  } catch {
    return null;
  }
}
