import { Button, FileInput, Group, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { decodeDayFile, readDayFile } from '../../../../src/cli/transactions/day-file.js';
import { type GatewayRow, rangeOfDay, receivedAround } from '../../../../src/core/transactions/booked-row.js';
import {
  DayComparison,
  type DayDifference,
  type DaySummary,
} from '../../../../src/core/transactions/compare-day.js';
import { readTransactions } from '../../gateway/exports.js';
import { GatewayError } from '../../gateway/gateway-error.js';
import { formatCount } from '../../parts/format.js';
import { Failure, Section } from '../../parts/page.js';
import { ComparedDay } from './compared-day.js';

export interface Compared {
  readonly fileName: string;
  readonly day: string;
  readonly summary: DaySummary;
  readonly differences: readonly DayDifference[];
}

/** The last result stays while the person looks at a transaction and comes back. Nothing is kept in the browser. */
let kept: Compared | null = null;

/** Compares a day with a file of the wallet service or the processor. */
export function DayFile({ day }: { readonly day: string }): ReactNode {
  const [file, setFile] = useState<File | null>(null);
  const [compared, setCompared] = useState(kept);
  const [rows, setRows] = useState(0);
  const keep = (next: Compared | null): void => {
    kept = next;
    setCompared(next);
  };
  const { mutate, isPending, error } = useMutation({
    mutationFn: (chosen: File) => compare(day, chosen, setRows),
    onMutate: () => {
      setRows(0);
      keep(null);
    },
    onSuccess: keep,
  });
  return (
    <Section
      title="Compare with a day file"
      note={compared === null ? undefined : `${compared.fileName}, ${compared.day}`}
    >
      <Stack>
        <FileInput
          label="Day file"
          description="The processor’s Mark-off file as it comes, or CSV with the columns request_id (or terminal_id, transaction_id and transaction_date), amount in minor units, and currency. It stays in this browser."
          placeholder="Choose a file"
          accept=".csv,text/csv"
          value={file}
          onChange={setFile}
          clearable={false}
        />
        {error !== null && <Failure error={error} />}
        {file !== null && (
          <Group>
            <Button variant="filled" loading={isPending} onClick={() => mutate(file)}>
              Compare
            </Button>
            <span className="muted" role="status">
              {isPending && `${formatCount(rows)} transactions read`}
            </span>
          </Group>
        )}
        {compared !== null && (
          <ComparedDay
            compared={compared}
            onSettled={(ids) => {
              const open = compared.differences.filter(({ requestId }) => !ids.includes(requestId ?? ''));
              keep({ ...compared, differences: open });
            }}
          />
        )}
      </Stack>
    </Section>
  );
}

const PROGRESS_ROWS = 2000;

/** Compares a day with a file, and calls back with the number of transactions read. Errors: GatewayError. */
async function compare(day: string, file: File, onProgress: (rows: number) => void): Promise<Compared> {
  const read = readDayFile(decodeDayFile(new Uint8Array(await file.arrayBuffer())));
  if (read.kind === 'wrong') throw new GatewayError('FILE', `${file.name}: ${read.problem}`);
  const range = rangeOfDay(day);
  if (range === null) throw new GatewayError('FILE', 'Choose a day.');
  const comparison = new DayComparison(range, read.file);
  const { fromMs, toMs } = receivedAround(range, read.file.keyBy);
  const time = { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
  let rows = 0;
  await readTransactions({ time }, (row) => {
    comparison.addGatewayRow(row as GatewayRow);
    rows += 1;
    if (rows % PROGRESS_ROWS === 0) onProgress(rows);
  });
  return { fileName: file.name, day, ...comparison.finish() };
}
