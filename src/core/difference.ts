import { REQUEST_ORDER, type Envelope } from './envelope.js';
import { equalJson, type JsonValue } from './json.js';
import { KLV_ARGUMENTS } from './klv-keys.js';

/**
 * The first field in which two calls of one request id differ, in the order of service.md 2.1 to 2.3: customer and card,
 * then the request, then its transaction_data; `checksum` is not compared. Both envelopes are masked as the ledger keeps
 * them, so a difference in something never stored is named only as `request`.
 */
export function firstDifference(saved: Envelope, asked: Envelope): string {
  for (const name of ['customer_id', 'card_id'] as const) {
    if (!same(saved[name], asked[name])) return name;
  }
  const inRequest = differenceIn(saved.request, asked.request, REQUEST_ORDER);
  if (inRequest !== null) return inRequest;
  const inData = differenceIn(
    objectOf(saved.request['transaction_data']),
    objectOf(asked.request['transaction_data']),
    KLV_ARGUMENTS,
  );
  if (inData !== null) return `transaction_data.${inData}`;
  return differenceIn(saved, asked, []) ?? 'request';
}

const NOT_COMPARED: ReadonlySet<string> = new Set(['checksum', 'transaction_data', 'request', 'request_id']);

type Members = Readonly<Record<string, JsonValue | undefined>>;

function differenceIn(saved: Members, asked: Members, order: readonly string[]): string | null {
  const names = [...order, ...Object.keys(saved), ...Object.keys(asked)];
  return names.find((name) => !NOT_COMPARED.has(name) && !same(own(saved, name), own(asked, name))) ?? null;
}

function same(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return equalJson(a, b);
}

/** Callers may call a member `constructor`, which every object seems to have. */
function own(members: Members, name: string): JsonValue | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

function objectOf(value: JsonValue | undefined): Members {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {};
}
