import { Group, Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyIcon } from './copy.js';

/** Shows a text unchanged, with a button to copy it. */
export function Code({ text, label }: { readonly text: string; readonly label: string }): ReactNode {
  return (
    <Paper withBorder p="sm">
      <Group align="start" wrap="nowrap" justify="space-between">
        <pre tabIndex={0} aria-label={label} role="region" className="code">
          {text}
        </pre>
        <CopyIcon text={text} label={`Copy: ${label}`} />
      </Group>
    </Paper>
  );
}
