import { useDebouncedValue } from '@mantine/hooks';
import type { SpotlightActionData } from '@mantine/spotlight';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { ConsoleSearchDocument, type ConsoleSearchQuery } from '../../../src/generated/operations.js';
import { useMay } from '../gateway/allowed.js';
import { ask } from '../gateway/ask.js';
import { sentenceOf } from '../gateway/gateway-error.js';
import { wordOf } from '../parts/badge.js';
import {
  IconArrowsExchange,
  IconBroadcast,
  IconBuilding,
  IconCashRegister,
  IconCreditCard,
  IconDeviceMobile,
  IconKey,
  IconSend,
  IconWallet,
  IconWebhook,
} from '../parts/icons.js';
import { addressOf } from '../parts/links.js';
import { formatMoney } from '../parts/format-money.js';

type Hit = ConsoleSearchQuery['search'][number];

/** Result of a search. */
interface Lead {
  readonly icon: ComponentType<{ readonly size?: number; readonly stroke?: number }>;
  readonly label: string;
  readonly description?: string;
  readonly href: string;
}

/** The gateway takes no longer text. */
const TEXT_MAX = 128;
const HITS_MAX = 12;
/** Pause in typing after which the gateway is asked. */
const PAUSE_MS = 120;

/** Returns what the gateway finds for a text, and a note for an empty list. */
export function useFound(
  text: string,
  close: () => void,
): {
  readonly actions: readonly SpotlightActionData[];
  readonly note: ReactNode;
} {
  const [, navigate] = useLocation();
  const mayAsk = useMay('MONITOR');
  const [wanted] = useDebouncedValue(text.slice(0, TEXT_MAX), PAUSE_MS);
  const query = useQuery({
    queryKey: ['search', wanted],
    queryFn: ({ signal }) => ask(ConsoleSearchDocument, { text: wanted, first: HITS_MAX }, { signal }),
    enabled: mayAsk && wanted !== '',
    placeholderData: keepPreviousData,
  });
  // Answers to an earlier text would lead to the wrong place.
  const isCurrent = text !== '' && wanted === text.slice(0, TEXT_MAX) && !query.isPlaceholderData;
  const hits = isCurrent ? (query.data?.search ?? []) : [];
  return {
    actions: hits
      .flatMap((hit) => leadsOf(hit, text))
      .map(({ icon: Icon, label, description, href }) => ({
        id: href,
        label,
        ...(description === undefined ? {} : { description }),
        leftSection: <Icon size={18} stroke={1.75} />,
        onClick: () => navigate(href),
      })),
    note: mayAsk ? noteOf(text, isCurrent && !query.isFetching, query.error, close) : PAGES_ONLY,
  };
}

const PAGES_ONLY = 'No page has this name. Your role finds pages only.';

/** A text that may be the id of a terminal which the directory does not have, or no longer has. */
const TERMINAL = /^\d{10}$/;

function noteOf(text: string, isDone: boolean, error: Error | null, close: () => void): ReactNode {
  if (error !== null) return sentenceOf(error);
  if (!isDone) return 'Searching …';
  return (
    <>
      Nothing has this name or id. A call may be among the{' '}
      <Link href={TERMINAL.test(text) ? `/refused?terminal=${text}` : '/refused'} onClick={close}>
        refused calls
      </Link>
      , which are found by terminal and time. An X-Request-Id is in the log only. Digits of a card number find
      nothing.
    </>
  );
}

/** Returns where a hit leads. A wallet also leads to the card or the customer that the text names. */
function leadsOf(hit: Hit, text: string): readonly Lead[] {
  switch (hit.__typename) {
    case 'Transaction':
      return [transactionLead(hit)];
    case 'Wallet':
      return walletLeads(hit, text);
    case 'Terminal':
      return [
        {
          icon: IconCashRegister,
          label: `Terminal ${hit.terminalId}`,
          href: addressOf('terminal', hit.terminalId),
        },
      ];
    case 'ApiKey':
      return [
        {
          icon: IconKey,
          label: `Key ${hit.keyId}`,
          description: hit.role,
          href: addressOf('key', hit.keyId),
        },
      ];
    case 'Programme':
      return [
        {
          icon: IconBuilding,
          label: `Programme ${hit.programme}`,
          description: hit.name,
          href: addressOf('programme', hit.programme),
        },
      ];
    default:
      return furtherLeads(hit);
  }
}

function furtherLeads(hit: Hit): readonly Lead[] {
  switch (hit.__typename) {
    case 'Event':
      return [
        {
          icon: IconBroadcast,
          label: `Event ${hit.id}`,
          description: hit.eventType,
          href: addressOf('event', hit.id),
        },
      ];
    case 'Delivery':
      return [
        {
          icon: IconSend,
          label: `Delivery of event ${hit.eventId}`,
          description: wordOf(hit.deliveryState),
          href: addressOf('event', hit.eventId),
        },
      ];
    case 'Endpoint':
      return [
        {
          icon: IconWebhook,
          label: `Endpoint ${hit.id}`,
          description: hit.url,
          href: addressOf('endpoint', hit.id),
        },
      ];
    case 'ProvisioningAttempt':
      return [
        {
          icon: IconCreditCard,
          label: `Attempt of card ${String(hit.attemptCardId)}`,
          description: `${wordOf(hit.attemptState)}, ${hit.attemptId}`,
          href: addressOf('attempt', hit.attemptId),
        },
      ];
    case 'Digitization':
      return [
        {
          icon: IconDeviceMobile,
          label: `Token ${hit.tokenReference}`,
          description: `${wordOf(hit.digitizationState)}, of card ${String(hit.digitizationCardId)}`,
          href: `/digitizations?token=${encodeURIComponent(hit.tokenReference)}`,
        },
      ];
    default:
      return [];
  }
}

function transactionLead(hit: Extract<Hit, { readonly __typename: 'Transaction' }>): Lead {
  const amount = hit.requestMoney === null ? '' : ` ${formatMoney(hit.requestMoney)}`;
  return {
    icon: IconArrowsExchange,
    label: `${hit.methodName}${amount}, ${wordOf(hit.transactionState)}`,
    description: hit.requestId,
    href: addressOf('transaction', hit.requestId),
  };
}

function walletLeads(hit: Extract<Hit, { readonly __typename: 'Wallet' }>, text: string): readonly Lead[] {
  const { reference, walletCustomerId, cards } = hit;
  const card = cards.find(({ cardId }) => String(cardId) === text);
  const isCustomer = String(walletCustomerId) === text;
  return [
    ...(card === undefined
      ? []
      : [{ icon: IconCreditCard, label: `Card ${text}`, href: addressOf('card', card.cardId) }]),
    ...(isCustomer
      ? [
          {
            icon: IconArrowsExchange,
            label: `Transactions of customer ${text}`,
            href: addressOf('customer', walletCustomerId),
          },
        ]
      : []),
    {
      icon: IconWallet,
      label: `Wallet ${reference}`,
      description: `customer ${String(walletCustomerId)}`,
      href: addressOf('wallet', reference),
    },
  ];
}
