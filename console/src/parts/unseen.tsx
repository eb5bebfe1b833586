import type { ReactNode } from 'react';

/** For those who hear the page: what the others see by its place. */
export function Unseen({ children }: { readonly children: ReactNode }): ReactNode {
  return <span className="unseen"> {children}</span>;
}
