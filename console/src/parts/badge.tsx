import type { ReactNode } from 'react';
import { PARTIALLY_APPROVED, resultText } from '../../../src/core/transactions/result-codes.js';

export type Tone = 'good' | 'bad' | 'warn' | 'doubt' | 'quiet' | 'busy' | 'hand';

/** Shows a word in a colour. The word carries the meaning; the colour only repeats it. */
export function Badge({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }): ReactNode {
  return (
    <span className="badge" style={styleOf(tone)}>
      {children}
    </span>
  );
}

/** Returns the colours of a tone, which styles/theme.css names. */
export function styleOf(tone: Tone): { readonly color: string; readonly background: string } {
  return { color: `var(--${tone})`, background: `var(--${tone}-ground)` };
}

/** Colours of the states of transactions, attempts, deliveries, shared keys and breakers. An answered transaction may be a decline. */
const TONES: Readonly<Record<string, Tone>> = {
  settled_by_operator: 'hand',
  made_good_by_operator: 'hand',
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

/** Shows a state of the gateway as a word in its colour. An answer that an operator gave is a state of its own. */
export function StateBadge({
  state,
  replyReason,
}: {
  readonly state: string;
  readonly replyReason?: string | null;
}): ReactNode {
  const isByOperator = state === 'answered' && replyReason?.endsWith('_by_operator') === true;
  const shown = isByOperator ? replyReason : state;
  return <Badge tone={TONES[shown] ?? 'quiet'}>{wordOf(shown)}</Badge>;
}

/** Returns a value of the gateway as words: `in_doubt` is `in doubt`. */
export function wordOf(value: string): string {
  return value.replaceAll('_', ' ');
}

/** Shows a result code with its meaning: `-17 not sufficient funds`. */
export function ResultBadge({ code }: { readonly code: number | null | undefined }): ReactNode {
  if (code == null) return <span className="muted">–</span>;
  const tone = code === PARTIALLY_APPROVED ? 'warn' : code > 0 ? 'good' : 'bad';
  const meaning = resultText(code)?.toLowerCase() ?? (code > 0 ? 'approved' : 'declined');
  return (
    <Badge tone={tone}>
      {code} {meaning}
    </Badge>
  );
}
