import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { ProgrammesDocument } from '../../../src/generated/operations.js';
import { useAnswer } from '../gateway/asking.js';
import {
  conditionIn,
  type FilterField,
  SPANS,
  useAddressPart,
  useFilterValues,
  useSetAddress,
} from './filters.js';
import { TimeInput } from './time.js';

/** Shows the filters of a list as fields. All values are in the address: read them with useFilterValues. */
export function FilterBar({
  fields,
  children,
}: {
  readonly fields: readonly FilterField[];
  /** Controls at the end of the line. */
  readonly children?: ReactNode;
}): ReactNode {
  const values = useFilterValues(fields);
  const set = useSetAddress();
  const [isWhole, setWhole] = useState(false);
  const areSet = fields.some(({ name }) => values[name] !== '');
  const shown = fields.filter(({ name, isRare }) => isWhole || isRare !== true || values[name] !== '');
  return (
    <Group mb="sm" justify="space-between" align="end">
      <Group role="group" aria-label="Filters" gap="xs" align="end">
        {shown.map((field) => (
          <Filter
            key={field.name}
            field={field}
            value={values[field.name] ?? ''}
            set={(value) => set({ [field.name]: value })}
          />
        ))}
        {(isWhole || shown.length < fields.length) && (
          <Button size="xs" variant="subtle" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Fewer filters' : 'More filters'}
          </Button>
        )}
        {areSet && (
          <Button
            size="xs"
            variant="subtle"
            onClick={() => set(Object.fromEntries(fields.map(({ name }) => [name, ''])))}
          >
            Clear all
          </Button>
        )}
      </Group>
      {children !== undefined && <Group>{children}</Group>}
    </Group>
  );
}

interface FilterProps {
  readonly field: FilterField;
  readonly value: string;
  readonly set: (value: string) => void;
}

const WIDTH = '8.5rem';

function Filter(props: FilterProps): ReactNode {
  switch (props.field.kind) {
    case 'select':
      return <ChoiceFilter {...props} />;
    case 'time':
      return <TimeFilter {...props} />;
    case 'amount':
      return <AmountFilter {...props} />;
    default:
      return <TextFilter {...props} />;
  }
}

function ChoiceFilter({ field: { label, options = [] }, value, set }: FilterProps): ReactNode {
  const isOffered = value === '' || options.some(([option]) => option === value);
  return (
    <NativeSelect
      size="xs"
      w={WIDTH}
      label={label}
      value={value}
      data={[
        { value: '', label: 'any' },
        ...options.map(([option, text]) => ({ value: option, label: text })),
        ...(isOffered ? [] : [value]),
      ]}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  );
}

const WRONG: Readonly<Partial<Record<FilterField['kind'], string>>> = {
  number: 'A whole number, please.',
  amount: '14.39, 10..20 or 10..',
};

/** Asks for a text or a number. It counts once the person leaves the field or presses Enter. */
function TextFilter({ field, value, set }: FilterProps): ReactNode {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const written = text.trim();
  const isWrong = written !== '' && conditionIn(field, written) === undefined;
  const apply = (): void => {
    if (!isWrong && written !== value) set(written);
  };
  return (
    <TextInput
      size="xs"
      w={WIDTH}
      label={field.label}
      placeholder={field.hint ?? 'any'}
      value={text}
      spellCheck={false}
      autoComplete="off"
      error={isWrong ? WRONG[field.kind] : null}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={apply}
      onKeyDown={({ key }) => {
        if (key === 'Enter') apply();
      }}
    />
  );
}

const BETWEEN = 'between';

/** Asks for a range of time: a span until now, or two times in the zone of the page. */
function TimeFilter({ field: { label }, value, set }: FilterProps): ReactNode {
  const isSpan = value === '' || value in SPANS;
  const [isBetween, setBetween] = useState(!isSpan);
  const [from = '', to = ''] = isSpan ? [] : value.split('..');
  const setRange = (begin: string, end: string): void =>
    set(begin === '' && end === '' ? '' : `${begin}..${end}`);
  return (
    <>
      <NativeSelect
        size="xs"
        w={WIDTH}
        label={label}
        value={isBetween || !isSpan ? BETWEEN : value}
        data={[
          { value: '', label: 'any time' },
          ...Object.entries(SPANS).map(([span, { text }]) => ({ value: span, label: text })),
          { value: BETWEEN, label: 'between …' },
        ]}
        onChange={({ currentTarget }) => {
          const isRange = currentTarget.value === BETWEEN;
          setBetween(isRange);
          set(isRange ? '' : currentTarget.value);
        }}
      />
      {(isBetween || !isSpan) && (
        <>
          <TimeInput size="xs" label="From" value={from} set={(begin) => setRange(begin, to)} />
          <TimeInput size="xs" label="Before" value={to} set={(end) => setRange(from, end)} />
        </>
      )}
    </>
  );
}

/** Asks for an amount, or for a range of them, in the currency of a programme or in minor units. */
function AmountFilter({ field, value, set }: FilterProps): ReactNode {
  const programmes = useAnswer(ProgrammesDocument, {});
  const currencies = (programmes.data?.programmes.edges ?? []).flatMap(({ node }) => node.currency ?? []);
  const [written = '', unit = ''] = value.split(':');
  const [chosen, setChosen] = useState<string | null>(null);
  const currency = value === '' ? (chosen ?? currencies[0] ?? '') : unit;
  const apply = (amounts: string, inUnit: string): void =>
    set(amounts === '' || inUnit === '' ? amounts : `${amounts}:${inUnit}`);
  return (
    <>
      <TextFilter field={field} value={written} set={(amounts) => apply(amounts, currency)} />
      <NativeSelect
        size="xs"
        label="Unit"
        value={currency}
        data={[
          ...new Set([...currencies, ...(currency === '' ? [] : [currency])]),
          { value: '', label: 'minor units' },
        ]}
        onChange={({ currentTarget }) => {
          setChosen(currentTarget.value);
          apply(written, currentTarget.value);
        }}
      />
    </>
  );
}

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
