import { savedDataOf, savedEnvelope } from '../../core/transactions/saved-request.js';
import type { JsonValue } from '../../core/wire/json.js';
import { klvKey, klvTitle } from '../../core/wire/klv-keys.js';
import type { TransactionTexts } from '../../use-cases/transactions/ledger-port.js';

/** Returns an entry of the transaction data of a saved call; null where it has none. */
export function savedText({ request }: Pick<TransactionTexts, 'request'>, name: string): string | null {
  return textOf(savedDataOf(savedEnvelope(request))[name]);
}

/** Returns the KLV of a call, key by key, in the order of the keys. */
export function explainedKlv({ request }: Pick<TransactionTexts, 'request'>) {
  return Object.entries(savedDataOf(savedEnvelope(request))).flatMap(([name, value]) => {
    const key = klvKey(name);
    const text = textOf(value);
    return key === undefined || text === null ? [] : [{ key, name, title: klvTitle(key), value: text }];
  });
}

export function textOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
