import { Button, Skeleton } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useEffect, useState, type CSSProperties, type MouseEvent, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { Failure, Loading } from './notice.js';
import { formatCount } from './numbers.js';
import { useRowKeys } from './row-keys.js';
import { useVisibleRows, ROW_PX } from './visible-rows.js';

/** A column of a table, and a line of a card. */
export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Width in pixels below which its content does not fit. Free width is shared in proportion to it. */
  readonly minPx: number;
  /** True aligns it to the right, as numbers are. */
  readonly isNumber?: boolean;
  /** False keeps the column at `minPx`. */
  readonly canGrow?: boolean;
  /** True shows the column only where it fits beside the others. It must repeat nothing that people need to choose a row. */
  readonly isExtra?: boolean;
}

/** The part of a query that the table uses: useAnswer and useListing return it. */
export interface TableQuery {
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly error: Error | null;
  readonly refetch: () => unknown;
  readonly hasNextPage?: boolean;
  readonly isFetchingNextPage?: boolean;
  readonly isFetchNextPageError?: boolean;
  readonly fetchNextPage?: () => unknown;
}

export interface DataTableProps<Row> {
  /** Name for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** Left out where the rows are part of a page that is loaded already. */
  readonly query?: TableQuery;
  readonly keyOf: (row: Row) => string;
  /** Address of the row's page. The first column becomes the link, and a click anywhere in the row follows it. */
  readonly hrefOf?: (row: Row) => string;
  /** Name of the row for screen readers: `transaction 5001_2020…`. Needed with `hrefOf`. */
  readonly nameOf?: (row: Row) => string;
  /** Shown in place of a table without rows: an Empty that says what to do next. */
  readonly empty: ReactNode;
  /** Called with true when the first row is scrolled out of sight. The list then stands still. */
  readonly onAway?: (isAway: boolean) => void;
  /** Number of new rows that wait meanwhile, where it is known. */
  readonly held?: number;
}

const GAP_PX = 16;
const PADDING_PX = 12;
/** Distance from the end, in rows, at which the next page is loaded. */
const AHEAD_ROWS = 60;

/**
 * Shows a list. It draws only the visible rows and loads page after page while it is scrolled: a hundred thousand rows cost as
 * much as forty. Where its columns do not fit, rows become cards with all of them. The keys j and k move from row to row.
 */
export function DataTable<Row>(props: DataTableProps<Row>): ReactNode {
  const { query, rows } = props;
  const { ref, width } = useElementSize<HTMLDivElement>();
  const fitting = fittingColumns(props.columns, width);
  const isCards = width > 0 && width < widthOf(fitting);
  // A card has room for every column.
  const columns = isCards ? props.columns : fitting;
  return (
    <div ref={ref} className="table-box" style={{ '--columns': templateOf(columns) } as CSSProperties}>
      {query?.isError === true && rows.length === 0 ? (
        <Failure error={query.error} retry={() => void query.refetch()} />
      ) : query?.isPending === true && rows.length === 0 ? (
        <Waiting columns={columns} isCards={isCards} />
      ) : rows.length === 0 ? (
        props.empty
      ) : (
        width > 0 && <Rows {...props} columns={columns} isCards={isCards} />
      )}
    </div>
  );
}

function widthOf<Row>(columns: readonly Column<Row>[]): number {
  return columns.reduce((sum, { minPx }) => sum + minPx + GAP_PX, 2 * PADDING_PX - GAP_PX);
}

/** Returns the columns in their order, with as many extra ones as fit. */
function fittingColumns<Row>(columns: readonly Column<Row>[], width: number): readonly Column<Row>[] {
  const shown = new Set(columns.filter(({ isExtra }) => isExtra !== true));
  for (const column of columns) {
    if (!shown.has(column) && widthOf([...shown, column]) <= width) shown.add(column);
  }
  return columns.filter((column) => shown.has(column));
}

function templateOf<Row>(columns: readonly Column<Row>[]): string {
  return columns
    .map(({ minPx, canGrow = true }) =>
      canGrow ? `minmax(${String(minPx)}px, ${String(minPx)}fr)` : `${String(minPx)}px`,
    )
    .join(' ');
}

function Rows<Row>(props: DataTableProps<Row> & { readonly isCards: boolean }): ReactNode {
  const { label, columns, rows, query, keyOf, hrefOf, isCards, onAway, held = 0 } = props;
  const [isAway, setAway] = useState(false);
  const { box, items, heightPx, measure, scrollTo } = useVisibleRows({
    keys: (index) => keyOf(rows[index] as Row),
    count: rows.length,
    isCards,
    onAway(isNowAway) {
      setAway(isNowAway);
      onAway?.(isNowAway);
    },
  });
  useRowKeys({ box, count: hrefOf === undefined ? 0 : rows.length, scrollTo });
  const hasNextPage = query?.hasNextPage === true;
  const isFetching = query?.isFetchingNextPage === true;
  const isBroken = query?.isFetchNextPageError === true;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= rows.length - AHEAD_ROWS && hasNextPage && !isFetching && !isBroken)
      void query.fetchNextPage?.();
  }, [last, rows.length, hasNextPage, isFetching, isBroken, query]);
  return (
    <>
      <div
        role="table"
        aria-label={label}
        aria-rowcount={hasNextPage ? -1 : rows.length + (isCards ? 0 : 1)}
        className={isCards ? 'cards' : 'table'}
      >
        {!isCards && <Head columns={columns} />}
        <div
          ref={box}
          role="rowgroup"
          className="table-body"
          style={{ height: heightPx }}
          {...(hrefOf === undefined ? {} : { 'data-rows': true })}
        >
          {items.map(({ index, topPx }) => (
            <Line
              key={keyOf(rows[index] as Row)}
              {...props}
              row={rows[index] as Row}
              index={index}
              topPx={topPx}
              measure={measure}
            />
          ))}
        </div>
      </div>
      {isFetching && <Loading lines={3} />}
      {isAway && onAway !== undefined && (
        <div className="still">
          <Button size="xs" variant="filled" onClick={toTop}>
            {held > 0 ? `Show ${formatCount(held)} new` : 'The list stands still. To the top'}
          </Button>
        </div>
      )}
      {isBroken && <Failure error={query.error} retry={() => void query.fetchNextPage?.()} />}
    </>
  );
}

function toTop(): void {
  scrollTo(0, 0);
  document.querySelector('h1')?.focus({ preventScroll: true });
}

function Head<Row>({ columns }: { readonly columns: readonly Column<Row>[] }): ReactNode {
  return (
    <div role="rowgroup" className="table-head">
      <div role="row" aria-rowindex={1} className="row">
        {columns.map(({ title, isNumber }) => (
          <div key={title} role="columnheader" className={isNumber === true ? 'number' : ''}>
            {title}
          </div>
        ))}
      </div>
    </div>
  );
}

function Line<Row>({
  columns,
  row,
  index,
  topPx,
  hrefOf,
  nameOf,
  isCards,
  measure,
}: DataTableProps<Row> & {
  readonly row: Row;
  readonly index: number;
  readonly topPx: number;
  readonly isCards: boolean;
  readonly measure: (element: HTMLElement | null) => void;
}): ReactNode {
  const [, navigate] = useLocation();
  const href = hrefOf?.(row);
  return (
    <div
      role="row"
      ref={isCards ? measure : undefined}
      aria-rowindex={index + (isCards ? 1 : 2)}
      data-index={index}
      className={href === undefined ? 'row' : 'row leads'}
      style={{ transform: `translateY(${String(topPx)}px)`, ...(isCards ? {} : { height: ROW_PX }) }}
      onClick={(event) => {
        if (href !== undefined && !isOwnClick(event)) navigate(href);
      }}
    >
      {columns.map(({ title, cell, isNumber }, column) => (
        <div key={title} role="cell" className={isNumber === true ? 'cell number' : 'cell'}>
          {isCards && <span className="cell-title">{title} </span>}
          {column === 0 && href !== undefined ? (
            <Link href={href} className="row-link">
              {cell(row)}
              <span className="unseen"> {nameOf?.(row)}</span>
            </Link>
          ) : (
            <span className="cell-value">{cell(row)}</span>
          )}
        </div>
      ))}
    </div>
  );
}

/** Returns true for a click on a link or a button, or one that ends a text selection. */
function isOwnClick(event: MouseEvent): boolean {
  const target = event.target as Element;
  return target.closest('a, button, input, select') !== null || (getSelection()?.toString() ?? '') !== '';
}

const WAITING_ROWS = 8;

function Waiting<Row>({
  columns,
  isCards,
}: {
  readonly columns: readonly Column<Row>[];
  readonly isCards: boolean;
}): ReactNode {
  return (
    <div className="loading table" role="status" aria-label="Loading">
      {Array.from({ length: WAITING_ROWS }, (_, line) => (
        <div key={line} className="row" style={{ height: ROW_PX }}>
          {(isCards ? columns.slice(0, 1) : columns).map(({ title }) => (
            <Skeleton key={title} height={12} radius="sm" />
          ))}
        </div>
      ))}
    </div>
  );
}
