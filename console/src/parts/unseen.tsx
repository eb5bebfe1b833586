import type { ReactNode } from 'react';

/** Adds text for screen readers, where the layout tells it to other users. */
export function Unseen({ children }: { readonly children: ReactNode }): ReactNode {
  return <span className="unseen"> {children}</span>;
}
