import type { ReactNode } from 'react';
import { sentenceOf } from '../gateway/ask.js';

/** What went wrong, told to whoever reads the page aloud too. */
export function Failure({
  error,
  retry,
}: {
  readonly error: unknown;
  readonly retry?: () => void;
}): ReactNode {
  return (
    <div className="notice bad" role="alert">
      <p>{sentenceOf(error)}</p>
      {retry !== undefined && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}

/** Why there is nothing here, and what would be. */
export function Empty({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <div className="empty">
      <p className="empty-title">{title}</p>
      {children !== undefined && <p>{children}</p>}
    </div>
  );
}

export function Loading(): ReactNode {
  return (
    <p className="muted loading" role="status">
      Loading …
    </p>
  );
}
