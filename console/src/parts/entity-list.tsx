import type { ReactNode } from 'react';
import type { DocumentText } from '../../../src/generated/operations.js';
import { type NodeOf, useListing } from '../gateway/asking.js';
import { DataTable, type ListOf } from './data-table.js';
import { ExportButton } from './export-button.js';
import { FilterBar } from './filter-bar.js';
import { conditionsIn, type FilterField, useFilterValues } from './filters.js';
import { Empty } from './notice.js';
import { Page } from './page.js';

/** Name of a condition in the filter of a query. */
type ConditionOf<Variables> = Variables extends { readonly filter?: infer Filter }
  ? keyof NonNullable<Filter> & string
  : never;

/** Shows the page of a list of entities, with its filters. */
export function EntityListPage<Result extends object, Variables>({
  title,
  document,
  exported,
  filters,
  none,
  noneFiltered = 'Remove one of the filters.',
  everyMs,
  badges,
  actions,
  end,
  children,
  ...list
}: Omit<ListOf<NodeOf<Result>>, 'label'> & {
  readonly title: string;
  /** Query for the list, which is its only field. */
  readonly document: DocumentText<Result, Variables>;
  /** Name of the list among the exports. */
  readonly exported?: string;
  readonly filters: readonly FilterField<ConditionOf<Variables>>[];
  /** Says what to do where there is no entity at all. */
  readonly none: ReactNode;
  /** Says what to do where none passes the filters. */
  readonly noneFiltered?: ReactNode;
  /** Interval at which the list is read; false for a list that stays as it is. */
  readonly everyMs?: number | false;
  /** States beside the heading. */
  readonly badges?: ReactNode;
  readonly actions?: ReactNode;
  /** Controls at the end of the line of filters. */
  readonly end?: ReactNode;
  /** Content above the list. */
  readonly children?: ReactNode;
}): ReactNode {
  const values = useFilterValues(filters);
  const filter = conditionsIn(filters, values);
  const isFiltered = Object.keys(filter).length > 0;
  const variables = () => ({ filter: conditionsIn(filters, values) });
  const { rows, query } = useListing(document, values, variables, everyMs);
  return (
    <Page
      title={title}
      badges={badges}
      actions={
        <>
          {exported !== undefined && <ExportButton list={exported} filter={filter} />}
          {actions}
        </>
      }
    >
      {children}
      <FilterBar fields={filters}>{end}</FilterBar>
      <DataTable
        {...list}
        label={title}
        rows={rows}
        query={query}
        empty={
          <Empty title={isFiltered ? 'None passes these filters.' : 'There are none yet.'}>
            {isFiltered ? noneFiltered : none}
          </Empty>
        }
      />
    </Page>
  );
}
