import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useRef,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { useLocation } from 'wouter';
import type { Listing as Rows } from '../gateway/asking.js';
import { Failure, Loading } from './notice.js';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** CSS width. Columns without one share the rest. */
  readonly width?: string;
  readonly isNumber?: boolean;
  /** True hides the column on narrow screens. */
  readonly isExtra?: boolean;
}

const ROW_PX = 36;
const rowHeight = (): number => ROW_PX;
/** Distance from the end, in rows, at which the next page is loaded. */
const AHEAD_ROWS = 60;

/**
 * Shows a table that draws only visible rows and loads pages while it is scrolled. A hundred thousand rows cost as much as
 * forty. Arrow keys, j and k move from row to row.
 */
export function Listing<Row>({
  label,
  columns,
  rows,
  query,
  keyOf,
  hrefOf,
  empty,
  onAway,
}: {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  /** Target of a row; the link is in its first cell. */
  readonly hrefOf?: (row: Row) => string;
  readonly empty: ReactNode;
  /** Called with true when the top of the list is scrolled out of sight. */
  readonly onAway?: (isAway: boolean) => void;
} & Pick<Rows<Row>, 'rows' | 'query'>): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: rowHeight,
    overscan: 12,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  useEffect(() => {
    if (last >= rows.length - AHEAD_ROWS && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [last, rows.length, hasNextPage, isFetchingNextPage, fetchNextPage]);

  if (query.isError && rows.length === 0)
    return <Failure error={query.error} retry={() => void query.refetch()} />;
  if (query.isPending && rows.length === 0) return <Loading />;
  if (rows.length === 0) return empty;

  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  const go = (index: number): void => {
    virtual.scrollToIndex(index);
    requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>(`tr[aria-rowindex="${String(index + 2)}"] a`)?.focus(),
    );
  };
  return (
    <div
      ref={box}
      className="listing"
      style={{ '--rows': `${String((rows.length + 1) * ROW_PX + 2)}px` } as CSSProperties}
      role="region"
      aria-label={label}
      tabIndex={0}
      onKeyDown={(event) => moveByKey(event, rows.length, go)}
      onScroll={(event) => onAway?.(event.currentTarget.scrollTop > ROW_PX)}
    >
      <table aria-label={label} aria-rowcount={hasNextPage ? -1 : rows.length + 1}>
        <Head columns={columns} />
        <tbody>
          {before > 0 && <Space px={before} columns={columns.length} />}
          {items.map(({ index }) => (
            <Line
              key={keyOf(rows[index] as Row)}
              index={index}
              row={rows[index] as Row}
              columns={columns}
              hrefOf={hrefOf}
            />
          ))}
          {after > 0 && <Space px={after} columns={columns.length} />}
        </tbody>
      </table>
      {isFetchingNextPage && <Loading />}
      {query.isFetchNextPageError && <Failure error={query.error} retry={() => void fetchNextPage()} />}
    </div>
  );
}

function Head<Row>({ columns }: { readonly columns: readonly Column<Row>[] }): ReactNode {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map((column) => (
          <th key={column.title} scope="col" className={classOf(column)} style={{ width: column.width }}>
            {column.title}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function Line<Row>({
  index,
  row,
  columns,
  hrefOf,
}: {
  readonly index: number;
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly hrefOf: ((row: Row) => string) | undefined;
}): ReactNode {
  const [, navigate] = useLocation();
  const href = hrefOf?.(row);
  return (
    <tr
      aria-rowindex={index + 2}
      className={href === undefined ? '' : 'leads'}
      onClick={(event) => {
        if (href !== undefined && !isOwnClick(event)) navigate(href);
      }}
    >
      {columns.map((column) => (
        <td key={column.title} className={classOf(column)}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

/** Fills the space of rows that are out of sight. */
function Space({ px, columns }: { readonly px: number; readonly columns: number }): ReactNode {
  return (
    <tr aria-hidden="true" className="space">
      <td colSpan={columns} style={{ height: px }} />
    </tr>
  );
}

function classOf<Row>({ isNumber, isExtra }: Column<Row>): string {
  return `${isNumber === true ? 'number ' : ''}${isExtra === true ? 'extra' : ''}`;
}

/** Returns true for a click on a link or a button, or one that ends a text selection. */
function isOwnClick(event: MouseEvent): boolean {
  const target = event.target as Element;
  return target.closest('a, button, input, select') !== null || (getSelection()?.toString() ?? '') !== '';
}

function moveByKey(event: KeyboardEvent, count: number, go: (index: number) => void): void {
  const step =
    event.key === 'ArrowDown' || event.key === 'j'
      ? 1
      : event.key === 'ArrowUp' || event.key === 'k'
        ? -1
        : 0;
  if (step === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
  if ((event.target as Element).closest('button, input, select') !== null) return;
  const row = (event.target as Element).closest('tr');
  const current = row === null ? -1 : Number(row.getAttribute('aria-rowindex')) - 2;
  event.preventDefault();
  go(Math.min(Math.max(0, current + step), count - 1));
}
