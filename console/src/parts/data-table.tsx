import { Button, Checkbox, Table, VisuallyHidden } from '@mantine/core';
import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import { memo, type ReactNode } from 'react';
import { Link } from 'wouter';
import { Failure, Loading } from './page.js';
import { addressOf, type Field, type IdKind, Value } from './value.js';

/** The part of a query that the table uses: useAnswer and useListing return it. */
type TableQuery = Pick<UseQueryResult, 'isPending' | 'isError' | 'error' | 'refetch'> &
  Partial<
    Pick<
      UseInfiniteQueryResult,
      'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
    >
  >;

/** Rows of a list, and what names them. */
export interface ListOf<Row> {
  /** Name of the table for screen readers. */
  readonly label: string;
  readonly fields: readonly Field<Row>[];
  readonly keyOf: (row: Row) => string;
  /** Kind of the rows, whose keys are their ids. The first column becomes the link to the page of a row. */
  readonly kind?: IdKind;
  /** Marks rows by what the other rows are. */
  readonly mark?: (rows: readonly Row[]) => readonly Row[];
  /** Rows that the person chose. Left out, rows have no boxes. */
  readonly choice?: Choice;
}

/** Keys of the chosen rows of a list. */
export interface Choice {
  readonly chosen: ReadonlySet<string>;
  readonly choose: (keys: ReadonlySet<string>) => void;
}

interface DataTableProps<Row> extends ListOf<Row> {
  readonly rows: readonly Row[];
  /** Left out where the rows are part of a page that is loaded already. */
  readonly query?: TableQuery;
  /** Shown in place of a table without rows: an Empty that says what to do next. */
  readonly empty: ReactNode;
}

/** Width that a column takes where the table is scrolled sideways. */
const COLUMN_PX = 108;

/** Shows a list, with a button that loads its next page. On narrow screens it is scrolled sideways. */
export function DataTable<Row>({ rows: read, mark, query, empty, ...list }: DataTableProps<Row>): ReactNode {
  const { label, fields, keyOf, kind, choice } = list;
  const rows = mark?.(read) ?? read;
  if (rows.length === 0) {
    if (query?.isError === true) return <Failure error={query.error} retry={() => void query.refetch()} />;
    return query?.isPending === true ? <Loading lines={8} /> : empty;
  }
  const count = fields.filter(({ isExtra }) => isExtra !== true).length;
  return (
    <>
      <Table.ScrollContainer
        className="table-box"
        type="native"
        minWidth={count * COLUMN_PX}
        role="group"
        aria-label={label}
        // The keyboard scrolls a table without links only if it can have the focus.
        {...(kind === undefined ? { tabIndex: 0 } : {})}
      >
        <Table aria-label={label} highlightOnHover stickyHeader stickyHeaderOffset="var(--titles-top)">
          <Table.Thead>
            <Table.Tr>
              {choice !== undefined && (
                <Table.Th>
                  <Box keys={rows.map(keyOf)} name="Choose all that are shown" {...choice} />
                </Table.Th>
              )}
              {fields.map((field) => (
                <Table.Th key={field.label} {...layoutOf(field)}>
                  {field.label}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Line key={keyOf(row)} {...list} row={row} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {query?.isFetchNextPageError === true && <Failure error={query.error} />}
      {query?.hasNextPage === true && (
        <Button
          mt="sm"
          loading={query.isFetchingNextPage === true}
          onClick={() => void query.fetchNextPage?.()}
        >
          Show more
        </Button>
      )}
    </>
  );
}

function layoutOf<Row>({ isNumber, isExtra, isDetail }: Field<Row>) {
  return {
    ...(isNumber === true ? { ta: 'right' as const, style: { whiteSpace: 'nowrap' as const } } : {}),
    ...(isDetail === true ? { visibleFrom: 'sm' as const } : {}),
    ...(isExtra === true ? { visibleFrom: 'xl' as const } : {}),
  };
}

/** Whether a phone shows the name of a value. States and texts say by themselves what they are. */
function isNamed<Row>({ name, kind, isNumber, isPlain }: Field<Row>): boolean {
  if (isPlain === true || kind === 'state') return false;
  return isNumber === true || kind !== undefined || name === undefined;
}

/** Shows a row. It is drawn again only when the row changes: a list is read again every few seconds. */
const Line = memo(function Line<Row>({
  row,
  fields,
  keyOf,
  kind,
  choice,
}: ListOf<Row> & { readonly row: Row }): ReactNode {
  return (
    <Table.Tr>
      {choice !== undefined && (
        <Table.Td>
          <Box keys={[keyOf(row)]} name={`Choose ${keyOf(row)}`} {...choice} />
        </Table.Td>
      )}
      {fields.map((field, column) => (
        <Table.Td
          key={field.label}
          {...layoutOf(field)}
          {...(column > 0 && isNamed(field) ? { 'data-name': field.label } : {})}
        >
          {column === 0 && kind !== undefined ? (
            <Link href={addressOf(kind, keyOf(row))}>
              <Value field={field} row={row} isInList />
              <VisuallyHidden>
                {' '}
                {kind} {keyOf(row)}
              </VisuallyHidden>
            </Link>
          ) : (
            <Value field={field} row={row} isInList />
          )}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}) as <Row>(props: ListOf<Row> & { readonly row: Row }) => ReactNode;

/** Chooses rows, or leaves them out. */
function Box({
  keys,
  name,
  chosen,
  choose,
}: Choice & { readonly keys: readonly string[]; readonly name: string }): ReactNode {
  const isChosen = keys.every((key) => chosen.has(key));
  const others = [...chosen].filter((key) => !keys.includes(key));
  return (
    <Checkbox
      size="xs"
      aria-label={name}
      checked={isChosen}
      indeterminate={!isChosen && keys.some((key) => chosen.has(key))}
      onChange={() => choose(new Set(isChosen ? others : [...others, ...keys]))}
    />
  );
}
