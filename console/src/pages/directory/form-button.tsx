import { Button } from '@mantine/core';
import type { Permission } from '../../../../src/generated/operations.js';
import { Allowed } from '../../gateway/allowed.js';
import { type ReactNode, useState } from 'react';
import { EntryForm, type EntryFormProps } from './entry-form.js';

/** Shows a button that opens a form, to people whose role has the permission. */
export function FormButton<Variables, Result>({
  name,
  isMain = false,
  permission,
  ...form
}: Omit<EntryFormProps<Variables, Result>, 'isOpen' | 'onClose'> & {
  /** Name of the button, with an ellipsis. */
  readonly name: string;
  readonly permission: Permission;
  /** True for the main action of the page. */
  readonly isMain?: boolean;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <Allowed permission={permission}>
      <Button
        size={isMain ? 'sm' : 'xs'}
        {...(isMain ? { variant: 'filled' } : {})}
        onClick={() => setOpen(true)}
      >
        {name}
      </Button>
      <EntryForm {...form} isOpen={isOpen} onClose={() => setOpen(false)} />
    </Allowed>
  );
}
