import { type Client, createClient } from 'graphql-ws/client';
import { useEffect, useRef, useState } from 'react';
import { plainValues } from '../../../src/cli/enum-values.js';
import { type TransactionRowFragment, LiveTransactionsDocument } from '../../../src/generated/operations.js';
import { useSession } from './session.js';

export type LiveState = 'connecting' | 'live' | 'interrupted';

/** Time in which new rows are collected before they are drawn together. */
const BATCH_MS = 120;
const RETRY_MS_MAX = 5000;
/** Silence after which the connection is asked for a sign of life, and time for the answer. */
const SILENCE_MS = 10_000;
/** Close code for a key or session that the gateway does not accept, and of open connections whose key was changed. */
const REFUSED = 4403;

/**
 * Follows transactions as their outcomes are saved. Calls `onOpened` each time the subscription starts again: the caller must
 * then read the rows saved before.
 */
export function useLiveTransactions(args: {
  readonly terminalId: string | null;
  readonly onRows: (rows: readonly TransactionRowFragment[]) => void;
  readonly onOpened: () => void;
}): LiveState {
  const { expire } = useSession();
  const [state, setState] = useState<LiveState>('connecting');
  const latest = useRef(args);
  latest.current = args;
  const { terminalId } = args;
  useEffect(() => {
    let waiting: TransactionRowFragment[] = [];
    let timer: number | undefined;
    const flush = (): void => {
      timer = undefined;
      latest.current.onRows(waiting.reverse());
      waiting = [];
    };
    const client = open({
      onLive() {
        setState('live');
        latest.current.onOpened();
      },
      onInterrupted: () => setState('interrupted'),
      onEnded: expire,
    });
    const end = client.subscribe<{ transactionSaved: TransactionRowFragment }>(
      { query: LiveTransactionsDocument, variables: { terminalId } },
      {
        next({ data }) {
          if (data == null) return;
          waiting.push(plainValues(data.transactionSaved));
          timer ??= window.setTimeout(flush, BATCH_MS);
        },
        error: () => setState('interrupted'),
        complete: () => undefined,
      },
    );
    return () => {
      window.clearTimeout(timer);
      end();
      void client.dispose();
    };
  }, [expire, terminalId]);
  return state;
}

/** Opens the connection. The session's cookie says who asks. */
function open(listeners: {
  readonly onLive: () => void;
  readonly onInterrupted: () => void;
  readonly onEnded: () => void;
}): Client {
  const url = new URL('/graphql', location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  let isConnected = false;
  let isRefused = false;
  let silence: number | undefined;
  const client = createClient({
    url: url.href,
    retryAttempts: Number.MAX_SAFE_INTEGER,
    retryWait: (retries) =>
      new Promise((resolve) => setTimeout(resolve, Math.min(250 * 2 ** retries, RETRY_MS_MAX))),
    shouldRetry: () => !isRefused,
    keepAlive: SILENCE_MS,
    on: {
      // A network that fails closes nothing.
      ping(isReceived) {
        if (!isReceived) silence = window.setTimeout(() => client.terminate(), SILENCE_MS);
      },
      pong: () => window.clearTimeout(silence),
      connected() {
        isConnected = true;
        listeners.onLive();
      },
      closed(closed) {
        window.clearTimeout(silence);
        if (!isClosing(closed)) return;
        // An open connection also ends when its key is changed. The session has ended only if the next one is refused.
        isRefused = closed.code === REFUSED && !isConnected;
        isConnected = false;
        if (isRefused) listeners.onEnded();
        else if (closed.code !== 1000) listeners.onInterrupted();
      },
    },
  });
  return client;
}

function isClosing(closed: unknown): closed is { readonly code: number } {
  return typeof closed === 'object' && closed !== null && 'code' in closed;
}
