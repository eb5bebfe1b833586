import type { ChecksumAlgorithm } from '../../../../src/generated/operations.js';
import { oneOf } from '../../parts/filters.js';
import type { FormField } from './entry-form.js';

const ALGORITHMS: readonly ChecksumAlgorithm[] = ['sha256', 'sha1'];

/** Fields of a terminal that can change. */
export const TERMINAL_FIELDS: readonly FormField[] = [
  {
    kind: 'select',
    name: 'checksumAlgorithm',
    label: 'Checksum',
    isRequired: true,
    options: [
      ['sha256', 'SHA-256'],
      ['sha1', 'SHA-1, for old terminals'],
    ],
  },
  {
    kind: 'lines',
    name: 'allowedAddresses',
    label: 'Calls from',
    hint: 'Networks and addresses, one a line: 192.0.2.7, 2001:db8:5::/48. Empty: from anywhere.',
  },
];

export const PASSWORD_FIELD: FormField = {
  kind: 'password',
  name: 'password',
  label: 'Password',
  hint: 'From the processor, at least 10 characters. It is never shown again.',
  isRequired: true,
};

export function algorithmIn(written: string | undefined): ChecksumAlgorithm {
  return oneOf(written ?? '', ALGORITHMS) ?? 'sha256';
}
