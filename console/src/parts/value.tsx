import type { ReactNode } from 'react';
import { StateBadge } from './badge.js';
import { Id } from './id.js';
import type { IdKind } from './links.js';
import { Time } from './time.js';

/** A value of an entity: a column of its list, and a line of its page. */
export interface Field<Row> {
  readonly label: string;
  readonly name?: keyof Row & string;
  /** Form of the value of this name. Left out: a text. */
  readonly kind?: 'code' | 'time' | 'state' | IdKind;
  /** Content in place of the value. The page of an entity leaves out a line whose content is null. */
  readonly show?: (row: Row) => ReactNode;
  /** True aligns a column to the right, as numbers are. */
  readonly isNumber?: boolean;
  /** True for a value that says by itself what it is. Phones leave out its name. */
  readonly isPlain?: boolean;
  /** True leaves the column out on phones. */
  readonly isDetail?: boolean;
  /** True shows the column on wide screens only. It must repeat nothing that people need to choose a row. */
  readonly isExtra?: boolean;
}

/** Stands in place of a value that is not known. */
export function None(): ReactNode {
  return <span className="muted">–</span>;
}

/** Shows a value of an entity, in a list or on the page of the entity. */
export function Value<Row>({
  field: { name, kind, show },
  row,
  isInList = false,
}: {
  readonly field: Field<Row>;
  readonly row: Row;
  readonly isInList?: boolean;
}): ReactNode {
  if (show !== undefined) return show(row);
  const value = name === undefined ? null : (row[name] as string | number | null | undefined);
  if (value == null || value === '') return <None />;
  switch (kind) {
    case undefined:
      return String(value);
    case 'code':
      return <code>{value}</code>;
    case 'time':
      return <Time at={String(value)} form={isInList ? 'list' : 'date'} />;
    case 'state':
      return <StateBadge state={String(value)} />;
    default:
      return <Id kind={kind} id={value} isInList={isInList} />;
  }
}
