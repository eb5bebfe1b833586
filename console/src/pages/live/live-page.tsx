import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { LiveRowFragment, TransactionState } from '../../../../src/cli/generated/operations.js';
import { Amount, formatCount } from '../../parts/amount.js';
import { ResultBadge, StateBadge } from '../../parts/badge.js';
import { SelectField, TextField } from '../../parts/field.js';
import { type Column, Listing } from '../../parts/listing.js';
import { Empty } from '../../parts/notice.js';
import { useAddressParts } from '../../parts/search.js';
import { between, Time } from '../../parts/time.js';
import { useTitle } from '../../parts/title.js';
import { Unseen } from '../../parts/unseen.js';
import { type LiveFilter, useFollowed } from './followed.js';
import { Overview } from './overview.js';

const STATES: readonly TransactionState[] = [
  'pending',
  'answered',
  'refused',
  'in_doubt',
  'failed',
  'queued',
  'unmatched',
  'contradicted',
];

const METHODS = [
  'Balance',
  'Deduct',
  'DeductReversal',
  'DeductAdjustment',
  'LoadAuth',
  'LoadAuthReversal',
  'LoadAdjustment',
  'LoadReversal',
  'Stop',
  'AdministrativeMessage',
  'ValidatePIN',
];

/** Shows transactions as they happen, with statistics. */
export function LivePage(): ReactNode {
  useTitle('Live');
  const [filter, setFilter] = useAddressParts(['terminal', 'method', 'state', 'result']);
  return (
    <>
      <h1>Live</h1>
      <Overview />
      <section aria-labelledby="transactions">
        <h2 id="transactions">Transactions</h2>
        <form className="filters" onSubmit={(event) => event.preventDefault()}>
          <TextField
            label="Terminal"
            value={filter.terminal}
            maxLength={10}
            onChange={(event) => setFilter('terminal', event.target.value.trim())}
          />
          <SelectField
            label="Method"
            value={filter.method}
            options={[['', 'all'], ...METHODS.map((name) => [name, name] as const)]}
            onChange={(event) => setFilter('method', event.target.value)}
          />
          <SelectField
            label="State"
            value={filter.state}
            options={[['', 'all'], ...STATES.map((name) => [name, name.replace('_', ' ')] as const)]}
            onChange={(event) => setFilter('state', event.target.value)}
          />
          <TextField
            label="Result code"
            inputMode="numeric"
            size={6}
            value={filter.result}
            onChange={(event) => setFilter('result', event.target.value.trim())}
          />
        </form>
        <Followed filter={filterOf(filter)} />
      </section>
    </>
  );
}

function filterOf(written: Readonly<Record<'terminal' | 'method' | 'state' | 'result', string>>): LiveFilter {
  const resultCode = Number(written.result);
  return {
    ...(written.terminal === '' ? {} : { terminalId: written.terminal }),
    ...(written.method === '' ? {} : { method: written.method }),
    ...(STATES.includes(written.state as TransactionState)
      ? { state: written.state as TransactionState }
      : {}),
    ...(written.result !== '' && Number.isSafeInteger(resultCode) ? { resultCode } : {}),
  };
}

const COLUMNS: readonly Column<LiveRowFragment>[] = [
  {
    title: 'Received',
    width: '8rem',
    cell: (row) => (
      <Link href={hrefOf(row)}>
        <Time at={row.receivedAt} form="clock" />
        <Unseen>transaction {row.requestId}</Unseen>
      </Link>
    ),
  },
  {
    title: 'Amount',
    width: '8rem',
    isNumber: true,
    cell: ({ requestAmount, requestMoney }) => <Amount minor={requestAmount} money={requestMoney} />,
  },
  { title: 'State', width: '7.5rem', cell: ({ state }) => <StateBadge state={state} /> },
  { title: 'Result', width: '8.5rem', cell: ({ resultCode }) => <ResultBadge code={resultCode} /> },
  { title: 'Method', width: '11rem', cell: ({ methodName }) => methodName },
  { title: 'Terminal', width: '8rem', isExtra: true, cell: ({ terminalId }) => <code>{terminalId}</code> },
  { title: 'Wallet', isExtra: true, cell: ({ reference }) => <code>{reference}</code> },
  {
    title: 'Took',
    width: '6rem',
    isNumber: true,
    isExtra: true,
    cell: ({ receivedAt, answeredAt }) => between(receivedAt, answeredAt),
  },
];

function hrefOf({ requestId }: LiveRowFragment): string {
  return `/transactions/${encodeURIComponent(requestId)}`;
}

function Followed({ filter }: { readonly filter: LiveFilter }): ReactNode {
  const followed = useFollowed(filter);
  const { held, isPaused, state } = followed;
  return (
    <>
      <div className="bar">
        <span className={`live-state ${isPaused ? 'paused' : state}`} role="status">
          {isPaused
            ? 'Paused'
            : { connecting: 'Connecting …', live: 'Live', interrupted: 'Interrupted; trying again …' }[state]}
        </span>
        <button type="button" data-key="p" aria-pressed={isPaused} onClick={followed.togglePause}>
          {isPaused ? 'Go on' : 'Pause'}
        </button>
        {held > 0 && (
          <button type="button" className="main" onClick={followed.showHeld}>
            Show {formatCount(held)} new
          </button>
        )}
      </div>
      <Listing
        label="Transactions, newest first"
        columns={COLUMNS}
        rows={followed.rows}
        query={followed.query}
        keyOf={({ requestId }) => requestId}
        hrefOf={hrefOf}
        onAway={followed.setAway}
        empty={
          <Empty title="No transactions yet.">
            {Object.keys(filter).length === 0 ? (
              <>
                The first one appears here. <Link href="/try-it">Send one in the sandbox</Link>.
              </>
            ) : (
              'None passes the filters above; new ones appear here by themselves.'
            )}
          </Empty>
        }
      />
    </>
  );
}
