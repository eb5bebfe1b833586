import type { ReactNode } from 'react';
import { CopyIcon } from '../../parts/copy.js';
import { Failure, Loading } from '../../parts/notice.js';
import { Page } from '../../parts/page.js';

interface EntryQuery {
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

/** Shows the page of one entry of the directory, as soon as it is loaded. */
export function EntryPage<Entry>({
  kind,
  id,
  path,
  query,
  entry,
  badges,
  actions,
  none,
  children,
}: {
  /** `Terminal`. */
  readonly kind: string;
  readonly id: string;
  readonly path: readonly (readonly [name: string, href: string])[];
  readonly query: EntryQuery;
  readonly entry: Entry | null | undefined;
  readonly badges?: (entry: Entry) => ReactNode;
  readonly actions?: (entry: Entry) => ReactNode;
  /** Shown where no entry has this id. */
  readonly none: ReactNode;
  readonly children: (entry: Entry) => ReactNode;
}): ReactNode {
  return (
    <Page
      title={`${kind} ${id}`}
      heading={
        <span className="entry-heading">
          {kind} <code>{id}</code>
        </span>
      }
      path={path}
      badges={
        <>
          <CopyIcon text={id} />
          {entry != null && badges?.(entry)}
        </>
      }
      {...(entry == null || actions === undefined ? {} : { actions: actions(entry) })}
    >
      {entry != null ? (
        children(entry)
      ) : query.isError ? (
        <Failure error={query.error} retry={() => void query.refetch()} />
      ) : query.isPending ? (
        <Loading lines={10} />
      ) : (
        none
      )}
    </Page>
  );
}
