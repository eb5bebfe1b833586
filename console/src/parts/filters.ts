import { useMemo } from 'react';
import { useSearchParams } from 'wouter';
import type { TimeRangeInput } from '../../../src/generated/operations.js';
import { decimalPlaces } from './format.js';

/** A filter of a list. Its value is in the address, under its name. */
export interface FilterField<Condition extends string = string> {
  readonly kind: 'text' | 'number' | 'select' | 'amount' | 'time';
  /** Name in the address. */
  readonly name: string;
  readonly label: string;
  /** Name in the filter of the gateway, where it is another. */
  readonly condition?: Condition;
  /** Choices of a select. */
  readonly options?: readonly FilterOption[];
  /** True where an address may name a choice that is not offered, such as a method of the configuration. */
  readonly hasOthers?: boolean;
  /** Returns the condition that a text or a choice means. Left out: the text itself. */
  readonly read?: (value: string) => unknown;
  /** Words in the empty field. */
  readonly hint?: string;
  /** True puts the filter behind "More filters" until it is set. */
  readonly isRare?: boolean;
}

type FilterOption = readonly [value: string, text: string];

type FilterValues = Readonly<Record<string, string>>;

/**
 * Returns the values of filters in the address. A filter that is not set is empty, and so is one whose value nobody can read: the
 * list would be shown whole beside it.
 */
export function useFilterValues(fields: readonly FilterField[]): FilterValues {
  const [params] = useSearchParams();
  const address = params.toString();
  return useMemo(() => {
    const written = new URLSearchParams(address);
    return Object.fromEntries(
      fields.map((field) => {
        const value = written.get(field.name)?.trim() ?? '';
        return [field.name, conditionIn(field, value) === undefined ? '' : value];
      }),
    );
  }, [address, fields]);
}

/** Returns a part of the address that is no filter of the gateway; empty where it is missing. */
export function useAddressPart(name: string): string {
  const [params] = useSearchParams();
  return params.get(name) ?? '';
}

/** Returns the filter of the gateway that the values mean. A span until now begins later each time. */
export function conditionsIn(
  fields: readonly FilterField[],
  values: FilterValues,
): Readonly<Record<string, unknown>> {
  const conditions = fields.map(
    (field) => [field.condition ?? field.name, conditionIn(field, values[field.name] ?? '')] as const,
  );
  return Object.fromEntries(conditions.filter(([, condition]) => condition !== undefined));
}

/** Reads the value of a filter; undefined for none, and for one that nobody can read. */
export function conditionIn(field: FilterField, value: string): unknown {
  switch (field.kind) {
    case 'number':
      return numberIn(value);
    case 'amount':
      return amountRangeIn(value);
    case 'time':
      return timeRangeIn(value);
    case 'text':
    case 'select':
      return value === '' || !isOffered(field, value) ? undefined : (field.read?.(value) ?? value);
  }
}

function isOffered({ options, hasOthers }: FilterField, value: string): boolean {
  return options === undefined || hasOthers === true || options.some(([option]) => option === value);
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

/** Returns a written whole number; undefined for anything else. */
export function numberIn(written: string): number | undefined {
  const number = Number(written);
  return written !== '' && Number.isSafeInteger(number) ? number : undefined;
}

/** Returns a written value where it is one of those allowed. */
export function oneOf<Value extends string>(written: string, allowed: readonly Value[]): Value | undefined {
  return allowed.find((value) => value === written);
}

/** Returns options for values, whose texts are the values in words. */
export function optionsOf(values: readonly string[], areWords = true): readonly FilterOption[] {
  return values.map((value) => [value, areWords ? value.replaceAll('_', ' ') : value]);
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

/** Reads a range of time: `24h`, or `2026-11-23T10:00:00.000Z..` with an optional end. */
function timeRangeIn(written: string): TimeRangeInput | undefined {
  const span = SPANS[written];
  if (span !== undefined) return { from: new Date(Date.now() - span.ms).toISOString() };
  const [from = '', to = ''] = written.split('..');
  const range = { ...timeIn('from', from), ...timeIn('to', to) };
  return Object.keys(range).length === 0 ? undefined : range;
}

function timeIn(name: 'from' | 'to', written: string): TimeRangeInput {
  const ms = Date.parse(written);
  return Number.isNaN(ms) ? {} : { [name]: new Date(ms).toISOString() };
}

const AMOUNTS = /^(?<from>\d*(?:\.\d+)?)(?<range>\.\.)?(?<to>\d*(?:\.\d+)?)(?::(?<currency>[A-Z]{3}))?$/;

/** Reads an amount, or a range of them, in minor units: `3.50:EUR`, `3.50..10:EUR`, or `350..` without a currency. */
function amountRangeIn(written: string): { readonly from?: number; readonly to?: number } | undefined {
  const { from = '', range, to = '', currency = null } = AMOUNTS.exec(written)?.groups ?? {};
  if (from === '' && to === '') return undefined;
  const minor = (text: string): number => Math.round(Number(text) * 10 ** decimalPlaces(currency));
  return {
    ...(from === '' ? {} : { from: minor(from) }),
    ...(to === '' ? (range === undefined ? { to: minor(from) } : {}) : { to: minor(to) }),
  };
}
