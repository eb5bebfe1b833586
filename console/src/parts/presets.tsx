import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAddressPart, useSetAddress } from './filters.js';

/** Offers values of a part of the address as buttons. The other parts stay as they are. */
export function Presets({
  label,
  name,
  choices,
  children,
}: {
  readonly label: string;
  /** Name in the address. */
  readonly name: string;
  readonly choices: readonly (readonly [value: string, text: string])[];
  /** Controls at the end of the line. */
  readonly children?: ReactNode;
}): ReactNode {
  const chosen = useAddressPart(name);
  const set = useSetAddress();
  return (
    <Group role="group" aria-label={label} gap="xs" mb="sm">
      {choices.map(([value, text]) => (
        <Button
          key={value}
          size="xs"
          variant={value === chosen ? 'light' : 'default'}
          aria-pressed={value === chosen}
          onClick={() => set({ [name]: value })}
        >
          {text}
        </Button>
      ))}
      {children}
    </Group>
  );
}
