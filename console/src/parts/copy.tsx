import { ActionIcon, CopyButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconCheck, IconCopy } from './icons.js';

/** Shows a small button that copies a text. */
export function CopyIcon({
  text,
  label = `Copy ${text}`,
  isInList = false,
}: {
  readonly text: string;
  readonly label?: string;
  /** True keeps the button out of the way of the Tab key, and shows it under the pointer only. */
  readonly isInList?: boolean;
}): ReactNode {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <ActionIcon
          size={20}
          className="copy"
          aria-label={copied ? 'Copied' : label}
          onClick={copy}
          {...(isInList ? { tabIndex: -1 } : {})}
        >
          {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
        </ActionIcon>
      )}
    </CopyButton>
  );
}
