import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import {
  type TransactionFilter,
  TransactionsDocument,
  type TransactionsQuery,
} from '../../../../src/generated/operations.js';
import { ask } from '../../gateway/ask.js';
import { settleAlike, type Settled } from '../../gateway/settle.js';
import { type Choice, DataTable } from '../../parts/data-table.js';
import { ActionButton } from '../../parts/entity-form.js';
import { formatCount } from '../../parts/format.js';
import { Failure, Section } from '../../parts/page.js';
import { Badge, type Field, wordOf } from '../../parts/value.js';
import { ENDS, REASON } from '../transaction/settle.js';

/** States whose transactions a person may settle many at a time. */
export const MANY_STATES = ['in_doubt', 'queued', 'unmatched'] as const;

const RESULT_FIELDS: readonly Field<Settled>[] = [
  { label: 'Request id', name: 'requestId', kind: 'transaction' },
  { label: 'Result', show: ({ refusal }) => refusal ?? <Badge tone="quiet">settled</Badge> },
];

/** Settles the chosen transactions of a list with one decision and one reason, and shows the result of each. */
export function SettleMany({
  state,
  filter,
  chosen,
  choose,
}: Choice & { readonly state: (typeof MANY_STATES)[number]; readonly filter: TransactionFilter }): ReactNode {
  const [results, setResults] = useState<readonly Settled[]>([]);
  const [isSettling, setSettling] = useState(false);
  const all = useMutation({ mutationFn: () => allOf(filter), onSuccess: choose });
  const count = formatCount(chosen.size);
  const settled = results.filter(({ refusal }) => refusal === null).length;
  return (
    <>
      <Group gap="xs" mb="sm">
        <Button size="xs" loading={all.isPending} onClick={() => all.mutate()}>
          Choose all of the filter
        </Button>
        {chosen.size > 0 && (
          <ActionButton
            permission="SETTLE"
            name={`Settle ${count} …`}
            title="Settle all that are chosen"
            verb="Settle"
            fields={[ENDS, REASON]}
            consequence={
              isSettling
                ? `${formatCount(results.length)} of ${count} are done.`
                : `Final: your decision holds for ${count} ${wordOf(state)}. Callers that ask again get it.`
            }
            send={async ({ resultCode, reason }) => {
              const done: Settled[] = [];
              const rest = new Set(chosen);
              const outcome = { resultCode: Number(resultCode), reason: String(reason), state };
              setResults(done);
              setSettling(true);
              await settleAlike([...chosen], outcome, (part) => {
                done.push(...part);
                setResults([...done]);
              }).finally(() => {
                setSettling(false);
                for (const { requestId } of done) rest.delete(requestId);
                choose(rest);
              });
              return done.length;
            }}
            onDone={(done) => `${formatCount(done)} are done.`}
          />
        )}
      </Group>
      {all.error !== null && <Failure error={all.error} />}
      {results.length > 0 && (
        <Section title="Results" note={`${formatCount(settled)} of ${formatCount(results.length)} settled`}>
          <DataTable
            label="Results of the settlement"
            fields={RESULT_FIELDS}
            rows={results}
            keyOf={({ requestId }) => requestId}
            empty={null}
          />
        </Section>
      )}
    </>
  );
}

/** The gateway returns no longer page. */
const PAGE_ROWS = 200;

/** Returns the request ids of all transactions of a filter. */
async function allOf(filter: TransactionFilter): Promise<ReadonlySet<string>> {
  const requestIds = new Set<string>();
  let after: string | null = null;
  for (;;) {
    const page: TransactionsQuery = await ask(TransactionsDocument, { filter, first: PAGE_ROWS, after });
    for (const { node } of page.transactions.edges) requestIds.add(node.requestId);
    after = page.transactions.pageInfo.endCursor ?? null;
    if (!page.transactions.pageInfo.hasNextPage) return requestIds;
  }
}
