import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSecrets } from '../gateway/secrets.js';
import { Code } from '../parts/code.js';

/** Shows a new secret, on whichever page the person is when it arrives. A click beside the dialog does not close it. */
export function SecretDialog(): ReactNode {
  const { secret, drop } = useSecrets();
  return (
    <Modal opened={secret !== undefined} onClose={drop} title={secret?.title} closeOnClickOutside={false}>
      <Stack>
        <p>{secret?.use}</p>
        <Code text={secret?.text ?? ''} label={secret?.label ?? ''} />
        <Group justify="end">
          <Button variant="filled" onClick={drop}>
            I have it
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
