import { type ReactNode, useState } from 'react';
import { Failure } from '../../parts/notice.js';
import { Section } from '../../parts/section.js';
import { type ChosenFile, type Compared, useComparison } from './comparison.js';
import { ComparedDay } from './compared-day.js';
import { DayFileForm } from './day-file-form.js';
import './reconcile.css';

/** The last file and its result stay while the person looks at a transaction and comes back. Nothing is kept in the browser. */
const kept: { chosen: ChosenFile | null; compared: Compared | null } = { chosen: null, compared: null };

/** Compares a day with a file of the wallet service or the processor. */
export function DayFile({ day }: { readonly day: string }): ReactNode {
  const [chosen, setChosen] = useState(kept.chosen);
  const [compared, setCompared] = useState(kept.compared);
  const [rows, setRows] = useState(0);
  const comparison = useComparison(setRows);
  const keep = (next: Compared | null): void => {
    kept.compared = next;
    setCompared(next);
  };
  const choose = (next: ChosenFile | null): void => {
    kept.chosen = next;
    setChosen(next);
  };
  const compare = (file: ChosenFile): void => {
    setRows(0);
    keep(null);
    comparison.mutate({ day, chosen: file }, { onSuccess: keep });
  };
  return (
    <Section
      title="Compare with a day file"
      note={compared === null ? undefined : `${compared.fileName}, ${compared.day}`}
    >
      <DayFileForm
        chosen={chosen}
        onChoose={choose}
        onCompare={compare}
        isComparing={comparison.isPending}
        rows={rows}
      />
      {comparison.error !== null && (
        <Failure error={comparison.error} {...(chosen === null ? {} : { retry: () => compare(chosen) })} />
      )}
      {compared !== null && (
        <ComparedDay
          compared={compared}
          onSettled={(ids) => {
            const settled = new Set(ids);
            const open = compared.differences.filter(({ requestId }) => !settled.has(requestId ?? ''));
            keep({ ...compared, differences: open });
          }}
        />
      )}
    </Section>
  );
}
