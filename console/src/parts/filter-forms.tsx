import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState, type ReactNode, type SyntheticEvent } from 'react';
import { ProgrammesDocument } from '../../../src/generated/operations.js';
import { useAnswer } from '../gateway/asking.js';
import { amountsIn, numberIn, type WrittenField } from './filters.js';
import { decimalPlaces } from './format-money.js';
import { Failure } from './notice.js';

interface FormProps {
  readonly value: string;
  readonly apply: (value: string) => void;
}

/** Asks for an exact text or a whole number. */
export function TextForm({ field, value, apply }: FormProps & { readonly field: WrittenField }): ReactNode {
  const [text, setText] = useState(value);
  const isWrong = field.kind === 'number' && text.trim() !== '' && numberIn(text.trim()) === undefined;
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (!isWrong) apply(text.trim());
  };
  return (
    <form onSubmit={submit} className="filter-form">
      <TextInput
        label={field.label}
        value={text}
        data-autofocus
        spellCheck={false}
        autoComplete="off"
        {...(field.hint === undefined ? {} : { description: field.hint })}
        {...(field.kind === 'number' ? { inputMode: 'numeric' } : {})}
        error={isWrong ? 'A whole number, please.' : null}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" variant="filled" disabled={isWrong}>
        Apply
      </Button>
    </form>
  );
}

/** Returns the currencies of the programmes; undefined while they are not known, and why. */
function useCurrencies() {
  const { data, failureReason, refetch } = useAnswer('programmes', ProgrammesDocument, {});
  const known = data?.programmes.edges.flatMap(({ node }) => node.currency ?? []);
  return { known, failure: known === undefined ? failureReason : null, retry: () => void refetch() };
}

/** Asks for a range of amounts in the currency of a programme, or in minor units. */
export function AmountForm({ value, apply }: FormProps): ReactNode {
  const { known, failure, retry } = useCurrencies();
  const written = amountsIn(value);
  const currencies = [
    ...new Set([...(known ?? []), ...(written?.currency == null ? [] : [written.currency])]),
  ];
  const [from, setFrom] = useState(written?.from ?? '');
  const [to, setTo] = useState(written?.to ?? '');
  const [chosen, setChosen] = useState(written === undefined ? null : (written.currency ?? ''));
  const currency = chosen ?? currencies[0] ?? '';
  const places = decimalPlaces(currency === '' ? null : currency);
  const isAmount = (text: string): boolean =>
    new RegExp(places === 0 ? '^\\d*$' : `^\\d*(\\.\\d{1,${String(places)}})?$`).test(text.trim());
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (!isAmount(from) || !isAmount(to)) return;
    const range = `${from.trim()}..${to.trim()}`;
    apply(range === '..' ? '' : `${range}${currency === '' ? '' : `:${currency}`}`);
  };
  const wrong = places === 0 ? 'Digits only' : `As 3.${'5'.padEnd(places, '0')}`;
  return (
    <form onSubmit={submit} className="filter-form">
      <NativeSelect
        label="Unit"
        value={currency}
        data={[...currencies, { value: '', label: 'minor units' }]}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <TextInput
        label="At least"
        value={from}
        data-autofocus
        inputMode="decimal"
        error={isAmount(from) ? null : wrong}
        onChange={(event) => setFrom(event.currentTarget.value)}
      />
      <TextInput
        label="At most"
        value={to}
        inputMode="decimal"
        error={isAmount(to) ? null : wrong}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      {failure !== null && <Failure error={failure} retry={retry} />}
      <Button
        type="submit"
        variant="filled"
        // The unit of an amount is known once the programmes are.
        disabled={known === undefined || !isAmount(from) || !isAmount(to)}
      >
        Apply
      </Button>
    </form>
  );
}
