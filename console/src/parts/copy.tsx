import { ActionIcon, CopyButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconCheck, IconCopy } from '@tabler/icons-react';

/** Shows a small button that copies a text. */
export function CopyIcon({
  text,
  label = `Copy ${text}`,
}: {
  readonly text: string;
  readonly label?: string;
}): ReactNode {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <ActionIcon size={20} aria-label={copied ? 'Copied' : label} onClick={copy}>
          {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
        </ActionIcon>
      )}
    </CopyButton>
  );
}
