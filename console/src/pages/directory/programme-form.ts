import type { Derivation, OtpAlgorithm, Verifier } from '../../../../src/generated/operations.js';
import { given, numberIn, oneOf } from '../../parts/filters.js';
import type { FormField, FormValues } from './entry-form.js';
import type { Programme } from './shared-keys.js';

const ALGORITHMS: readonly OtpAlgorithm[] = ['sha1', 'sha256', 'sha512'];
const DERIVATIONS: readonly Derivation[] = ['none', 'append', 'hmac'];
const VERIFIERS: readonly Verifier[] = ['gateway', 'external'];

/** Fields of a programme that can change. */
export const PROGRAMME_FIELDS: readonly FormField[] = [
  { kind: 'text', name: 'name', label: 'Name', hint: 'For people.' },
  {
    kind: 'text',
    name: 'currency',
    label: 'Currency',
    hint: 'ISO 4217, for example EUR. Without a currency, amounts show as minor units.',
  },
  { kind: 'number', name: 'digits', label: 'Digits of a secret', hint: '1 to 8.' },
  {
    kind: 'select',
    name: 'algorithm',
    label: 'Hash function of secrets',
    options: ALGORITHMS.map((algorithm) => [algorithm, algorithm.toUpperCase()]),
  },
  {
    kind: 'select',
    name: 'derivation',
    label: 'How the card enters the key',
    options: [
      ['none', 'not at all'],
      ['append', 'appended to the shared key'],
      ['hmac', 'by HMAC with the shared key'],
    ],
  },
  { kind: 'number', name: 'stepSeconds', label: 'Time step in seconds' },
  { kind: 'number', name: 'validitySeconds', label: 'Validity of a secret in seconds' },
  {
    kind: 'select',
    name: 'verifier',
    label: 'Verified by',
    options: [
      ['gateway', 'this gateway'],
      ['external', 'the back end of the SDK'],
    ],
  },
];

/** Returns the values that are given. The gateway keeps the others, or takes its defaults. */
export function changesIn(values: FormValues) {
  const text = (name: string): string => values[name] ?? '';
  return given({
    name: text('name'),
    currency: text('currency').toUpperCase(),
    digits: numberIn(text('digits')),
    algorithm: oneOf(text('algorithm'), ALGORITHMS),
    derivation: oneOf(text('derivation'), DERIVATIONS),
    stepSeconds: numberIn(text('stepSeconds')),
    validitySeconds: numberIn(text('validitySeconds')),
    verifier: oneOf(text('verifier'), VERIFIERS),
  });
}

export function valuesOf(programme: Programme): FormValues {
  return {
    name: programme.name,
    currency: programme.currency ?? '',
    digits: String(programme.digits),
    algorithm: programme.algorithm,
    derivation: programme.derivation,
    stepSeconds: String(programme.stepSeconds),
    validitySeconds: String(programme.validitySeconds),
    verifier: programme.verifier,
  };
}
