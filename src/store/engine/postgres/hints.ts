import type { Client } from 'pg';
import type { RandomBytes } from '../../../core/access/seal.js';
import { CardwayError } from '../../../platform/errors.js';
import type { StoreSettings } from '../../settings.js';
import { createClient, type Target } from './connection.js';
import { cannotConnect } from './round.js';
import { isHeldAlone, shareKeys, shareServing } from './serving.js';
import type { Sessions } from './session.js';
import { readPostgresUrl, serverOf } from './url.js';

/**
 * Notices to other processes after a commit that they may wait for (NOTIFY). Only a hint: waiting processes also poll, so a lost
 * one costs only time. It is sent after the commit, because PostgreSQL runs commits that notify one after another. The pause
 * limits its rate.
 */
interface Hints {
  send(): void;
  listen(listener: () => void): void;
  /** Resolves with why hints do not come, or null. */
  problem(): Promise<CardwayError | null>;
  /** Holds a gateway's share of the serving lock on the connection for hints. Errors: UNAVAILABLE, as `requireServing`. */
  serve(guard: ServingGuard): Promise<void>;
  /** Shows the checks of the gateway's master keys on the connection for hints, and on each that follows it. */
  showMasterKeys(checks: readonly string[]): Promise<void>;
  /** Errors: UNAVAILABLE, with a sentence, while the gateway may not write. */
  readonly requireServing: () => void;
  close(): Promise<void>;
}

/** Watches over a gateway whose connection for hints broke, and with it its share of the serving lock. */
interface ServingGuard {
  /** Returns why the database must not be served any more, or null. */
  readonly problem: () => Promise<string | null>;
  /** Called when a command has the database, or had it. */
  readonly onLost: () => void;
}

const CHANNEL = 'cardway';

/** Pause between two hints. */
const PAUSE_MS = 10;

export function openHints(args: {
  readonly target: Target;
  readonly settings: Pick<StoreSettings, 'listenUrl' | 'listenRetryMs'>;
  readonly readers: Sessions;
  readonly random: RandomBytes;
  /** Called with the reason when hints do not come, and with null when they come again. */
  readonly onChanged: (problem: CardwayError | null) => void;
}): Hints {
  const { settings, readers } = args;
  const listeners: (() => void)[] = [];
  let sending: 'no' | 'yes' | 'again' = 'no';
  let listener: Listening | null = null;
  let guard: ServingGuard | null = null;
  let refused: CardwayError | null = null;
  const masterKeys = createShownKeys();

  async function notify(payload: string): Promise<void> {
    await readers.run([{ sql: `select pg_notify('${CHANNEL}', $1)`, values: [payload] }]);
  }

  async function send(): Promise<void> {
    if (sending !== 'no') {
      sending = 'again';
      return;
    }
    sending = 'yes';
    await notify('').catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    const isAgain = (sending as string) === 'again';
    sending = 'no';
    if (isAgain) await send();
  }

  function start(): void {
    if (settings.listenUrl === 'off') return;
    const { listenUrl, listenRetryMs } = settings;
    const config = listenUrl === null ? args.target.config : readPostgresUrl(listenUrl).config;
    listener ??= keepListening({ ...args.target, config, connectTimeoutMs: listenRetryMs }, listenRetryMs, {
      onConnected: share,
      onNotification() {
        for (const each of listeners) each();
      },
      notify,
      newMark: () => args.random(16).toString('hex'),
      onChanged: args.onChanged,
    });
  }

  /** A connection that broke had the share. A command may have taken the database since, and may have ended already. */
  async function share(client: Client, isFirst: boolean): Promise<void> {
    if (guard === null) return;
    const wasRefused = refused !== null;
    refused = await refusalOn(client, isFirst ? null : guard);
    if (refused === null) return masterKeys.on(client);
    if (!wasRefused && !isFirst) guard.onLost();
    throw refused;
  }

  return {
    send: () => void send(),
    listen(onNotification) {
      listeners.push(onNotification);
      start();
    },
    async problem() {
      start();
      return (await listener?.proved) ?? null;
    },
    async serve(given) {
      guard = given;
      start();
      await listener?.attempted;
      if (refused !== null) throw refused;
    },
    // A connection that broke is followed by another one, which shows them.
    showMasterKeys: (checks) => masterKeys.become(checks).catch(() => undefined),
    requireServing() {
      if (refused !== null) throw refused;
    },
    close: async () => listener?.close(),
  };
}

/** Shows the checks of a gateway's master keys on the connection that has its share of the serving lock. */
function createShownKeys(): {
  on(client: Client): Promise<void>;
  become(checks: readonly string[]): Promise<void>;
} {
  let wanted: readonly string[] = [];
  let shown: { readonly client: Client; readonly checks: readonly string[] } | null = null;
  async function show(): Promise<void> {
    if (shown === null) return;
    const { client, checks } = shown;
    shown = { client, checks: wanted };
    await shareKeys(client, { before: checks, now: wanted });
  }
  return {
    on(client) {
      shown = { client, checks: [] };
      return show();
    },
    become(checks) {
      wanted = checks;
      return show();
    },
  };
}

/** Takes a gateway's share of the serving lock. Returns why the gateway may not serve, or null. */
async function refusalOn(client: Client, guard: ServingGuard | null): Promise<CardwayError | null> {
  if (!(await shareServing(client))) return isHeldAlone();
  const problem = (await guard?.problem()) ?? null;
  return problem === null ? null : new CardwayError('UNAVAILABLE', { message: problem });
}

interface Listening {
  /** Resolves when the first connection exists or has failed. */
  readonly attempted: Promise<void>;
  /** Resolves when a first hint has come, with null, or with why none does. */
  readonly proved: Promise<CardwayError | null>;
  close(): Promise<void>;
}

/**
 * Keeps one connection listening and reopens it when it breaks. Each new connection counts as a hint, because hints may have been
 * missed. A connection that fell silent gives no other sign, so it is asked at the interval of `answerMs`. Neither does one to
 * another database, or through a pooler in transaction mode, so each new one must get a mark.
 */
function keepListening(
  target: Target,
  retryMs: number,
  on: {
    /** Errors: the connection is not used, and another follows. */
    readonly onConnected: (client: Client, isFirst: boolean) => Promise<void>;
    readonly onNotification: () => void;
    /** Sends a hint with this text. Errors: those of the database that sends it. */
    readonly notify: (payload: string) => Promise<void>;
    /** Returns a text that no other process sends. */
    readonly newMark: () => string;
    readonly onChanged: (problem: CardwayError | null) => void;
  },
): Listening {
  const server = serverOf(target.config);
  const verdict = createVerdict(on.onChanged);
  let attempts = 0;
  let heard: string | null = null;
  let client: Client | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;

  const isUsed = (asked: Client): boolean => client === asked && !isClosed;

  function again(): void {
    client = null;
    if (timer !== null) clearTimeout(timer);
    if (isClosed) return;
    timer = setTimeout(() => void connect(), retryMs);
    timer.unref();
  }

  async function connect(): Promise<void> {
    const isFirst = (attempts += 1) === 1;
    const next = createClient(target);
    client = next;
    const mark = on.newMark();
    next.on('notification', ({ payload }) => {
      if (payload !== mark) return on.onNotification();
      heard = mark;
      verdict.say(null);
    });
    try {
      await next.connect();
      next.on('end', again);
      await next.query(`listen ${CHANNEL}`);
      await on.onConnected(next, isFirst);
      on.onNotification();
      askAgain(next, target.answerMs, isUsed);
      void expectMark({
        send: () => on.notify(mark),
        answerMs: target.answerMs,
        isOver: () => heard === mark || !isUsed(next),
        onSilence() {
          verdict.say(hearsNothing(server));
        },
      });
    } catch (error) {
      if (!isClosed) verdict.say(error instanceof CardwayError ? error : cannotConnect(error, server));
      next.off('end', again);
      await next.end().catch(() => undefined);
      again();
    }
  }

  return {
    attempted: connect(),
    proved: verdict.first,
    async close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}

/** Asks again and again, until an answer is missing. The end of the connection brings the next one. */
function askAgain(asked: Client, answerMs: number, isUsed: (asked: Client) => boolean): void {
  setTimeout(() => {
    if (!isUsed(asked)) return;
    asked.query('select 1').then(
      () => {
        askAgain(asked, answerMs, isUsed);
      },
      () => asked.end(),
    );
  }, answerMs).unref();
}

/** Sends a mark, and reports where it does not come. It may still come late. Sends it again where that failed. */
async function expectMark(args: {
  readonly send: () => Promise<void>;
  readonly answerMs: number;
  /** The mark has come, or nobody waits for it any more. */
  readonly isOver: () => boolean;
  readonly onSilence: () => void;
}): Promise<void> {
  const isSent = await args.send().then(
    () => true,
    () => false,
  );
  setTimeout(() => {
    if (args.isOver()) return;
    if (isSent) args.onSilence();
    else void expectMark(args);
  }, args.answerMs).unref();
}

/** Tells whether hints come: the first time to everyone who asks, and then each change. It begins as if they came. */
function createVerdict(onChanged: (problem: CardwayError | null) => void): {
  readonly first: Promise<CardwayError | null>;
  say(problem: CardwayError | null): void;
} {
  let isLost = false;
  let resolveFirst: (problem: CardwayError | null) => void = () => undefined;
  return {
    first: new Promise((resolve) => (resolveFirst = resolve)),
    say(problem) {
      resolveFirst(problem);
      if (isLost === (problem !== null)) return;
      isLost = problem !== null;
      onChanged(problem);
    },
  };
}

function hearsNothing(server: string): CardwayError {
  return new CardwayError('UNAVAILABLE', {
    message:
      `PostgreSQL at ${server} passes on no wake-ups: it is another database than databaseUrl names, or a pooler in ` +
      'transaction mode is in between. Correct database.listenUrl.',
  });
}
