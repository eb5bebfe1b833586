import { useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { decimalPlaces } from './format-money.js';

/** A condition on a list. Its value is in the address, under its name. */
export type FilterField = (
  | WrittenField
  | {
      readonly kind: 'select';
      readonly name: string;
      readonly label: string;
      readonly options: readonly (readonly [value: string, text: string])[];
      /** True where an address may name a value that is not offered, such as a method of the configuration. */
      readonly hasOthers?: boolean;
    }
  /** Range of amounts, which people write in the major units of a currency. */
  | { readonly kind: 'amount'; readonly name: string; readonly label: string }
  /** Range of time: a span until now, or two times. */
  | { readonly kind: 'time'; readonly name: string; readonly label: string }
) & {
  /** True puts the filter behind "More filters" until it is set. */
  readonly isRare?: boolean;
};

/** An exact text, or a whole number. */
export interface WrittenField {
  readonly kind: 'text' | 'number';
  readonly name: string;
  readonly label: string;
  /** Words under the field. */
  readonly hint?: string;
}

export type FilterValues<Name extends string = string> = Readonly<Record<Name, string>>;

/**
 * Returns the values of filters in the address. A filter that is not set is empty, and so is one whose value nobody can read: the
 * list would be shown whole beside it.
 */
export function useFilterValues<const Field extends FilterField>(
  fields: readonly Field[],
): FilterValues<Field['name']> {
  const [params] = useSearchParams();
  const address = params.toString();
  return useMemo(() => {
    const written = new URLSearchParams(address);
    const values = fields.map((field) => {
      const value = written.get(field.name)?.trim() ?? '';
      return [field.name, isReadable(field, value) ? value : ''] as const;
    });
    return Object.fromEntries(values) as FilterValues<Field['name']>;
  }, [address, fields]);
}

function isReadable(field: FilterField, value: string): boolean {
  switch (field.kind) {
    case 'text':
      return true;
    case 'number':
      return numberIn(value) !== undefined;
    case 'select':
      return field.hasOthers === true || field.options.some(([option]) => option === value);
    case 'amount':
      return amountsIn(value) !== undefined;
    case 'time':
      return timeRangeIn(value) !== undefined;
  }
}

/** Returns a function that sets parts of the address. An empty value removes its part. */
export function useSetAddress(): (changes: FilterValues) => void {
  const [, setParams] = useSearchParams();
  return (changes) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) {
          if (value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true },
    );
}

/** Returns the conditions that are given: the variable `filter` of a list's query. */
export function given<Conditions extends object>(conditions: Conditions): Given<Conditions> {
  const entries = Object.entries(conditions) as [string, unknown][];
  return Object.fromEntries(
    entries.filter(([, value]) => value !== '' && value !== undefined),
  ) as Given<Conditions>;
}

type Given<Conditions> = { [Name in keyof Conditions]?: Exclude<Conditions[Name], undefined> };

/** Returns a written whole number; undefined for anything else. */
export function numberIn(written: string): number | undefined {
  const number = Number(written);
  return written !== '' && Number.isSafeInteger(number) ? number : undefined;
}

/** Returns a written value where it is one of those allowed. */
export function oneOf<Value extends string>(written: string, allowed: readonly Value[]): Value | undefined {
  return allowed.find((value) => value === written);
}

/** Returns options whose texts are their values in words. */
export function optionsOf(values: readonly string[]): readonly (readonly [value: string, text: string])[] {
  return values.map((value) => [value, value.replaceAll('_', ' ')]);
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Spans until now, as the address names them. */
export const SPANS: Readonly<Record<string, { readonly text: string; readonly ms: number }>> = {
  '15m': { text: 'last 15 minutes', ms: 15 * MINUTE_MS },
  '1h': { text: 'last hour', ms: HOUR_MS },
  '24h': { text: 'last 24 hours', ms: DAY_MS },
  '7d': { text: 'last 7 days', ms: 7 * DAY_MS },
  '30d': { text: 'last 30 days', ms: 30 * DAY_MS },
};

export interface TimeRange {
  /** Inclusive, ISO 8601. */
  readonly from?: string;
  /** Exclusive, ISO 8601. */
  readonly to?: string;
}

/** Reads a range of time: `24h`, or `2026-11-23T10:00:00.000Z..` with an optional end. */
export function timeRangeIn(written: string): TimeRange | undefined {
  const span = SPANS[written];
  if (span !== undefined) return { from: new Date(Date.now() - span.ms).toISOString() };
  const [from = '', to = ''] = written.split('..');
  const range = { ...timeIn('from', from), ...timeIn('to', to) };
  return Object.keys(range).length === 0 ? undefined : range;
}

function timeIn(name: 'from' | 'to', written: string): TimeRange {
  const ms = Date.parse(written);
  return Number.isNaN(ms) ? {} : { [name]: new Date(ms).toISOString() };
}

export interface AmountRange {
  readonly from?: number;
  readonly to?: number;
}

const AMOUNTS = /^(?<from>\d*(?:\.\d+)?)\.\.(?<to>\d*(?:\.\d+)?)(?::(?<currency>[A-Z]{3}))?$/;

/** Amounts as people write them, and their currency; null where they are minor units. */
export interface WrittenAmounts {
  readonly from: string;
  readonly to: string;
  readonly currency: string | null;
}

/** Reads a range of amounts: `3.50..10:EUR`, or `350..` in minor units. */
export function amountsIn(written: string): WrittenAmounts | undefined {
  const groups = AMOUNTS.exec(written)?.groups;
  if (groups === undefined) return undefined;
  return { from: groups['from'] ?? '', to: groups['to'] ?? '', currency: groups['currency'] ?? null };
}

/** Returns a range of amounts in minor units. */
export function amountRangeIn(written: string): AmountRange | undefined {
  const amounts = amountsIn(written);
  if (amounts === undefined) return undefined;
  const minor = (text: string): number => Math.round(Number(text) * 10 ** decimalPlaces(amounts.currency));
  return {
    ...(amounts.from === '' ? {} : { from: minor(amounts.from) }),
    ...(amounts.to === '' ? {} : { to: minor(amounts.to) }),
  };
}
