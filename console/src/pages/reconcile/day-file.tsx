import { Button, FileInput, Group, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Failure } from '../../parts/notice.js';
import { formatCount } from '../../parts/numbers.js';
import { Section } from '../../parts/section.js';
import { type ChosenFile, type Compared, openFile, useComparison } from './comparison.js';
import { ComparedDay } from './compared-day.js';

/** The last file and its result stay while the person looks at a transaction and comes back. Nothing is kept in the browser. */
const kept: { chosen: ChosenFile | null; compared: Compared | null } = { chosen: null, compared: null };

/** Compares a day with a file of the wallet service or the processor. */
export function DayFile({ day }: { readonly day: string }): ReactNode {
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [{ chosen, compared }, setShown] = useState({ ...kept });
  const [rows, setRows] = useState(0);
  const comparison = useComparison(setRows);
  const keep = (next: Partial<typeof kept>): void => {
    Object.assign(kept, next);
    setShown({ ...kept });
  };
  const choose = (next: File | null): void => {
    setFile(next);
    setProblem(null);
    keep({ chosen: null });
    if (next !== null) openFile(next).then((opened) => keep({ chosen: opened }), setProblem);
  };
  const compare = (opened: ChosenFile): void => {
    setRows(0);
    keep({ compared: null });
    comparison.mutate({ day, chosen: opened }, { onSuccess: (result) => keep({ compared: result }) });
  };
  const failure = problem ?? comparison.error;
  return (
    <Section
      title="Compare with a day file"
      note={compared === null ? undefined : `${compared.fileName}, ${compared.day}`}
    >
      <Stack>
        <FileInput
          label="Day file"
          description="CSV with the columns request_id (or terminal_id, transaction_id and transaction_date), amount in minor units, and currency. It stays in this browser."
          placeholder={chosen?.name ?? 'Choose a file'}
          accept=".csv,text/csv"
          value={file}
          onChange={choose}
          clearable={false}
        />
        {failure !== null && <Failure error={failure} />}
        {chosen !== null && (
          <Group>
            <Button variant="filled" loading={comparison.isPending} onClick={() => compare(chosen)}>
              Compare
            </Button>
            <span className="muted" role="status">
              {comparison.isPending
                ? `${formatCount(rows)} transactions read`
                : `${formatCount(chosen.rows.length)} bookings in the file`}
            </span>
          </Group>
        )}
        {compared !== null && (
          <ComparedDay
            compared={compared}
            onSettled={(ids) => {
              const open = compared.differences.filter(({ requestId }) => !ids.includes(requestId ?? ''));
              keep({ compared: { ...compared, differences: open } });
            }}
          />
        )}
      </Stack>
    </Section>
  );
}
