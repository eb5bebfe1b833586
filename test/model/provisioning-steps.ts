/** Steps of push provisioning: secrets, token authorizations, reports. */
import fc from 'fast-check';
import { mutate, postRest } from '../interfaces/network/network-calls.js';
import { ask, PATHS } from '../support/provisioning/endpoints.js';
import { askGraphQL } from '../support/channels/index.js';
import { Violation } from './outcome.js';
import {
  ageOf,
  SLACK_MS,
  STEPS_AHEAD,
  verdictsOf,
  VERIFIED_FOR_MS,
  WRONG_CODES_MAX,
  type Attempt,
  type ProvisionedCard,
  type Token,
} from './provisioning.js';
import { CLOCK_SET_MS, count, note, type Run } from './run.js';
import { pick, steps } from './steps.js';
import { keyOf, OPERATOR, VALIDITY_MS, type KeyName, type World } from './world.js';

/** Who calls: mostly the role that may. */
type Who = 'own' | 'client' | 'integrator' | 'network' | 'operator' | 'nobody' | 'foreign';

const WHO: fc.Arbitrary<Who> = fc.oneof(
  { weight: 8, arbitrary: fc.constant<Who>('own') },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Who>('client', 'integrator', 'network', 'operator', 'nobody', 'foreign'),
  },
);

const small = fc.nat({ max: 30 });

interface About {
  readonly card: number;
  readonly node: number;
  readonly who: Who;
  readonly isGraphQL: boolean;
}

const aboutOf = (world: World): fc.Arbitrary<About> =>
  fc.record({
    card: fc.nat({ max: 2 }),
    node: fc.nat({ max: world.nodes - 1 }),
    who: WHO,
    isGraphQL: fc.boolean(),
  });

export const PROVISIONING_STEPS = (world: World) => [
  steps(5, {
    name: 'issue a secret',
    args: aboutOf(world),
    run: issue,
  }),
  steps(6, {
    name: 'verify a secret',
    args: fc.record({
      about: aboutOf(world),
      of: fc.oneof(fc.constant(0), fc.nat({ max: 4 })),
      given: fc.constantFrom('right', 'right', 'right', 'right', 'wrong', 'of another card'),
      times: fc.constantFrom(1, 1, 3),
    }),
    run: verify,
  }),
  steps(4, {
    name: 'authorize a token',
    args: fc.record({
      about: aboutOf(world),
      token: fc.option(small, { freq: 3 }),
      path: fc.constantFrom(null, null, null, 'RED'),
      times: fc.constantFrom(1, 1, 2),
    }),
    run: authorize,
  }),
  steps(4, {
    name: 'report a token',
    args: fc.record({ about: aboutOf(world), token: fc.option(small, { freq: 2 }) }),
    run: report,
  }),
];

/** The database's clock: no step sets it. */
const databaseNowMs = (): number => performance.now();

const isClockMoving = (run: Run): boolean => performance.now() - run.clockSetAt < CLOCK_SET_MS;

const keyOfWho = (who: Who, own: KeyName, { programme }: ProvisionedCard): string | null => {
  const other = programme === 'model-a' ? 'model-b' : 'model-a';
  if (who === 'nobody') return null;
  if (who === 'operator') return OPERATOR;
  return who === 'foreign' ? keyOf(other, own) : keyOf(programme, who === 'own' ? own : who);
};

/** Error that this caller must get; null where its key may do it. */
function errorOfWho(who: Who, own: KeyName): string | null {
  if (who === 'own' || who === own) return null;
  return who === 'nobody' ? 'UNAUTHENTICATED' : 'FORBIDDEN';
}

/** Error of a secret for a card of a blocked wallet. */
function errorOfCard(run: Run, { reference }: ProvisionedCard): string | null {
  return run.wallets.some((wallet) => wallet.reference === reference && wallet.isBlocked)
    ? 'FORBIDDEN'
    : null;
}

/** Whether the node refuses secrets, because its clock is not the database's. */
function driftOf(run: Run, node: number): 'no' | 'yes' | 'maybe' {
  if (isClockMoving(run)) return 'maybe';
  return run.world.aheadMs(node) > 30_000 ? 'yes' : 'no';
}

interface Said {
  readonly code: string | null;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Calls one endpoint of secrets over REST or GraphQL. */
async function call(
  run: Run,
  { node, isGraphQL }: About,
  path: 'generate' | 'verify',
  fields: { readonly card_id: number; readonly secret?: string },
  key: string | null,
): Promise<Said> {
  const url = run.world.url(node);
  if (!isGraphQL) {
    const { status, envelope } = await ask(url, PATHS[path], fields, key);
    const code = envelope.error.code ?? null;
    if ((status === 200) !== (code === null))
      throw new Violation(`A reply of ${PATHS[path]} has HTTP ${String(status)} and ${code ?? 'no code'}.`);
    return { code, payload: envelope.payload };
  }
  const variables = { cardId: fields.card_id, secret: fields.secret };
  const query =
    path === 'generate'
      ? 'mutation($cardId: SafeInt!) { said: generateProvisioningSecret(cardId: $cardId) { secret } }'
      : 'mutation($cardId: SafeInt!, $secret: String!) { said: verifyProvisioningSecret(cardId: $cardId, secret: $secret) { valid reason attemptId } }';
  const { data, errors } = await askGraphQL<{ said: Record<string, unknown> }>(url, query, {
    variables,
    key,
  });
  const code = errors[0]?.extensions.code ?? null;
  const said = data?.said ?? {};
  return {
    code,
    payload: {
      ...said,
      attempt_id: said['attemptId'],
      reason: typeof said['reason'] === 'string' ? said['reason'].toLowerCase() : undefined,
    },
  };
}

function require(what: string, got: string, allowed: ReadonlySet<string> | readonly string[]): void {
  const list = [...allowed];
  if (!list.includes(got)) throw new Violation(`${what} got ${got}; allowed: ${list.join(', ')}.`);
}

async function issue(run: Run, about: About): Promise<void> {
  const card = pick(run.provisioning.cards, about.card);
  const { who, node } = about;
  const issuedFromMs = databaseNowMs();
  const { code, payload } = await call(
    run,
    about,
    'generate',
    { card_id: card.cardId },
    keyOfWho(who, 'integrator', card),
  );
  note(run, `  a secret for card ${String(card.cardId)} by ${who} -> ${code ?? 'a secret'}`);
  const refused = errorOfWho(who, 'integrator') ?? errorOfCard(run, card);
  const drift = driftOf(run, node);
  if (refused !== null) return require('A secret', code ?? 'a secret', [refused]);
  // Its counters are used up after some issues.
  const mayBeLimited = card.attempts.length >= STEPS_AHEAD;
  require('A secret', code ?? 'a secret', [
    ...(drift === 'yes' ? [] : ['a secret', ...(mayBeLimited ? ['RATE_LIMITED'] : [])]),
    ...(drift === 'no' ? [] : ['UNAVAILABLE']),
  ]);
  if (code !== null) return;
  const secret = payload['secret'];
  if (typeof secret !== 'string' || !/^001#\d{8}$/.test(secret))
    throw new Violation(`${JSON.stringify(secret)} is no secret.`);
  if (card.secrets.has(secret))
    throw new Violation(`Card ${String(card.cardId)} got the secret ${secret} twice.`);
  card.secrets.add(secret);
  for (const attempt of card.attempts) attempt.isSuperseded = true;
  card.attempts.push({
    secret,
    issuedFromMs,
    issuedAtMs: databaseNowMs(),
    state: 'issued',
    isSuperseded: false,
    verifiedAtMs: 0,
    attemptId: null,
  });
  count(run, 'state secret issued');
}

interface VerifyArgs {
  readonly about: About;
  readonly of: number;
  readonly given: string;
  readonly times: number;
}

async function verify(run: Run, { about, of, given, times }: VerifyArgs): Promise<void> {
  const { cards } = run.provisioning;
  const card = pick(cards, about.card);
  const { who, node } = about;
  const other = pick(cards, about.card + 1);
  const attempt = given === 'right' ? (card.attempts.at(-1 - of) ?? card.attempts.at(-1)) : undefined;
  const strange = given === 'wrong' ? undefined : other.attempts.at(-1)?.secret;
  const secret = attempt?.secret ?? strange ?? '001#00000000';
  if (attempt === undefined && (card.secrets.has(secret) || card.wrongCodes + times >= WRONG_CODES_MAX))
    return;
  const before = databaseNowMs();
  const said = await Promise.all(
    Array.from({ length: times }, () =>
      call(run, about, 'verify', { card_id: card.cardId, secret }, keyOfWho(who, 'network', card)),
    ),
  );
  const got = said.map(
    ({ code, payload }) => code ?? (payload['valid'] === true ? 'valid' : String(payload['reason'])),
  );
  note(run, `  ${given} secret ${secret} of card ${String(card.cardId)} by ${who} -> ${got.join(', ')}`);
  const refused = errorOfWho(who, 'network') ?? errorOfCard(run, card);
  if (refused !== null) return got.forEach((one) => require('A secret', one, [refused]));
  const drift = driftOf(run, node);
  const unavailable = drift === 'no' ? [] : ['UNAVAILABLE'];
  if (drift === 'yes') return got.forEach((one) => require('A secret', one, unavailable));
  if (attempt === undefined) {
    card.wrongCodes += times;
    return got.forEach((one) => require('A secret that nobody issued', one, ['invalid', ...unavailable]));
  }
  const verdict = {
    allowed: verdictsOf(card, attempt, { fromMs: before, toMs: databaseNowMs() }),
    unavailable,
  };
  const passed = takeVerification(attempt, got, verdict);
  if (!passed) return;
  attempt.attemptId = String(said[got.indexOf('valid')]?.payload['attempt_id']);
  count(run, 'state secret verified');
}

/** Checks the replies to one or more presentations of a secret. Returns whether it passed. */
function takeVerification(
  attempt: Attempt,
  got: readonly string[],
  {
    allowed,
    unavailable,
  }: { readonly allowed: ReadonlySet<string>; readonly unavailable: readonly string[] },
): boolean {
  const { secret } = attempt;
  const isOpen = attempt.state === 'issued' && !attempt.isSuperseded;
  const twice = isOpen && allowed.has('valid') && got.length > 1 ? ['replayed'] : [];
  for (const one of got) require('A secret', one, [...allowed, ...unavailable, ...twice]);
  const valid = got.filter((one) => one === 'valid').length;
  if (valid > 1) throw new Violation(`The secret ${secret} passed ${String(valid)} times.`);
  const mustPass = isOpen && allowed.size === 1 && allowed.has('valid') && unavailable.length === 0;
  if (valid === 0 && mustPass) throw new Violation(`The secret ${secret} is open, and nobody may use it.`);
  if (valid === 0) return false;
  attempt.state = 'verified';
  attempt.verifiedAtMs = databaseNowMs();
  return true;
}

const WALLET_ID = '103';
const REQUESTOR = '50110030273';

/** Returns an earlier token, of another card only where the gateway must refuse it, or a new one. */
function tokenFor(
  run: Run,
  card: ProvisionedCard,
  number: number | null,
  isOfItsCard: (token: Token) => boolean,
): Token {
  const { tokens } = run.provisioning;
  // Each programme has token references of its own.
  const own = tokens.filter(({ programme }) => programme === card.programme);
  const earlier = number === null || own.length === 0 ? undefined : pick(own, number);
  if (earlier !== undefined && (isOfItsCard(earlier) || earlier.cardId === card.cardId)) return earlier;
  const token: Token = {
    reference: `token-${String(run.number)}-${String(tokens.length + 1)}`,
    cardId: card.cardId,
    programme: card.programme,
    decision: null,
    eventIds: [],
    isRenewed: false,
  };
  tokens.push(token);
  return token;
}

const membersOf = (card: ProvisionedCard, token: Token): Record<string, unknown> => ({
  card_id: card.cardId,
  wallet_id: WALLET_ID,
  token_reference: token.reference,
  token_requestor_id: REQUESTOR,
});

/** Verified attempts that a token may still use: surely, or perhaps. */
function freeAttempts(card: ProvisionedCard): { sure: Attempt[]; maybe: Attempt[] } {
  const nowMs = databaseNowMs();
  const aged = card.attempts
    .filter(({ state }) => state === 'verified')
    .map((attempt) => ({ attempt, age: ageOf(nowMs, attempt.verifiedAtMs, VERIFIED_FOR_MS) }));
  return {
    sure: aged.filter(({ age }) => age === 'fresh').map(({ attempt }) => attempt),
    maybe: aged.filter(({ age }) => age !== 'old').map(({ attempt }) => attempt),
  };
}

interface AuthorizeArgs {
  readonly about: About;
  readonly token: number | null;
  readonly path: string | null;
  readonly times: number;
}

async function authorize(run: Run, args: AuthorizeArgs): Promise<void> {
  const { about, path, times } = args;
  const card = pick(run.provisioning.cards, about.card);
  const token = tokenFor(run, card, args.token, isKnown);
  const refused = errorOfWho(about.who, 'network');
  const key = keyOfWho(about.who, 'network', card);
  const members = { ...membersOf(card, token), ...(path === null ? {} : { path }) };
  const free = freeAttempts(card);
  const said = await Promise.all(
    Array.from({ length: times }, async () => {
      const url = run.world.url(about.node);
      if (about.isGraphQL) {
        const { data, code } = await mutate(url, 'authorizeToken', members, key);
        return { got: code ?? String(data?.['decision']), id: data?.['attemptId'] ?? null };
      }
      const { body } = await postRest(url, 'token-authorizations', members, { key });
      const error = body['error'] as { code?: string } | undefined;
      return { got: error?.code ?? String(body['decision']), id: body['attempt_id'] ?? null };
    }),
  );
  for (const { got, id } of said) {
    note(run, `  ${token.reference} for card ${String(card.cardId)} by ${about.who} -> ${got}`);
    if (refused !== null) require('A token', got, [refused]);
    else takeDecision({ run, card, token, path, free }, got, id === null ? null : String(id));
  }
}

function takeDecision(
  {
    run,
    card,
    token,
    path,
    free,
  }: {
    readonly run: Run;
    readonly card: ProvisionedCard;
    readonly token: Token;
    readonly path: string | null;
    readonly free: { readonly sure: Attempt[]; readonly maybe: Attempt[] };
  },
  got: string,
  id: string | null,
): void {
  const what = `The token ${token.reference} for card ${String(card.cardId)}`;
  if (token.decision !== null) {
    const isSame = token.cardId === card.cardId && token.decision.path === path;
    return require(what, got, [isSame ? token.decision.answer : 'IDEMPOTENCY_CONFLICT']);
  }
  if (token.cardId !== card.cardId) return require(what, got, ['IDEMPOTENCY_CONFLICT']);
  const allowed =
    path === 'RED' || errorOfCard(run, card) !== null
      ? ['DECLINED']
      : [
          ...(free.maybe.length > 0 ? ['APPROVED'] : []),
          ...(free.sure.length > 0 ? [] : ['REQUIRE_ADDITIONAL_AUTHENTICATION']),
        ];
  require(what, got, allowed);
  const used = card.attempts.find(({ attemptId }) => id !== null && attemptId === id);
  if (got === 'APPROVED') {
    if (used === undefined || !free.maybe.includes(used) || used.state === 'used')
      throw new Violation(`${what} was approved by the attempt ${id ?? 'none'}, which is not free.`);
  }
  if (used !== undefined) used.state = 'used';
  else if (id !== null) throw new Violation(`${what} used the attempt ${id}, which nobody verified.`);
  if (got === 'APPROVED' || got === 'DECLINED') {
    token.decision = { answer: got, path };
    token.isRenewed = got === 'APPROVED' && token.eventIds.length > 0;
    count(run, `state token ${got.toLowerCase()}`);
  }
}

async function report(
  run: Run,
  { about, token: number }: { readonly about: About; readonly token: number | null },
): Promise<void> {
  const card = pick(run.provisioning.cards, about.card);
  const token = tokenFor(run, card, number, ({ eventIds }) => eventIds.length > 0);
  const key = keyOfWho(about.who, 'network', card);
  const url = run.world.url(about.node);
  const members = membersOf(card, token);
  const startedAtMs = databaseNowMs();
  let got: string;
  let id: string | null;
  let attemptId: string | null;
  if (about.isGraphQL) {
    const { data, code } = await mutate(url, 'reportDigitization', members, key);
    got = code ?? 'accepted';
    id = (data?.['id'] as string | undefined) ?? null;
    attemptId = (data?.['attemptId'] as string | undefined) ?? null;
  } else {
    const { body } = await postRest(url, 'digitizations', members, { key });
    got = (body['error'] as { code?: string } | undefined)?.code ?? String(body['status']);
    id = (body['id'] as string | undefined) ?? null;
    attemptId =
      (body['attempt_id'] as string | undefined) ?? (body['attemptId'] as string | undefined) ?? null;
  }
  note(
    run,
    `  report of ${token.reference} for card ${String(card.cardId)} by ${about.who} -> ${got} ${id ?? ''}`,
  );
  const what = `The report of ${token.reference} for card ${String(card.cardId)}`;
  const refused = errorOfWho(about.who, 'network');
  if (refused !== null) return require(what, got, [refused]);
  if (token.cardId !== card.cardId) return require(what, got, ['IDEMPOTENCY_CONFLICT']);
  require(what, got, ['accepted']);
  const last = token.eventIds.at(-1);
  if (last === undefined) count(run, 'state token digitized');
  else if ((last === id) === token.isRenewed)
    throw new Violation(`${what} is the event ${String(id)}; it was ${last}.`);
  if (last !== id) token.eventIds.push(String(id));
  token.isRenewed = false;
  const used = card.attempts.find((attempt) => attempt.attemptId !== null && attempt.attemptId === attemptId);
  if (used !== undefined) used.state = 'used';
  else if (attemptId !== null) useIssued(card, { what, attemptId, atMs: startedAtMs });
}

const isKnown = ({ decision, eventIds }: Token): boolean => decision !== null || eventIds.length > 0;

/** A completion without an authorization uses the newest issued attempt whose secret is still valid. */
function useIssued(
  card: ProvisionedCard,
  { what, attemptId, atMs }: { readonly what: string; readonly attemptId: string; readonly atMs: number },
): void {
  const open = card.attempts.findLast(({ state, isSuperseded }) => state === 'issued' && !isSuperseded);
  if (open === undefined || atMs - open.issuedAtMs > VALIDITY_MS[card.programme] + SLACK_MS)
    throw new Violation(`${what} used an attempt that is not open.`);
  open.state = 'used';
  open.attemptId = attemptId;
}
