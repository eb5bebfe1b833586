import type { ReactNode } from 'react';
import { StatsDocument } from '../../../../src/generated/operations.js';
import { useAnswer } from '../../gateway/asking.js';
import { type FilterField, useFilterValues, useSetAddress } from '../../parts/filters.js';
import { formatCount } from '../../parts/numbers.js';

const FIELDS = [
  { kind: 'text', name: 'state', label: 'State' },
  { kind: 'text', name: 'result', label: 'Result code' },
] as const satisfies readonly FilterField[];

const FRESH_MS = 5000;

/** Offers the states that people look for most, with their numbers. Other filters stay as they are. */
export function StatePresets(): ReactNode {
  const { state, result } = useFilterValues(FIELDS);
  const set = useSetAddress();
  const stats = useAnswer('stats', StatsDocument, { span: 'MINUTES_15' as const }, { everyMs: FRESH_MS });
  const open = stats.data?.stats.openNow;
  const presets = [
    ['', 'All', null],
    ['in_doubt', 'In doubt', open?.inDoubt ?? null],
    ['contradicted', 'Contradicted', open?.contradicted ?? null],
    ['queued', 'Queued', open?.queued ?? null],
    ['unmatched', 'Unmatched', open?.unmatched ?? null],
    ['refused', 'Refused', null],
  ] as const;
  return (
    <div role="group" aria-label="States" className="presets">
      {presets.map(([value, name, count]) => (
        <button
          key={name}
          type="button"
          className="preset"
          aria-pressed={value === state && (value !== '' || result === '')}
          onClick={() => set({ state: value, ...(value === '' ? { result: '' } : {}) })}
        >
          {name}
          {count !== null && <span className="preset-count">{formatCount(count)}</span>}
        </button>
      ))}
    </div>
  );
}
