import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { IconBook2 } from '@tabler/icons-react';

/** Entries of docs/runbook.md that pages link to, by their headings. */
const ENTRIES = {
  doubt: 'transactions-in-doubt',
  away: 'the-wallet-service-is-away',
  signature: 'signatures-are-refused',
  queue: 'advices-queue-up',
  unmatched: 'an-advice-is-unmatched-or-a-reversal-found-no-original',
  unauthorized: 'a-caller-gets-401',
  webhooks: 'webhooks-are-given-up',
  endpoint: 'an-endpoint-was-disabled',
  clocks: 'clocks-drift-apart',
  guessing: 'somebody-guesses',
  leaked: 'a-key-is-known-to-others',
} as const;

/** Links to the entry of the runbook that says what to do. */
export function RunbookLink({
  entry,
  children = 'What to do',
}: {
  readonly entry: keyof typeof ENTRIES;
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <Link href={`/runbook/${ENTRIES[entry]}`}>
      <IconBook2 size={15} aria-hidden="true" /> {children}
    </Link>
  );
}
