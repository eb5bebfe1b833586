import type { ReactNode } from 'react';
import { sentenceOf } from '../gateway/ask.js';

/** Shows an error. Screen readers announce it. */
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

/** Shows why a list is empty, and how it gets entries. */
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
