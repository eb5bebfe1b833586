import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { Code } from '../../parts/code.js';
import { asJson, readable } from '../../parts/readable.js';
import { type Detail, DetailList, Section } from '../../parts/section.js';
import type { FullTransaction } from './full-transaction.js';

/** Shows request and answer as saved: without forbidden data, and with masked card numbers. */
export function Bodies({ transaction }: { readonly transaction: FullTransaction }): ReactNode {
  const { answer, rawAnswer } = transaction;
  const request = transaction.request['request'] as Readonly<Record<string, unknown>> | undefined;
  const views = [
    ['request', 'Request', <DetailList key="r" details={fieldsOf(request ?? {})} />],
    [
      'envelope',
      'Request, raw',
      <Code key="e" text={asJson(transaction.request)} label="The envelope for the wallet service" />,
    ],
    [
      'answer',
      'Answer',
      answer === null ? <None key="a" /> : <DetailList key="a" details={fieldsOf(answer)} />,
    ],
    [
      'raw',
      'Answer, raw',
      rawAnswer === null ? (
        <None key="w" />
      ) : (
        <Code key="w" text={readable(rawAnswer)} label="The wallet service’s own words" />
      ),
    ],
  ] as const;
  return (
    <Section title="Request and answer" note="As saved: without secrets, and with masked card numbers.">
      <Tabs defaultValue="request" keepMounted={false}>
        <Tabs.List aria-label="Request and answer" mb="sm">
          {views.map(([value, name]) => (
            <Tabs.Tab key={value} value={value}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {views.map(([value, , content]) => (
          <Tabs.Panel key={value} value={value}>
            {content}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Section>
  );
}

function None(): ReactNode {
  return <p className="muted">The wallet service gave none.</p>;
}

function fieldsOf(fields: Readonly<Record<string, unknown>>): readonly Detail[] {
  return Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : <code key="v">{JSON.stringify(value)}</code>,
  ]);
}
