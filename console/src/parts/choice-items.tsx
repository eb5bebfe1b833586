import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';

/** A value and its text, with an icon where there is room for one. */
export type MenuChoice<Value extends string> = readonly [value: Value, text: string, icon?: ReactNode];

/** Shows the items of a menu of which one is chosen. Choosing another closes the menu. */
export function ChoiceItems<Value extends string>({
  label,
  choices,
  value,
  onChoose,
}: {
  /** Heading of the items. */
  readonly label?: string;
  readonly choices: readonly MenuChoice<Value>[];
  readonly value: Value | '';
  readonly onChoose: (value: Value) => void;
}): ReactNode {
  return (
    <>
      {label !== undefined && <Menu.Label>{label}</Menu.Label>}
      <Menu.RadioGroup value={value} onChange={(chosen) => onChoose(chosen as Value)}>
        {choices.map(([choice, text, icon]) => (
          <Menu.RadioItem key={choice} value={choice} closeMenuOnClick rightSection={icon}>
            {text}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}
