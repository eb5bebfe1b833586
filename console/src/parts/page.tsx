import {
  Alert,
  Box,
  Button,
  DataList,
  EmptyState,
  Group,
  Modal,
  SimpleGrid,
  Skeleton,
  Stack,
  Title,
} from '@mantine/core';
import { useDisclosure, useDocumentTitle } from '@mantine/hooks';
import { IconAlertTriangle, IconBook2 } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { sentenceOf, sentenceOfQuery } from '../gateway/gateway-error.js';
import { placeOf } from './places.js';
import { styleOf, type Tone } from './value.js';

/** Whether a page was shown before: the focus stays where the browser puts it at the first one. */
let hasArrived = false;

/** Shows what every page has: a way back to its list, heading, actions and title. The focus moves to the heading on arrival. */
export function Page({
  title,
  heading = title,
  badges,
  actions,
  children,
}: {
  /** Title of the tab, and the heading. */
  readonly title: string;
  /** Heading that differs from the title. */
  readonly heading?: ReactNode;
  /** States beside the heading. */
  readonly badges?: ReactNode;
  /** Buttons at the end of the heading's line. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  const element = useRef<HTMLHeadingElement>(null);
  const [path] = useLocation();
  const { name, addresses: [list] = [path] } = placeOf(path) ?? {};
  useDocumentTitle(`${title} · Cardway console`);
  useEffect(() => {
    if (hasArrived) element.current?.focus({ preventScroll: true });
    hasArrived = true;
  }, []);
  return (
    <>
      {list !== path && (
        <nav aria-label="Path">
          <Link href={list}>{name}</Link>
        </nav>
      )}
      <Group mb="md" gap="sm">
        <Title order={1} ref={element} tabIndex={-1} className="words">
          {heading}
        </Title>
        {badges}
        <Group gap="xs" ml="auto">
          {actions}
        </Group>
      </Group>
      {children}
    </>
  );
}

/** Shows a part of a page under a heading, which also names it for screen readers. */
export function Section({
  title,
  note,
  actions,
  children,
}: {
  readonly title: string;
  /** Words beside the heading. */
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  const id = useId();
  return (
    <Box component="section" mt="xl" aria-labelledby={id}>
      <Group mb="xs" gap="sm">
        <Title order={2} id={id}>
          {title}
        </Title>
        {note !== undefined && <span className="muted">{note}</span>}
        {actions !== undefined && <Group ml="auto">{actions}</Group>}
      </Group>
      {children}
    </Box>
  );
}

export type Detail = readonly [name: string, value: ReactNode];

/** Shows names with their values. */
export function DetailList({ details }: { readonly details: readonly Detail[] }): ReactNode {
  return (
    <DataList withDivider gap="xs" labelWidth="10rem">
      {details.map(([name, value]) => (
        <DataList.Item key={name}>
          <DataList.ItemLabel>{name}</DataList.ItemLabel>
          <DataList.ItemValue className="words">{value}</DataList.ItemValue>
        </DataList.Item>
      ))}
    </DataList>
  );
}

/** Puts sections beside each other where there is room. */
export function Columns({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
      {children}
    </SimpleGrid>
  );
}

/** Shows an error. That of a query has a button to try again. Screen readers announce it. */
export function Failure({
  error,
  retry,
}: {
  readonly error: unknown;
  readonly retry?: () => void;
}): ReactNode {
  return (
    <Alert my="xs" color="red" role="alert" icon={<IconAlertTriangle size={18} />}>
      <p>{retry === undefined ? sentenceOf(error) : sentenceOfQuery(error)}</p>
      {retry !== undefined && (
        <Button size="xs" mt="sm" onClick={retry}>
          Try again
        </Button>
      )}
    </Alert>
  );
}

/** Shows what a person should know about the page, in the colour of a state. */
export function Notice({
  tone,
  actions,
  children,
}: {
  readonly tone: Tone;
  /** Links and buttons at its end. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <Group role="note" className="notice" style={styleOf(tone)} px="md" py="sm" justify="space-between">
      <div>{children}</div>
      {actions !== undefined && <Group>{actions}</Group>}
    </Group>
  );
}

/** Shows why a list is empty, and what to do next. */
export function Empty({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ReactNode;
}): ReactNode {
  return <EmptyState className="words" title={title} description={children} py="xl" size="sm" />;
}

/** Shows grey lines in place of what is loading. */
export function Loading({ lines = 6 }: { readonly lines?: number }): ReactNode {
  return (
    <Stack className="loading" role="status" aria-label="Loading" py="xs">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} height={14} radius="sm" />
      ))}
    </Stack>
  );
}

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
  guessing: 'wrong-keys-or-checksums',
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
    <Link href={`/runbook/${ENTRIES[entry]}`} className="runbook">
      <IconBook2 size={15} aria-hidden="true" /> {children}
    </Link>
  );
}

/** Shows a button in a row of a list, which opens what has no room in the row. */
export function DetailsButton({
  label,
  title,
  children,
}: {
  /** Name for screen readers. */
  readonly label: string;
  readonly title: string;
  readonly children: (close: () => void) => ReactNode;
}): ReactNode {
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <Button size="compact-xs" aria-label={label} onClick={dialog.open}>
        Details
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} size="lg" title={title}>
        <Stack>{children(dialog.close)}</Stack>
      </Modal>
    </>
  );
}
