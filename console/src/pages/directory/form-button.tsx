import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { EntryForm, type EntryFormProps } from './entry-form.js';

/** Shows a button that opens a form. */
export function FormButton<Variables, Result>({
  name,
  isMain = false,
  ...form
}: Omit<EntryFormProps<Variables, Result>, 'isOpen' | 'onClose'> & {
  /** Name of the button, with an ellipsis. */
  readonly name: string;
  /** True for the main action of the page. */
  readonly isMain?: boolean;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size={isMain ? 'sm' : 'xs'}
        {...(isMain ? { variant: 'filled' } : {})}
        onClick={() => setOpen(true)}
      >
        {name}
      </Button>
      <EntryForm {...form} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
