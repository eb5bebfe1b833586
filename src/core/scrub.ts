import { maskText } from './pan.js';

/**
 * What leaves for logs, traces, error texts and stored excerpts, without card numbers and secrets, wherever in a text they stand.
 * What programs write by themselves holds neither; this is for what a peer's words or an error's message may bring along.
 *
 * A card number is what begins with a known issuer's prefix and satisfies Luhn. One in ten numbers does by chance, so
 * what is typed as an identifier stays: request ids by their form, other ids, dates and tracking numbers by the name of
 * their field (`scrubFields`). Secrets are known by their kind (bearer and basic credentials, API keys, webhook secrets,
 * provisioning secrets, passwords in URLs, 64 hex digits of checksums and signatures) or by the name that stands before them.
 */
export function scrub(text: string): string {
  if (!SUSPICIOUS.test(text)) return text;
  return hideSecrets(maskOutsideIds(text))
    .replace(CHECKSUM, HIDDEN)
    .replace(NAMED_SECRET, (whole, before: string, value: string) => {
      return value === HIDDEN || SAID.test(value) ? whole : `${before}${HIDDEN}`;
    });
}

/** Of all that, only the secrets that are known by their kind: for what is kept whole otherwise. Cheap where there are none. */
export function hideSecrets(text: string): string {
  if (text.length < SHORTEST || !MARKS.some((mark) => text.includes(mark))) return text;
  return text
    .replace(CREDENTIALS, `$1${HIDDEN}`)
    .replace(KINDS, HIDDEN)
    .replace(URL_PASSWORD, `$1${HIDDEN}@`);
}

/** One of them is in every secret that is known by its kind. */
const MARKS = ['earer ', 'asic ', 'EARER ', 'ASIC ', 'whsec_', 'cardway_', '#', '-----BEGIN', '://'];

/** The same for a value with named fields, its members' names included. The value itself where nothing is to be hidden. */
export function scrubFields<T extends object>(value: T): T {
  return scrubValue(value, 'plain') as T;
}

export const HIDDEN = '[hidden]';

type NameKind = 'typed' | 'secret' | 'plain';

function scrubValue(value: unknown, kind: NameKind): unknown {
  if (typeof value === 'string') return scrubText(value, kind);
  if (typeof value === 'number' || typeof value === 'bigint') {
    if (kind !== 'secret' && value < PAN_MIN) return value;
    const text = String(value);
    const scrubbed = scrubText(text, kind);
    return scrubbed === text ? value : scrubbed;
  }
  if (Array.isArray(value)) {
    const scrubbed = value.map((item) => scrubValue(item, kind));
    return scrubbed.every((item, index) => item === value[index]) ? value : scrubbed;
  }
  return value !== null && isPlain(value) ? scrubMembers(value as Record<string, unknown>) : value;
}

const PAN_MIN = 1e12;

/** Errors and the like are told by serializers of their own. */
function isPlain(value: unknown): boolean {
  if (typeof value !== 'object') return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function scrubMembers(object: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(object);
  const isClean = names.every((name) => {
    const { kind, told } = lookUp(name);
    return told === name && scrubValue(object[name], kind) === object[name];
  });
  if (isClean) return object;
  return Object.fromEntries(
    names.map((name) => {
      const { kind, told } = lookUp(name);
      return [told, scrubValue(object[name], kind)];
    }),
  );
}

function scrubText(text: string, kind: NameKind): string {
  if (kind === 'secret' && text !== '') return HIDDEN;
  return kind === 'typed' || text.length < SHORTEST || UUID.test(text) ? text : scrub(text);
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
/** Of what a pattern below finds. */
const SHORTEST = 8;

/** Names come again with every line; what callers make up must not fill the memory. */
function lookUp(name: string): { readonly kind: NameKind; readonly told: string } {
  const known = NAMES.get(name);
  if (known !== undefined) return known;
  const kind = SECRET_NAME.test(name) ? 'secret' : TYPED_NAMES.has(name) ? 'typed' : 'plain';
  const found = { kind, told: scrub(name) } as const;
  if (NAMES.size < NAMES_MAX && name.length <= NAME_LENGTH_MAX) NAMES.set(name, found);
  return found;
}

const NAMES = new Map<string, { readonly kind: NameKind; readonly told: string }>();
const NAMES_MAX = 1000;
const NAME_LENGTH_MAX = 64;

const SECRET_WORDS =
  'pass(?:word|wd|phrase)|pwd|secret|authorization|checksum|signature|cookie|pin_?block|activation_?code|otp|cvv2?|cvc2?|(?:master|signing|api|private)_?key';
const SECRET_NAME = new RegExp(
  `^(?:[\\w-]*[_-])?(?:${SECRET_WORDS}|pin|track[12]?)$|(?:Password|Secret|PinBlock)$`,
  'i',
);

/** Identifiers, dates and amounts by definition: a request that cannot be found again helps nobody. */
const TYPED_NAMES: ReadonlySet<string> = new Set(
  [
    ...[
      'request_id',
      'original_request_id',
      'terminal_id',
      'reference',
      'transaction_id',
      'transaction_date',
    ],
    ...[
      'reference_id',
      'reference_date',
      'tracking_number',
      'original_transaction_amount',
      'trace_id',
      'span_id',
    ],
    ...[
      'retrieval_reference_number',
      'acquiring_institution_code',
      'merchant_identifier',
      'token_unique_reference',
    ],
    ...[
      'token_reference',
      'token_requestor_id',
      'customer_id',
      'card_id',
      'event_id',
      'delivery_id',
      'endpoint_id',
    ],
    ...['attempt_id', 'key_id', 'time', 'at_ms', 'sequence', 'pid'],
  ].flatMap((name) => [name, name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase())]),
);

const REQUEST_ID = /(?<![0-9A-Za-z_])\d{1,16}_\d{8,17}_\d{1,20}(?![0-9A-Za-z_])/g;
/** Only these names are looked for in running text; `scrubFields` knows more. */
const TYPED_IN_JSON = /"([A-Za-z_]{4,32})":"?[\d_]+"?/g;

/** Card numbers are looked for between what is an identifier by its form or by the name before it. */
function maskOutsideIds(text: string): string {
  let masked = '';
  let from = 0;
  for (const [start, end] of typedPlaces(text)) {
    if (start < from) continue;
    masked += maskText(text.slice(from, start)) + text.slice(start, end);
    from = end;
  }
  return from === 0 ? maskText(text) : masked + maskText(text.slice(from));
}

function typedPlaces(text: string): readonly (readonly [number, number])[] {
  const ids = [...text.matchAll(REQUEST_ID)].map(({ index, 0: id }) => [index, index + id.length] as const);
  const named = [...text.matchAll(TYPED_IN_JSON)]
    .filter(([, name = '']) => TYPED_NAMES.has(name))
    .map(({ index, 0: member }) => [index, index + member.length] as const);
  return [...ids, ...named].sort(([a], [b]) => a - b);
}

const CREDENTIALS = /\b((?:Bearer|Basic)\s+)(?!\[)[A-Za-z0-9+/=_.~-]{4,}/gi;
const KINDS = new RegExp(
  [
    'whsec_[A-Za-z0-9+/=_-]{8,}',
    'cardway_(?:sandbox_[a-z]+|(?=[\\w-]*[A-Z0-9])[\\w-]{32,})',
    // <KEY_ID>#<OTP>
    '(?<![\\w#-])[A-Za-z0-9_-]{1,16}#\\d{1,8}(?!\\d)',
    '-----BEGIN [A-Z ]*PRIVATE KEY-----[^-]*(?:-----END [A-Z ]*PRIVATE KEY-----)?',
  ].join('|'),
  'g',
);
/** Of a checksum or a signature. */
const CHECKSUM = /(?<![0-9A-Fa-f])[0-9A-Fa-f]{64}(?![0-9A-Fa-f])/g;
const URL_PASSWORD = /(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@"]*:)[^\s/@"]+@/gi;
const NAMED_SECRET = new RegExp(
  `((?:${SECRET_WORDS})["'\\\\]*\\s*[:=]\\s*["'\\\\]*)([^"'\\\\,;&}\\s<]+)`,
  'gi',
);
/** Words that tell something about a secret and not the secret: what is said of it must stay readable. */
const SAID = /^(?:null|true|false|is|was|not|no|wrong|missing|invalid)$/i;

/** One look that nearly every text passes. */
const SUSPICIOUS = new RegExp(
  `\\d{13}|\\d{4}[ -]\\d{4}|bearer|basic|whsec_|cardway_|#\\d|[0-9A-Fa-f]{64}|-----BEGIN|://[^\\s/"]*@|(?:${SECRET_WORDS})["'\\\\]*\\s*[:=]`,
  'i',
);
