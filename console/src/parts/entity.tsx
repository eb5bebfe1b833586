import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { DocumentText } from '../../../src/generated/operations.js';
import { FRESH_MS, type NodeOf, nodesIn, useAnswer, useListing } from '../gateway/asking.js';
import { DataTable, type ListOf } from './data-table.js';
import { ExportButton } from './export-button.js';
import { FilterBar } from './filter-bar.js';
import { conditionsIn, type FilterField, useFilterValues } from './filters.js';
import { type Detail, DetailList, Empty, Failure, Loading, Page, Section } from './page.js';
import { CopyIcon, type Field, Value } from './value.js';

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

/** The address gives these to the page of an entity. */
export interface EntityPageProps {
  readonly id: string;
}

/** Shows the page of one entity, as soon as it is loaded: its values, and what belongs to it. */
export function EntityPage<Result extends object, Variables, Entity = NonNullable<Result[keyof Result]>>({
  kind,
  id,
  document,
  variables,
  pick = (result) => Object.values(result)[0] as Entity | null,
  everyMs = FRESH_MS,
  heading,
  badges,
  actions,
  none,
  fields,
  links,
  children,
}: {
  /** `Terminal`. */
  readonly kind: string;
  readonly id: string;
  readonly document: DocumentText<Result, Variables>;
  readonly variables: Variables;
  /** Returns the entity, null where none has this id. Left out: the first field of the result. */
  readonly pick?: (result: Result) => Entity | null | undefined;
  readonly everyMs?: number;
  /** Heading that differs from kind and id. */
  readonly heading?: (entity: Entity) => string;
  readonly badges?: (entity: Entity) => ReactNode;
  readonly actions?: (entity: Entity) => ReactNode;
  /** Says what to do where no entity has this id. */
  readonly none?: ReactNode;
  /** Values of the entity. Left out: the page shows them elsewhere. */
  readonly fields?: readonly Field<Entity>[];
  /** Links beside the values. */
  readonly links?: ReactNode;
  readonly children?: (entity: Entity, result: Result) => ReactNode;
}): ReactNode {
  const { data, isError, error, isPending, refetch } = useAnswer(document, variables, { everyMs });
  const entity = data === undefined ? null : (pick(data) ?? null);
  const idCode = <code>{id}</code>;
  return (
    <Page
      title={`${kind} ${id}`}
      heading={
        entity !== null && heading !== undefined ? (
          heading(entity)
        ) : (
          <>
            {kind} {idCode}
          </>
        )
      }
      badges={
        <>
          {entity !== null && heading !== undefined && idCode}
          <CopyIcon text={id} />
          {entity !== null && badges?.(entity)}
        </>
      }
      actions={entity !== null && actions?.(entity)}
    >
      {data !== undefined && entity !== null ? (
        <>
          {fields !== undefined && (
            <Section title={kind} actions={links}>
              <EntityDetails fields={fields} row={entity} />
            </Section>
          )}
          {children?.(entity, data)}
        </>
      ) : isError ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : isPending ? (
        <Loading lines={10} />
      ) : (
        <Empty title={`There is no ${kind.toLowerCase()} of this id.`}>{none}</Empty>
      )}
    </Page>
  );
}

/** Shows the values of an entity, one a line. */
export function EntityDetails<Row>({
  fields,
  row,
}: {
  readonly fields: readonly Field<Row>[];
  readonly row: Row;
}): ReactNode {
  const details = fields
    .filter(({ show }) => show?.(row) !== null)
    .map((field): Detail => [field.label, <Value key="v" field={field} row={row} />]);
  return <DetailList details={details} />;
}

const NEWEST = 10;

/** Shows the newest entities that belong to another one, with a link to all of them. */
export function Newest<Result extends object, Variables>({
  title,
  document,
  filter,
  all,
  none,
  ...list
}: Omit<ListOf<NodeOf<Result>>, 'label'> & {
  readonly title: string;
  readonly document: DocumentText<Result, Variables>;
  readonly filter: object;
  /** Text and address of the link. */
  readonly all: readonly [text: string, href: string];
  /** Says what to do where there is none. */
  readonly none: ReactNode;
}): ReactNode {
  const variables = { filter, first: NEWEST } as Variables;
  const answer = useAnswer(document, variables, { everyMs: FRESH_MS });
  return (
    <Section title={title} actions={<Link href={all[1]}>{all[0]}</Link>}>
      <DataTable
        {...list}
        label={title}
        rows={nodesIn(answer.data)}
        query={answer}
        empty={<Empty title="There are none yet.">{none}</Empty>}
      />
    </Section>
  );
}
