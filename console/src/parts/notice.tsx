import { Alert, Button, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { sentenceOf, sentenceOfQuery } from '../gateway/gateway-error.js';
import type { Tone } from './badge.js';
import { IconAlertTriangle } from './icons.js';
import { useLeaving } from './leaving.js';

/** Shows an error. That of a query has a button to try again. Screen readers announce it. */
export function Failure({
  error,
  retry,
}: {
  readonly error: unknown;
  readonly retry?: () => void;
}): ReactNode {
  return (
    <Alert className="failure" color="red" role="alert" icon={<IconAlertTriangle size={18} />}>
      <p>{retry === undefined ? sentenceOf(error) : sentenceOfQuery(error)}</p>
      {retry !== undefined && <Retry retry={retry} />}
    </Alert>
  );
}

function Retry({ retry }: { readonly retry: () => void }): ReactNode {
  return (
    <Button ref={useLeaving<HTMLButtonElement>()} size="xs" mt="sm" onClick={retry}>
      Try again
    </Button>
  );
}

/** Shows what a person should know about the page, in the colour of a state. */
export function Notice({
  tone,
  actions,
  children,
}: {
  readonly tone: Tone;
  /** Links and buttons at its end. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className={`notice ${tone}`} role="note">
      <IconAlertTriangle size={18} aria-hidden="true" />
      <div className="notice-words">{children}</div>
      {actions !== undefined && <div className="notice-actions">{actions}</div>}
    </div>
  );
}

/** Shows why a list is empty, and what to do next. */
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

/** Shows grey lines in place of what is loading. */
export function Loading({ lines = 6 }: { readonly lines?: number }): ReactNode {
  return (
    <div className="loading" role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} height={14} radius="sm" />
      ))}
    </div>
  );
}
