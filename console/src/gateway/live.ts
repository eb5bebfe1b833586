import { print } from 'graphql';
import { type Client, createClient } from 'graphql-ws/client';
import { useEffect, useRef, useState } from 'react';
import { plainValues } from '../../../src/cli/enum-values.js';
import { type LiveRowFragment, LiveTransactionsDocument } from '../../../src/cli/generated/operations.js';
import { useSession } from './session.js';

export type LiveState = 'connecting' | 'live' | 'interrupted';

/** Time in which new rows are collected before they are drawn together. */
const BATCH_MS = 120;
const RETRY_MS_MAX = 5000;
/** Close code for a refused key: another attempt would not help. */
const WRONG_KEY = 4403;

/**
 * Follows transactions as their outcomes are saved. Calls `onOpened` each time the subscription starts again: the caller must
 * then read the rows saved before.
 */
export function useLiveTransactions(args: {
  readonly terminalId: string | null;
  readonly onRows: (rows: readonly LiveRowFragment[]) => void;
  readonly onOpened: () => void;
}): LiveState {
  const { key, signOut } = useSession();
  const [state, setState] = useState<LiveState>('connecting');
  const latest = useRef(args);
  latest.current = args;
  const { terminalId } = args;
  useEffect(() => {
    let waiting: LiveRowFragment[] = [];
    let timer: number | undefined;
    const flush = (): void => {
      timer = undefined;
      latest.current.onRows(waiting.reverse());
      waiting = [];
    };
    const client = open(key, {
      onLive() {
        setState('live');
        latest.current.onOpened();
      },
      onInterrupted: () => setState('interrupted'),
      onWrongKey: () => signOut('The gateway does not take this key any more.'),
    });
    const end = client.subscribe<{ transactionSaved: LiveRowFragment }>(
      { query: print(LiveTransactionsDocument), variables: { terminalId } },
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
  }, [key, signOut, terminalId]);
  return state;
}

function open(
  key: string,
  listeners: {
    readonly onLive: () => void;
    readonly onInterrupted: () => void;
    readonly onWrongKey: () => void;
  },
): Client {
  const url = new URL('/graphql', location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return createClient({
    url: url.href,
    connectionParams: { authorization: `Bearer ${key}` },
    retryAttempts: Number.MAX_SAFE_INTEGER,
    retryWait: (retries) =>
      new Promise((resolve) => setTimeout(resolve, Math.min(250 * 2 ** retries, RETRY_MS_MAX))),
    shouldRetry: (closed) => !(isClosing(closed) && closed.code === WRONG_KEY),
    on: {
      connected: listeners.onLive,
      closed(closed) {
        if (!isClosing(closed)) return;
        if (closed.code === WRONG_KEY) listeners.onWrongKey();
        else if (closed.code !== 1000) listeners.onInterrupted();
      },
    },
  });
}

function isClosing(closed: unknown): closed is { readonly code: number } {
  return typeof closed === 'object' && closed !== null && 'code' in closed;
}
