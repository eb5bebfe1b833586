import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { CopyIcon } from './copy.js';
import { addressOf, type IdKind } from './links.js';

/**
 * Shows an id, which links to its page and can be copied. In rows of a list the button to copy appears under the pointer, so
 * that the Tab key passes from row to row.
 */
export function Id({
  kind,
  id,
  isInList = false,
}: {
  readonly kind: IdKind;
  readonly id: string | number | null | undefined;
  readonly isInList?: boolean;
}): ReactNode {
  if (id == null || id === '') return <span className="muted">–</span>;
  return (
    <span className="id">
      <Link href={addressOf(kind, id)} title={String(id)}>
        <code>{id}</code>
      </Link>
      <CopyIcon text={String(id)} isInList={isInList} />
    </span>
  );
}
