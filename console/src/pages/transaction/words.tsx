import * as Tabs from '@radix-ui/react-tabs';
import type { ReactNode } from 'react';
import { asJson, Code, indentedXml } from '../../parts/code.js';
import { Details } from '../../parts/details.js';
import type { FullTransaction } from './full-transaction.js';

/** Shows request and answer as stored: without forbidden data, and with masked card numbers. */
export function Words({ transaction }: { readonly transaction: FullTransaction }): ReactNode {
  const { answer, rawAnswer } = transaction;
  const request = transaction.request['request'] as Readonly<Record<string, unknown>> | undefined;
  const views = [
    ['request', 'Request', <Details key="r" details={fieldsOf(request ?? {})} />],
    [
      'envelope',
      'Request, raw',
      <Code key="e" text={asJson(transaction.request)} label="The envelope for the wallet service" />,
    ],
    ['answer', 'Answer', answer === null ? <None key="a" /> : <Details key="a" details={fieldsOf(answer)} />],
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
    <section aria-labelledby="words">
      <h2 id="words">Request and answer</h2>
      <p className="muted">As saved. Secrets are removed and card numbers are masked.</p>
      <Tabs.Root defaultValue="request">
        <Tabs.List aria-label="Request and answer" className="tabs">
          {views.map(([value, name]) => (
            <Tabs.Trigger key={value} value={value}>
              {name}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {views.map(([value, , content]) => (
          <Tabs.Content key={value} value={value} className="tab">
            {content}
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </section>
  );
}

function None(): ReactNode {
  return <p className="muted">The wallet service gave none.</p>;
}

function fieldsOf(fields: Readonly<Record<string, unknown>>): readonly (readonly [string, ReactNode])[] {
  return Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : <code key="v">{JSON.stringify(value)}</code>,
  ]);
}

/** Returns JSON and XML with line breaks, and other text unchanged. */
function readable(text: string): string {
  try {
    return asJson(JSON.parse(text));
  } catch {
    return text.trimStart().startsWith('<') ? indentedXml(text) : text;
  }
}
