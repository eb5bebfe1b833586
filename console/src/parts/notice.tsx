import { Alert, Button, EmptyState, Group, Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { sentenceOf, sentenceOfQuery } from '../gateway/gateway-error.js';
import { styleOf, type Tone } from './badge.js';
import { IconAlertTriangle } from '@tabler/icons-react';

/** Shows an error. That of a query has a button to try again. Screen readers announce it. */
export function Failure({
  error,
  retry,
}: {
  readonly error: unknown;
  readonly retry?: () => void;
}): ReactNode {
  return (
    <Alert my="xs" color="red" role="alert" icon={<IconAlertTriangle size={18} />}>
      <p>{retry === undefined ? sentenceOf(error) : sentenceOfQuery(error)}</p>
      {retry !== undefined && (
        <Button size="xs" mt="sm" onClick={retry}>
          Try again
        </Button>
      )}
    </Alert>
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
    <Group role="note" className="notice" style={styleOf(tone)} px="md" py="sm" justify="space-between">
      <div>{children}</div>
      {actions !== undefined && <Group>{actions}</Group>}
    </Group>
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
  return <EmptyState className="words" title={title} description={children} py="xl" size="sm" />;
}

/** Shows grey lines in place of what is loading. */
export function Loading({ lines = 6 }: { readonly lines?: number }): ReactNode {
  return (
    <Stack className="loading" role="status" aria-label="Loading" py="xs">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} height={14} radius="sm" />
      ))}
    </Stack>
  );
}
