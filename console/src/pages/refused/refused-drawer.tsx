import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { RefusedCallsQuery } from '../../../../src/generated/operations.js';
import { Badge } from '../../parts/badge.js';
import { Id } from '../../parts/id.js';
import { Notice } from '../../parts/notice.js';
import { formatCount } from '../../parts/numbers.js';
import { RunbookLink } from '../../parts/runbook-link.js';
import { DetailList } from '../../parts/section.js';
import { Time } from '../../parts/time.js';

export type Entry = RefusedCallsQuery['refusedCalls']['edges'][number]['node'];

/** Shows calls that were refused for one reason: the reason, who called, and what to do. */
export function RefusedDrawer({
  entry,
  onClose,
}: {
  readonly entry: Entry | null;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <Drawer
      opened={entry !== null}
      onClose={onClose}
      position="right"
      size="md"
      title={entry === null ? '' : 'Refused calls'}
    >
      {entry !== null && <Details entry={entry} onLeave={onClose} />}
    </Drawer>
  );
}

function Details({ entry, onLeave }: { readonly entry: Entry; readonly onLeave: () => void }): ReactNode {
  return (
    <div className="drawer-body">
      <Notice tone="warn" actions={<Runbook entry={entry} />}>
        <strong>{entry.reason}</strong> {consequenceOf(entry)}
      </Notice>
      <DetailList
        details={[
          [
            'Error',
            <Badge key="e" tone="bad">
              {entry.code}
            </Badge>,
          ],
          ['Field', entry.field === null ? '–' : <code key="f">{entry.field}</code>],
          ['Calls', formatCount(entry.count)],
          ['First', <Time key="1" at={entry.firstAt} form="date" />],
          ['Last', <Time key="l" at={entry.at} form="date" />],
          ['Interface', entry.channel],
          ['Terminal', <Id key="t" kind="terminal" id={entry.terminalId} />],
          ['API key', <Id key="k" kind="key" id={entry.keyId} />],
          ['Programme', <Id key="p" kind="programme" id={entry.programme} />],
          ['IP address', entry.address ?? '–'],
        ]}
      />
      <ul className="more-links">
        {MORE.map(([name, value, text]) => {
          const of = value(entry);
          return (
            of !== null && (
              <li key={name}>
                <Link href={`/refused?${name}=${encodeURIComponent(of)}`} onClick={onLeave}>
                  {text}
                </Link>
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}

/** Says whether money may have moved, and whether the caller knows the reason. */
function consequenceOf({ code }: Entry): string {
  switch (code) {
    case 'UNAUTHENTICATED':
      return 'Nothing was processed, and the caller did not get this reason.';
    // The gateway may have sent the call, and then failed to save the outcome.
    case 'UNAVAILABLE':
    case 'INTERNAL':
      return 'The call may have been processed: look for it among the transactions.';
    default:
      return 'Nothing was processed.';
  }
}

/** Lists with more calls of the same caller. */
const MORE = [
  ['terminal', ({ terminalId }: Entry) => terminalId, 'Everything refused of this terminal'],
  ['key', ({ keyId }: Entry) => keyId, 'Everything refused of this key'],
  ['address', ({ address }: Entry) => address, 'Everything refused from this address'],
] as const;

function Runbook({ entry: { code } }: { readonly entry: Entry }): ReactNode {
  if (code === 'UNAUTHENTICATED') return <RunbookLink entry="unauthorized" />;
  return code === 'RATE_LIMITED' ? <RunbookLink entry="guessing" /> : null;
}
