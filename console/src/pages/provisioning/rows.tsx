import { Link } from 'wouter';
import { ENUMS } from '../../../../src/generated/enums.js';
import type {
  AttemptLineFragment,
  DigitizationFilter,
  DigitizationLineFragment,
  DigitizationState,
  ProvisioningAttemptFilter,
} from '../../../../src/generated/operations.js';
import { Badge, type Tone } from '../../parts/badge.js';
import { type FilterField, optionsOf } from '../../parts/filters.js';
import { addressOf } from '../../parts/links.js';
import { between } from '../../parts/numbers.js';
import type { Field } from '../../parts/value.js';

const ATTEMPT_FIELDS: readonly Field<AttemptLineFragment>[] = [
  { label: 'Issued', name: 'issuedAt', kind: 'time' },
  { label: 'State', name: 'state', kind: 'state' },
  { label: 'Card', name: 'cardId', kind: 'card' },
  { label: 'Customer', name: 'customerId', kind: 'customer' },
  { label: 'Programme', name: 'programme', kind: 'programme' },
  {
    label: 'To the wallet',
    isNumber: true,
    show: ({ issuedAt, digitizedAt }) => between(issuedAt, digitizedAt),
  },
  { label: 'Token reference', name: 'tokenReference', kind: 'token' },
];

/** A list of provisioning attempts. */
export const ATTEMPT_LIST = {
  fields: ATTEMPT_FIELDS,
  keyOf: ({ id }: AttemptLineFragment) => id,
  kind: 'attempt' as const,
};

type CommonCondition = keyof ProvisioningAttemptFilter & keyof DigitizationFilter;

const COMMON_FILTERS: readonly FilterField<CommonCondition>[] = [
  { kind: 'number', name: 'card', label: 'Card', condition: 'cardId' },
  { kind: 'text', name: 'token', label: 'Token reference', condition: 'tokenReference' },
  { kind: 'text', name: 'programme', label: 'Programme' },
];

export const ATTEMPT_FILTERS: readonly FilterField<CommonCondition>[] = [
  { kind: 'time', name: 'time', label: 'Issued' },
  { kind: 'select', name: 'state', label: 'State', options: optionsOf(ENUMS.ProvisioningAttemptState) },
  ...COMMON_FILTERS,
];

const TONES: Readonly<Record<DigitizationState, Tone>> = {
  active: 'good',
  stopped: 'warn',
  deleted: 'quiet',
  exception: 'bad',
};

/** A gateway of a newer release may have further ones. */
const WALLETS: Readonly<Partial<Record<string, string>>> = {
  APPLE_PAY: 'Apple Pay',
  GOOGLE_PAY: 'Google Pay',
  SAMSUNG_PAY: 'Samsung Pay',
  MERCHANT: 'a merchant',
  OTHER: 'another wallet',
};

const DIGITIZATION_FIELDS: readonly Field<DigitizationLineFragment>[] = [
  { label: 'Changed', name: 'changedAt', kind: 'time' },
  {
    label: 'State',
    show: ({ state, declined }) => (
      <>
        <Badge tone={TONES[state]}>{state}</Badge>
        {declined && <Badge tone="bad">was declined</Badge>}
      </>
    ),
  },
  { label: 'Card', name: 'cardId', kind: 'card' },
  { label: 'Wallet', show: ({ wallet }) => WALLETS[wallet] ?? wallet },
  { label: 'Token reference', name: 'tokenReference', kind: 'token' },
  {
    label: 'Last event',
    show: ({ lastEvent, lastEventId }) => <Link href={addressOf('event', lastEventId)}>{lastEvent}</Link>,
  },
  { label: 'Attempt', name: 'attemptId', kind: 'attempt' },
  { label: 'Programme', name: 'programme', kind: 'programme' },
];

/** A list of digitizations. */
export const DIGITIZATION_LIST = {
  fields: DIGITIZATION_FIELDS,
  keyOf: ({ id }: DigitizationLineFragment) => id,
};

export const DIGITIZATION_FILTERS: readonly FilterField<keyof DigitizationFilter>[] = [
  { kind: 'time', name: 'time', label: 'Reported' },
  { kind: 'select', name: 'state', label: 'State', options: optionsOf(ENUMS.DigitizationState) },
  {
    kind: 'select',
    name: 'declined',
    label: 'Decision',
    options: [['true', 'was declined']],
    read: (value) => value === 'true',
  },
  ...COMMON_FILTERS,
];
