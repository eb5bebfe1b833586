import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useSecret } from '../gateway/secrets.js';
import { Code } from '../parts/code.js';

/** Shows a new secret, on whichever page the person is when it arrives. A click beside the dialog does not close it. */
export function SecretDialog(): ReactNode {
  const [secret, drop] = useSecret();
  const [place, navigate] = useLocation();
  const close = (): void => {
    if (secret?.next?.from === place) navigate(secret.next.to);
    drop();
  };
  return (
    <Modal opened={secret !== undefined} onClose={close} title={secret?.title} closeOnClickOutside={false}>
      <div className="dialog-form">
        <p>{secret?.use}</p>
        <Code text={secret?.text ?? ''} label={secret?.label ?? ''} />
        <div className="dialog-buttons">
          <Button variant="filled" onClick={close}>
            I have it
          </Button>
        </div>
      </div>
    </Modal>
  );
}
