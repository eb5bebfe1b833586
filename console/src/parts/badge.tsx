import type { ReactNode } from 'react';

export type Tone = 'good' | 'bad' | 'warn' | 'doubt' | 'quiet' | 'busy';

/** Shows a word in a colour. The word carries the meaning; the colour only repeats it. */
export function Badge({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }): ReactNode {
  return <span className={`badge ${tone}`}>{children}</span>;
}

/** Colours of the states of transactions, attempts, deliveries, shared keys and breakers. */
const TONES: Readonly<Record<string, Tone>> = {
  answered: 'good',
  pending: 'busy',
  refused: 'bad',
  failed: 'bad',
  in_doubt: 'doubt',
  contradicted: 'doubt',
  queued: 'warn',
  unmatched: 'warn',
  issued: 'busy',
  verified: 'busy',
  authorized: 'busy',
  digitized: 'good',
  expired: 'quiet',
  approved: 'good',
  rejected: 'bad',
  superseded: 'quiet',
  declined: 'bad',
  delivered: 'good',
  dead: 'bad',
  active: 'good',
  retiring: 'warn',
  retired: 'quiet',
  closed: 'good',
  open: 'bad',
  half_open: 'warn',
};

/** Shows a state of the gateway as a word in its colour. */
export function StateBadge({ state }: { readonly state: string }): ReactNode {
  return <Badge tone={TONES[state] ?? 'quiet'}>{wordOf(state)}</Badge>;
}

/** Returns a value of the gateway as words: `in_doubt` is `in doubt`. */
export function wordOf(value: string): string {
  return value.replaceAll('_', ' ');
}

/** Result code with an approved amount that is less than the requested one. */
const PARTLY_APPROVED = 2;

/** Shows the result of a transaction as one word and its code. */
export function ResultBadge({ code }: { readonly code: number | null | undefined }): ReactNode {
  if (code == null) return <span className="muted">–</span>;
  if (code === PARTLY_APPROVED) return <Badge tone="warn">partly approved {code}</Badge>;
  const isApproved = code > 0;
  return (
    <Badge tone={isApproved ? 'good' : 'bad'}>
      {isApproved ? 'approved' : 'declined'} {code}
    </Badge>
  );
}
