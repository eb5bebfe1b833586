import { Button, Modal, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';

/** Shows a button in a row of a list, which opens what has no room in the row. */
export function DetailsButton({
  label,
  title,
  children,
}: {
  /** Name for screen readers. */
  readonly label: string;
  readonly title: string;
  readonly children: (close: () => void) => ReactNode;
}): ReactNode {
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <Button size="compact-xs" aria-label={label} onClick={dialog.open}>
        Details
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} size="lg" title={title}>
        <Stack>{children(dialog.close)}</Stack>
      </Modal>
    </>
  );
}
