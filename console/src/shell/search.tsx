import '@mantine/spotlight/styles.css';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { ConsoleSearchDocument, type ConsoleSearchQuery } from '../../../src/generated/operations.js';
import { ask } from '../gateway/ask.js';
import { sentenceOf } from '../gateway/gateway-error.js';
import { useMay, useSession } from '../gateway/session.js';
import { formatMoney } from '../parts/format.js';
import { navigationOf } from '../parts/places.js';
import { addressOf, wordOf } from '../parts/value.js';

const [store, spotlight] = createSpotlight();

/** The gateway takes no longer text. */
const TEXT_MAX = 128;
const HITS_MAX = 12;
/** Pause in typing after which the gateway is asked. */
const PAUSE_MS = 120;

/** Shows the search over ids and pages. */
export function Search({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { about } = useSession();
  const [, navigate] = useLocation();
  const [query, setQuery] = useState('');
  const text = query.trim().slice(0, TEXT_MAX);
  const { hits, note } = useHits(text);
  useEffect(() => spotlight.open(), []);
  useFirstSelected(hits);
  const actionOf = ({ label, description, href }: Lead): SpotlightActionData => ({
    id: href,
    label,
    ...(description === undefined ? {} : { description }),
    onClick: () => navigate(href),
  });
  const pages = navigationOf(about)
    .flatMap(({ places }) => places)
    .filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
    .map(({ name, addresses: [href] }) => actionOf({ label: name, description: 'page', href }));
  // A name of a merchant is no id: the list looks for it.
  const merchant = `/transactions?time=24h&merchant=${encodeURIComponent(text)}`;
  const isName = pages.length === 0 && /\p{L}{3}/u.test(text);
  const names = isName ? [actionOf({ label: `Payments at “${text}” of 24 hours`, href: merchant })] : [];
  return (
    <Spotlight
      actions={[...hits.flatMap((hit) => leadsOf(hit, text)).map(actionOf), ...pages, ...names]}
      store={store}
      attributes={{ content: { 'aria-label': 'Search' } }}
      onSpotlightClose={onClose}
      query={query}
      onQueryChange={setQuery}
      // The pages are filtered above, and the hits by the gateway.
      filter={(_query, actions) => actions}
      nothingFound={note}
      shortcut={null}
      scrollable
      maxHeight="min(26rem, 70dvh)"
      searchProps={{ placeholder: 'Request id, wallet, card, terminal, page …', 'aria-label': 'Search' }}
    />
  );
}

/** Selects the first answer of the gateway when it arrives: the library selects only what stands there while the person types. */
function useFirstSelected(hits: readonly Hit[]): void {
  useEffect(() => {
    const isSelected = document.querySelector('[data-action][data-selected]') !== null;
    if (!isSelected) document.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
  }, [hits]);
}

type Hit = ConsoleSearchQuery['search'][number];

const NONE: readonly Hit[] = [];

/** Returns what the gateway finds for a text, and a note for an empty list. */
function useHits(text: string): { readonly hits: readonly Hit[]; readonly note: ReactNode } {
  const mayAsk = useMay('MONITOR');
  const [wanted] = useDebouncedValue(text, PAUSE_MS);
  const { data, error } = useQuery({
    queryKey: [ConsoleSearchDocument, wanted],
    queryFn: ({ signal }) => ask(ConsoleSearchDocument, { text: wanted, first: HITS_MAX }, { signal }),
    enabled: mayAsk && wanted !== '',
  });
  if (!mayAsk) return { hits: NONE, note: 'No page has this name. Your role finds pages only.' };
  if (error !== null) return { hits: NONE, note: sentenceOf(error) };
  // Answers to an earlier text would lead to the wrong place.
  if (wanted !== text || data === undefined) return { hits: NONE, note: 'Searching …' };
  return { hits: data.search, note: <NothingFound /> };
}

function NothingFound(): ReactNode {
  return (
    <>
      Nothing has this name or id. A call may be among the{' '}
      <Link href="/refused" onClick={spotlight.close}>
        refused calls
      </Link>
      , which are found by terminal, time and X-Request-Id. Digits of a card number find nothing.
    </>
  );
}

/** Page to which a hit leads. */
interface Lead {
  readonly label: string;
  readonly description?: string;
  readonly href: string;
}

/** Returns where a hit leads; nowhere for a type of a newer release. A wallet also leads to the card or the customer of the text. */
function leadsOf(hit: Hit, text: string): readonly Lead[] {
  const lead = (label: string, href: string, description?: string): readonly Lead[] => [
    { label, href, ...(description === undefined ? {} : { description }) },
  ];
  switch (hit.__typename) {
    case 'Transaction': {
      const amount = hit.requestMoney === null ? '' : ` ${formatMoney(hit.requestMoney)}`;
      const label = `${hit.methodName}${amount}, ${wordOf(hit.transactionState)}`;
      return lead(label, addressOf('transaction', hit.requestId), hit.requestId);
    }
    case 'Wallet': {
      const { reference, walletCustomerId, cards } = hit;
      const customer = String(walletCustomerId);
      return [
        ...(cards.some(({ cardId }) => String(cardId) === text)
          ? lead(`Card ${text}`, addressOf('card', text))
          : []),
        ...(customer === text
          ? lead(`Transactions of customer ${text}`, addressOf('customer', customer))
          : []),
        ...lead(`Wallet ${reference}`, addressOf('wallet', reference), `customer ${customer}`),
      ];
    }
    case 'Terminal':
      return lead(`Terminal ${hit.terminalId}`, addressOf('terminal', hit.terminalId));
    case 'ApiKey':
      return lead(`Key ${hit.keyId}`, addressOf('key', hit.keyId), hit.role);
    case 'Programme':
      return lead(`Programme ${hit.programme}`, addressOf('programme', hit.programme), hit.name);
    case 'Event':
      return lead(`Event ${hit.id}`, addressOf('event', hit.id), hit.eventType);
    case 'Delivery':
      return lead(
        `Delivery of event ${hit.eventId}`,
        addressOf('event', hit.eventId),
        wordOf(hit.deliveryState),
      );
    case 'Endpoint':
      return lead(`Endpoint ${hit.id}`, addressOf('endpoint', hit.id), hit.url);
    case 'ProvisioningAttempt':
      return lead(
        `Attempt of card ${String(hit.attemptCardId)}`,
        addressOf('attempt', hit.attemptId),
        `${wordOf(hit.attemptState)}, ${hit.attemptId}`,
      );
    case 'Digitization':
      return lead(
        `Token ${hit.tokenReference}`,
        addressOf('token', hit.tokenReference),
        `${wordOf(hit.digitizationState)}, of card ${String(hit.digitizationCardId)}`,
      );
    default:
      return [];
  }
}
