import type { ExportList } from '../../core/access/export-lists.js';
import type { ExportOptions } from '../../core/transactions/export-text.js';
import { keepAnswer } from '../../core/keep.js';
import type { JsonObject } from '../../core/wire/json.js';
import type { LedgerHistory } from '../transactions/history/history-port.js';
import type { Administrator } from './administrator.js';

/** An export: an act on the data of customers. */
interface ExportOrder extends ExportOptions {
  readonly list: ExportList;
  /** The filter as the operator wrote it. */
  readonly filter: JsonObject;
}

/** Saves an audit entry of an export, before its first byte goes out. Errors: UNAVAILABLE. */
export type RecordExport = (who: Administrator, order: ExportOrder) => Promise<void>;

export function createRecordExport({
  history,
}: {
  readonly history: Pick<LedgerHistory, 'record'>;
}): RecordExport {
  return ({ actor }, { list, format, withTexts, filter }) =>
    history.record({
      actor,
      action: 'export',
      subject: list,
      reason: '',
      before: 'null',
      // A person wrote the filter, and may have pasted a card number.
      after: JSON.stringify(keepAnswer({ format, withTexts, filter })),
    });
}
