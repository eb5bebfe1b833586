import { TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { timeIn, timeText, useZone } from './zone.js';

/** Asks for a time in the zone of the page. The value is ISO 8601, and empty for none. */
export function TimeInput({
  label,
  value,
  set,
  ...rest
}: Omit<TextInputProps, 'label' | 'value'> & {
  readonly label: string;
  readonly value: string;
  readonly set: (value: string) => void;
}): ReactNode {
  const zone = useZone();
  return (
    <TextInput
      {...rest}
      type="datetime-local"
      label={zone === 'utc' ? `${label} (UTC)` : label}
      value={timeText(value, zone)}
      onChange={({ currentTarget }) => set(timeIn(zone, currentTarget.value))}
    />
  );
}
