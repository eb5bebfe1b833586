import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { CopyIcon } from './copy.js';
import { addressOf, type IdKind } from './links.js';

/** Shows an id, which links to its page. Outside of lists it has a button to copy it. */
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
  const link = (
    <Link href={addressOf(kind, id)}>
      <code>{id}</code>
    </Link>
  );
  return isInList ? (
    link
  ) : (
    <span className="id">
      {link}
      <CopyIcon text={String(id)} />
    </span>
  );
}
