import { Button, Checkbox, FileInput, NativeSelect, Radio } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { KeyBy, SignRule } from '../../../../src/core/transactions/compare-day.js';
import type { AmountStyle, DayFileField } from '../../../../src/core/transactions/day-file.js';
import { Failure } from '../../parts/notice.js';
import { formatCount } from '../../parts/numbers.js';
import { type ChosenFile, neededFields, openFile } from './comparison.js';

/** Asks for a day file and for the meaning of its columns. */
export function DayFileForm({
  chosen,
  onChoose,
  onDay,
  onCompare,
  isComparing,
  rows,
}: {
  readonly chosen: ChosenFile | null;
  readonly onChoose: (chosen: ChosenFile | null) => void;
  /** Called with the day of the file. */
  readonly onDay: (day: string) => void;
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
    openFile(next)
      .then(({ chosen: opened, day }) => {
        onChoose(opened);
        if (day !== null) onDay(day);
      })
      .catch(setError);
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
        description="CSV with a line of column names. It stays in this browser."
        placeholder={chosen?.name ?? 'Choose a file'}
        accept=".csv,.txt,.tsv,text/csv"
        value={file}
        onChange={choose}
        clearable={false}
      />
      {error !== null && <Failure error={error} />}
      {chosen !== null && <Mapping chosen={chosen} change={(part) => onChoose({ ...chosen, ...part })} />}
      {chosen !== null && (
        <div className="day-file-end">
          <Button
            type="submit"
            variant="filled"
            loading={isComparing}
            disabled={neededFields(chosen.keyBy).some((field) => !chosen.columns[field])}
          >
            Compare
          </Button>
          <span className="muted" role="status">
            {isComparing
              ? `${formatCount(rows)} transactions read`
              : `${formatCount(chosen.records.length - 1)} bookings in the file`}
          </span>
        </div>
      )}
    </form>
  );
}

const NAMES: Readonly<Record<DayFileField, string>> = {
  request_id: 'Request id',
  transaction_id: 'Transaction id',
  date: 'Date of the transaction',
  amount: 'Amount',
  currency: 'Currency, if any',
};

function Mapping({
  chosen,
  change,
}: {
  readonly chosen: ChosenFile;
  readonly change: (part: Partial<ChosenFile>) => void;
}): ReactNode {
  const names = (chosen.records[0]?.cells ?? []).map((name) => name.trim());
  return (
    <>
      <div className="day-file-fields">
        <NativeSelect
          label="Bookings are found by"
          value={chosen.keyBy}
          data={[
            { value: 'request_id', label: 'request id' },
            { value: 'transaction_id', label: 'transaction id and date' },
          ]}
          onChange={(event) => change({ keyBy: event.currentTarget.value as KeyBy })}
        />
        {[...neededFields(chosen.keyBy), 'currency' as const].map((field) => (
          <NativeSelect
            key={field}
            label={NAMES[field]}
            value={chosen.columns[field] ?? ''}
            data={[{ value: '', label: field === 'currency' ? 'none' : 'Choose a column' }, ...names]}
            onChange={(event) =>
              change({ columns: { ...chosen.columns, [field]: event.currentTarget.value } })
            }
          />
        ))}
        <NativeSelect
          label="Amounts are written as"
          value={chosen.style}
          data={[
            { value: '', label: 'like the first one' },
            { value: 'minor', label: '354 (minor units)' },
            { value: 'decimal', label: '3.54' },
            { value: 'decimal-comma', label: '3,54' },
          ]}
          onChange={(event) => change({ style: event.currentTarget.value as AmountStyle | '' })}
        />
        <NativeSelect
          label="A minus means"
          value={chosen.signs}
          data={[
            { value: 'none', label: 'nothing: no amount has one' },
            { value: 'debit_negative', label: 'money leaves the wallet' },
            { value: 'debit_positive', label: 'money comes back' },
          ]}
          onChange={(event) => change({ signs: event.currentTarget.value as SignRule })}
        />
      </div>
      <Radio.Group
        label="Whose file is it?"
        value={chosen.source}
        onChange={(value) => change({ source: value === 'processor' ? 'processor' : 'wallet-service' })}
      >
        <div className="choices">
          <Radio value="wallet-service" label="The wallet service’s: it proves what became of doubts" />
          <Radio value="processor" label="The processor’s: it knows only what terminals heard" />
        </div>
      </Radio.Group>
      {chosen.source === 'wallet-service' && (
        <Checkbox
          label="The file has every booking of the day, so an absent one did not happen"
          checked={chosen.isComplete}
          onChange={(event) => change({ isComplete: event.currentTarget.checked })}
        />
      )}
    </>
  );
}
