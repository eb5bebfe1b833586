import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { TransactionsDocument } from '../../../../src/generated/operations.js';
import { EntityListPage } from '../../parts/entity.js';
import { Badge } from '../../parts/value.js';
import { TRANSACTION_FILTERS, TRANSACTION_LIST } from '../transactions/transaction-row.js';
import { Overview } from './overview.js';

/** Interval at which the list is read. */
const EVERY_MS = 1000;

/** The list is that of now. */
const FILTERS = TRANSACTION_FILTERS.filter(({ kind }) => kind !== 'time');

/** Shows transactions as they happen, with statistics. A paused list stays as it is. */
export function LivePage(): ReactNode {
  const [isPaused, setPaused] = useState(false);
  return (
    <EntityListPage
      {...TRANSACTION_LIST}
      title="Live"
      document={TransactionsDocument}
      everyMs={isPaused ? false : EVERY_MS}
      badges={
        <span role="status">
          <Badge tone={isPaused ? 'quiet' : 'good'}>{isPaused ? 'Paused' : 'Live'}</Badge>
        </span>
      }
      filters={FILTERS}
      end={
        <Button
          size="xs"
          leftSection={isPaused ? <IconPlayerPlay size={14} /> : <IconPlayerPause size={14} />}
          onClick={() => setPaused(!isPaused)}
        >
          {isPaused ? 'Go on' : 'Pause'}
        </Button>
      }
      none={
        <>
          The first one appears here. In the sandbox: <code>cardway send Deduct</code>.
        </>
      }
      noneFiltered="New ones appear here by themselves."
    >
      <Overview />
    </EntityListPage>
  );
}
