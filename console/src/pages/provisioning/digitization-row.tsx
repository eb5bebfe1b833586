import { Link } from 'wouter';
import type { DigitizationLineFragment, DigitizationState } from '../../../../src/generated/operations.js';
import { Badge, type Tone } from '../../parts/badge.js';
import type { Column } from '../../parts/data-table.js';
import { Id } from '../../parts/id.js';
import { addressOf } from '../../parts/links.js';
import { Time } from '../../parts/time.js';

/** States of digitizations, as filters offer them. */
export const STATES: readonly DigitizationState[] = ['active', 'stopped', 'deleted', 'exception'];

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

/** Columns of lists of digitizations. */
export const DIGITIZATION_COLUMNS: readonly Column<DigitizationLineFragment>[] = [
  { title: 'Changed', minPx: 84, cell: ({ changedAt }) => <Time at={changedAt} /> },
  { title: 'State', minPx: 72, cell: ({ state }) => <Badge tone={TONES[state]}>{state}</Badge> },
  { title: 'Card', minPx: 64, cell: ({ cardId }) => <Id kind="card" id={cardId} isInList /> },
  { title: 'Wallet', minPx: 88, cell: ({ wallet }) => WALLETS[wallet] ?? wallet },
  { title: 'Token reference', minPx: 140, cell: ({ tokenReference }) => <code>{tokenReference}</code> },
  {
    title: 'Last event',
    minPx: 140,
    cell: ({ lastEvent, lastEventId }) => <Link href={addressOf('event', lastEventId)}>{lastEvent}</Link>,
  },
  { title: 'Attempt', minPx: 120, cell: ({ attemptId }) => <Id kind="attempt" id={attemptId} isInList /> },
  {
    title: 'Programme',
    minPx: 96,
    cell: ({ programme }) => <Id kind="programme" id={programme} isInList />,
  },
];
