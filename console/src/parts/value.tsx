import { ActionIcon, CopyButton, Group, Paper } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { PARTIALLY_APPROVED } from '../../../src/core/transactions/result-codes.js';
import { formatCount, formatMoney, type MoneyAmount, resultWord } from './format.js';
import { Time } from './time.js';

/** A value of an entity: a column of its list, and a line of its page. */
export interface Field<Row> {
  readonly label: string;
  readonly name?: keyof Row & string;
  /** Form of the value of this name. Left out: a text. */
  readonly kind?: 'code' | 'time' | 'state' | IdKind;
  /** Content in place of the value. The page of an entity leaves out a line whose content is null. */
  readonly show?: (row: Row) => ReactNode;
  /** True aligns a column to the right, as numbers are. */
  readonly isNumber?: boolean;
  /** True for a value that says by itself what it is. Phones leave out its name. */
  readonly isPlain?: boolean;
  /** True leaves the column out on phones. */
  readonly isDetail?: boolean;
  /** True shows the column on wide screens only. It must repeat nothing that people need to choose a row. */
  readonly isExtra?: boolean;
}

/** Stands in place of a value that is not known. */
export function None(): ReactNode {
  return <span className="muted">–</span>;
}

/** Shows a value of an entity, in a list or on the page of the entity. */
export function Value<Row>({
  field: { name, kind, show },
  row,
  isInList = false,
}: {
  readonly field: Field<Row>;
  readonly row: Row;
  readonly isInList?: boolean;
}): ReactNode {
  if (show !== undefined) return show(row);
  const value = name === undefined ? null : (row[name] as string | number | null | undefined);
  if (value == null || value === '') return <None />;
  switch (kind) {
    case undefined:
      return String(value);
    case 'code':
      return <code>{value}</code>;
    case 'time':
      return <Time at={String(value)} form={isInList ? 'list' : 'date'} />;
    case 'state':
      return <StateBadge state={String(value)} />;
    default:
      return <Id kind={kind} id={value} isInList={isInList} />;
  }
}

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

interface ShownState {
  readonly state: string;
  readonly replyReason?: string | null | undefined;
}

/** Shows a state of the gateway as a word in its colour. */
export function StateBadge({ state, replyReason }: ShownState): ReactNode {
  const shown = stateOf({ state, replyReason });
  return <Badge tone={TONES[shown] ?? 'quiet'}>{wordOf(shown)}</Badge>;
}

/** Returns the state that people see: an answer that an operator gave is a state of its own. */
export function stateOf({ state, replyReason }: ShownState): string {
  return state === 'answered' && replyReason?.endsWith('_by_operator') === true ? replyReason : state;
}

/** Returns a value of the gateway as words: `in_doubt` is `in doubt`. */
export function wordOf(value: string): string {
  return value.replaceAll('_', ' ');
}

/** Shows a result code with its meaning: `-17 not sufficient funds`. */
export function ResultBadge({ code }: { readonly code: number | null | undefined }): ReactNode {
  if (code == null) return <span className="muted">–</span>;
  const tone = code === PARTIALLY_APPROVED ? 'warn' : code > 0 ? 'good' : 'bad';
  return (
    <Badge tone={tone}>
      {code} {resultWord(code)}
    </Badge>
  );
}

/** Shows an id, which links to its page. Outside of lists it has a button to copy it. */
export function Id({
  kind,
  id,
  isInList = false,
}: {
  readonly kind: IdKind;
  readonly id: string | number | null | undefined;
  readonly isInList?: boolean;
}): ReactNode {
  if (id == null || id === '') return <span className="muted">–</span>;
  const link = (
    <Link href={addressOf(kind, id)}>
      <code>{id}</code>
    </Link>
  );
  return isInList ? (
    link
  ) : (
    <Group component="span" display="inline-flex" gap="sm" className="words">
      {link}
      <CopyIcon text={String(id)} />
    </Group>
  );
}

/** Shows a small button that copies a text. */
export function CopyIcon({
  text,
  label = `Copy ${text}`,
}: {
  readonly text: string;
  readonly label?: string;
}): ReactNode {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <ActionIcon size={20} aria-label={copied ? 'Copied' : label} onClick={copy}>
          {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
        </ActionIcon>
      )}
    </CopyButton>
  );
}

/** Shows an amount: `€3.54`, or `354 minor units` where its currency is not known. The pointer gets the minor units. */
export function Money({ money }: { readonly money: MoneyAmount | null | undefined }): ReactNode {
  if (money == null) return <span className="muted">–</span>;
  return <span title={`${formatCount(money.minorUnits)} minor units`}>{formatMoney(money)}</span>;
}

/** Shows JSON with line breaks and other text unchanged, with a button to copy it. */
export function Code({ value, label }: { readonly value: unknown; readonly label: string }): ReactNode {
  const text = readable(value);
  return (
    <Paper withBorder p="sm">
      <Group align="start" wrap="nowrap" justify="space-between">
        <pre tabIndex={0} aria-label={label} role="region" className="code">
          {text}
        </pre>
        <CopyIcon text={text} label={`Copy: ${label}`} />
      </Group>
    </Paper>
  );
}

function readable(value: unknown): string {
  try {
    return JSON.stringify(typeof value === 'string' ? JSON.parse(value) : value, null, 2);
  } catch {
    return String(value);
  }
}

/** Kinds of ids that lead to a page. */
export type IdKind =
  | 'transaction'
  /** Id that the caller gave a transaction, which several may have. */
  | 'transactionId'
  | 'wallet'
  | 'terminal'
  | 'card'
  | 'customer'
  | 'programme'
  | 'key'
  | 'attempt'
  | 'token'
  | 'event'
  | 'endpoint';

/** Addresses of the pages of ids. A page of its own for one of them changes one line here. */
const ADDRESSES: Readonly<Record<IdKind, (id: string) => string>> = {
  transaction: (id) => `/transactions/${id}`,
  transactionId: (id) => `/transactions?id=${id}`,
  wallet: (id) => `/wallets/${id}`,
  terminal: (id) => `/terminals/${id}`,
  card: (id) => `/cards/${id}`,
  customer: (id) => `/transactions?customer=${id}`,
  programme: (id) => `/programmes/${id}`,
  key: (id) => `/keys/${id}`,
  attempt: (id) => `/provisioning/${id}`,
  token: (id) => `/digitizations?token=${id}`,
  event: (id) => `/events/log/${id}`,
  endpoint: (id) => `/endpoints/${id}`,
};

/** Returns the address of the page of an id. */
export function addressOf(kind: IdKind, id: string | number): string {
  return ADDRESSES[kind](encodeURIComponent(id));
}
