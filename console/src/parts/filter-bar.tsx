import { Button, CloseButton, Menu, Popover } from '@mantine/core';
import { Suspense, useState, type ReactNode, type SyntheticEvent } from 'react';
import { ChoiceItems } from './choice-items.js';
import { AmountForm, TextForm } from './filter-forms.js';
import { amountsIn, SPANS, useFilterValues, useSetAddress, type FilterField } from './filters.js';
import { IconPlus } from './icons.js';
import { later } from './later.js';
import { Loading } from './notice.js';
import { formatTime } from './time.js';

/** The form of times, with its calendar. */
const TimeForm = later(() => import('./time-form.js'), 'TimeForm');

/**
 * Shows the filters of a list as buttons. A button opens the form of its filter; a filter that is set shows its value and can be
 * removed. All values are in the address: read them with useFilterValues.
 */
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
  const areSet = fields.some(({ name }) => values[name] !== '');
  const [isWhole, setWhole] = useState(false);
  const shown = fields.filter(({ name, isRare }) => isWhole || isRare !== true || values[name] !== '');
  return (
    <div className="filters">
      <div role="group" aria-label="Filters" className="filter-buttons" tabIndex={-1}>
        {shown.map((field, index) => (
          <FilterButton
            key={field.name}
            field={field}
            value={values[field.name] ?? ''}
            set={(value) => set({ [field.name]: value })}
            isFirst={index === 0}
          />
        ))}
        {(isWhole || shown.length < fields.length) && (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-expanded={isWhole}
            onClick={() => setWhole(!isWhole)}
          >
            {isWhole ? 'Fewer filters' : 'More filters'}
          </Button>
        )}
        {areSet && (
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={(event) => {
              toGroup(event);
              set(Object.fromEntries(fields.map(({ name }) => [name, ''])));
            }}
          >
            Clear all
          </Button>
        )}
      </div>
      {children !== undefined && <div className="filters-end">{children}</div>}
    </div>
  );
}

/** Moves the focus from a button that its own action removes. */
function toGroup({ currentTarget }: SyntheticEvent): void {
  currentTarget.closest<HTMLElement>('[role=group]')?.focus();
}

interface FilterProps {
  readonly field: FilterField;
  readonly value: string;
  readonly set: (value: string) => void;
  readonly isFirst: boolean;
}

function FilterButton(props: FilterProps): ReactNode {
  const { field, value, set } = props;
  return (
    <span className={value === '' ? 'filter' : 'filter is-set'}>
      {field.kind === 'select' ? <Choices {...props} options={field.options} /> : <Form {...props} />}
      {value !== '' && (
        <CloseButton
          size={24}
          iconSize={14}
          aria-label={`Remove the filter ${field.label}`}
          onClick={(event) => {
            toGroup(event);
            set('');
          }}
        />
      )}
    </span>
  );
}

/** Shows the label of a filter, with its value where it is set. */
function Face({ field, value }: { readonly field: FilterField; readonly value: string }): ReactNode {
  return value === '' ? (
    <>
      <IconPlus size={13} aria-hidden="true" /> {field.label}
    </>
  ) : (
    <>
      {field.label} <strong>{textOf(field, value)}</strong>
    </>
  );
}

function Choices({
  field,
  value,
  set,
  isFirst,
  options,
}: FilterProps & { readonly options: readonly (readonly [value: string, text: string])[] }): ReactNode {
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <button type="button" className="filter-button" {...(isFirst ? { 'data-key': 'f' } : {})}>
          <Face field={field} value={value} />
        </button>
      </Menu.Target>
      <Menu.Dropdown className="filter-choices">
        <ChoiceItems choices={options} value={value} onChoose={set} />
      </Menu.Dropdown>
    </Menu>
  );
}

function Form({ field, value, set, isFirst }: FilterProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const apply = (next: string): void => {
    set(next);
    setOpen(false);
  };
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      trapFocus
      returnFocus
      keepMounted={false}
    >
      <Popover.Target>
        <button
          type="button"
          className="filter-button"
          onClick={() => setOpen(!isOpen)}
          {...(isFirst ? { 'data-key': 'f' } : {})}
        >
          <Face field={field} value={value} />
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        {field.kind === 'time' ? (
          <Suspense fallback={<Loading />}>
            <TimeForm value={value} apply={apply} />
          </Suspense>
        ) : field.kind === 'amount' ? (
          <AmountForm value={value} apply={apply} />
        ) : (
          field.kind !== 'select' && <TextForm field={field} value={value} apply={apply} />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Returns the value of a filter for people. */
function textOf(field: FilterField, value: string): string {
  if (field.kind === 'select') return field.options.find(([option]) => option === value)?.[1] ?? value;
  if (field.kind === 'time') return SPANS[value]?.text ?? rangeText(value.split('..').map(timeText));
  if (field.kind !== 'amount') return value;
  const amounts = amountsIn(value);
  if (amounts === undefined) return value;
  const { from, to } = amounts;
  return `${from === to ? from : rangeText([from, to])} ${amounts.currency ?? 'minor units'}`;
}

function timeText(written: string): string {
  return Number.isNaN(Date.parse(written)) ? '' : formatTime(written);
}

function rangeText([from = '', to = '']: readonly string[]): string {
  if (to === '') return `from ${from}`;
  return from === '' ? `until ${to}` : `${from} – ${to}`;
}
