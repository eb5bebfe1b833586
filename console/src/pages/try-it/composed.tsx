import { Alert, Button, Tabs } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  BalanceDocument,
  DeductDocument,
  type OutcomeFragment,
  SandboxCallDocument,
  type SandboxCallInput,
  type SandboxCallQuery,
} from '../../../../src/cli/generated/operations.js';
import { ask } from '../../gateway/ask.js';
import { useAnswer } from '../../gateway/asking.js';
import { sentenceOf } from '../../gateway/gateway-error.js';
import { ResultBadge } from '../../parts/badge.js';
import { Code } from '../../parts/code.js';
import { Id } from '../../parts/id.js';
import { Failure, Loading } from '../../parts/notice.js';
import { asJson, indentedXml } from '../../parts/readable.js';
import { Columns, Section } from '../../parts/section.js';

type Call = SandboxCallQuery['sandboxCall'];

/** Shows the call in the form of each interface, its hashes, and its answer. */
export function Composed({
  input,
  onSent,
}: {
  readonly input: SandboxCallInput;
  readonly onSent: () => void;
}): ReactNode {
  const answer = useAnswer('sandbox-call', SandboxCallDocument, { input });
  const call = answer.data?.sandboxCall;
  if (answer.isError) return <Failure error={answer.error} />;
  if (call === undefined) return <Loading />;
  return (
    <>
      <Sending input={input} call={call} onSent={onSent} isReady={!answer.isPlaceholderData} />
      <Section title="As each interface reads it">
        <Forms input={input} call={call} />
      </Section>
      <Columns>
        <Hashing title="The checksum" step={call.checksum} key1="terminal’s password">
          Method name and arguments in their order, put together with nothing between them. GraphQL callers
          may leave it to the gateway.
        </Hashing>
        <Hashing title="The signature" step={call.signature} key1="signing key">
          The bytes that leave for the wallet service, as they leave. It is sent as{' '}
          <code>X_msg_signature</code>.
        </Hashing>
      </Columns>
    </>
  );
}

function Forms({ input, call }: { readonly input: SandboxCallInput; readonly call: Call }): ReactNode {
  const forms = [
    ['xml', 'XML-RPC', 'POST /RPC2', indentedXml(call.xml)],
    ['json', 'JSON', 'POST /v1/proxy', call.json],
    ['graphql', 'GraphQL', 'POST /graphql', `${documentOf(input)}\n\n# variables\n${asJson(call.variables)}`],
  ] as const;
  return (
    <Tabs keepMounted={false} defaultValue="xml">
      <Tabs.List aria-label="Interfaces" mb="sm">
        {forms.map(([value, name]) => (
          <Tabs.Tab key={value} value={value}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {forms.map(([value, name, channel, text]) => (
        <Tabs.Panel key={value} value={value}>
          <p>
            <code>{channel}</code>
          </p>
          <Code text={text} label={`The call as ${name}`} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function Hashing(props: {
  readonly title: string;
  readonly step: Call['checksum'];
  readonly key1: string;
  readonly children: ReactNode;
}): ReactNode {
  const { title, step } = props;
  return (
    <Section title={title}>
      <p>{props.children}</p>
      <ol className="steps">
        <li>
          Put together
          <dl className="pieces">
            {step.parts.map(({ name, text }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text === '' ? <span className="muted">empty</span> : <code>{text}</code>}</dd>
              </div>
            ))}
          </dl>
        </li>
        <li>
          HMAC-SHA256 under the {props.key1} <code>{step.key}</code>
        </li>
        <li>
          In hex <code className="mac">{step.hmac}</code>
        </li>
      </ol>
    </Section>
  );
}

function Sending({
  input,
  call,
  onSent,
  isReady,
}: {
  readonly input: SandboxCallInput;
  readonly call: Call;
  readonly onSent: () => void;
  readonly isReady: boolean;
}): ReactNode {
  const send = useMutation({ mutationFn: () => sendCall(input, call), onSettled: onSent });
  return (
    <section aria-label="Sending" className="sending">
      <Button variant="filled" loading={send.isPending || !isReady} onClick={() => send.mutate()}>
        Send this {input.methodName}
      </Button>
      <div role="status">{send.data !== undefined && <Outcome sent={send.data} />}</div>
    </section>
  );
}

interface Sent {
  readonly requestId: string;
  /** Null where the gateway replied with an error. */
  readonly outcome: OutcomeFragment | null;
  readonly problem: string | null;
}

/** Sends the call. An error of the gateway is an outcome too: the transaction can still be opened. */
async function sendCall(input: SandboxCallInput, { clientKey, requestId, variables }: Call): Promise<Sent> {
  try {
    // The operation's types do not cover these variables, because the gateway composes them.
    const outcome =
      input.methodName === 'DEDUCT'
        ? (await ask(DeductDocument, variables as never, { key: clientKey })).deduct
        : (await ask(BalanceDocument, variables as never, { key: clientKey })).balance;
    return { requestId: outcome.requestId ?? requestId, outcome, problem: null };
  } catch (error) {
    return { requestId, outcome: null, problem: sentenceOf(error) };
  }
}

function Outcome({ sent }: { readonly sent: Sent }): ReactNode {
  const code = sent.outcome?.response.fields['resultCode'];
  return (
    <Alert color={sent.outcome === null ? 'red' : 'gray'} role="note" className="sent">
      <p>
        {sent.problem ?? <ResultBadge code={typeof code === 'number' ? code : null} />}{' '}
        <Id kind="transaction" id={sent.requestId} />
      </p>
      {sent.outcome !== null && (
        <Code text={asJson(sent.outcome.response.fields)} label="The normalized answer" />
      )}
    </Alert>
  );
}

function documentOf({ methodName }: SandboxCallInput) {
  return methodName === 'DEDUCT' ? DeductDocument : BalanceDocument;
}
