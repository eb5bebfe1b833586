import { Button, FileInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Failure } from '../../parts/notice.js';
import { formatCount } from '../../parts/numbers.js';
import { type ChosenFile, openFile } from './comparison.js';

/** Asks for a day file. */
export function DayFileForm({
  chosen,
  onChoose,
  onCompare,
  isComparing,
  rows,
}: {
  readonly chosen: ChosenFile | null;
  readonly onChoose: (chosen: ChosenFile | null) => void;
  readonly onCompare: (chosen: ChosenFile) => void;
  readonly isComparing: boolean;
  /** Transactions of the gateway that were read. */
  readonly rows: number;
}): ReactNode {
  const [file, setFile] = useState<File | null>(null);
  const [error, setError] = useState<unknown>(null);
  const choose = (next: File | null): void => {
    setFile(next);
    setError(null);
    onChoose(null);
    if (next === null) return;
    openFile(next).then(onChoose).catch(setError);
  };
  return (
    <form
      className="day-file"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== null) onCompare(chosen);
      }}
    >
      <FileInput
        label="Day file"
        description="CSV with the columns request_id (or terminal_id, transaction_id and transaction_date), amount in minor units, and currency. It stays in this browser."
        placeholder={chosen?.name ?? 'Choose a file'}
        accept=".csv,text/csv"
        value={file}
        onChange={choose}
        clearable={false}
      />
      {error !== null && <Failure error={error} />}
      {chosen !== null && (
        <div className="day-file-end">
          <Button type="submit" variant="filled" loading={isComparing}>
            Compare
          </Button>
          <span className="muted" role="status">
            {isComparing
              ? `${formatCount(rows)} transactions read`
              : `${formatCount(chosen.rows.length)} bookings in the file`}
          </span>
        </div>
      )}
    </form>
  );
}
