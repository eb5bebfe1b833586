import { connect, type Socket } from 'node:net';
import { type Dispatcher, Pool } from 'undici';
import { type Exchange, startExchange } from '../../../src/outbound/downstream/exchange.js';
import { approving, gate, startWallet, type TestWallet } from '../../support/wallet/index.js';
import { ManualTime } from './manual-time.js';
import { BODY } from './set-up.js';

const start = (pool: Pick<Dispatcher, 'dispatch'>): Exchange =>
  startExchange({
    pool,
    method: 'POST',
    path: '/',
    headers: {},
    body: BODY,
    answerBytesMax: 1000,
    clock: new ManualTime(),
    keepBack: () => null,
  });

describe('an exchange that is cancelled while its connection opens', () => {
  let wallet: TestWallet;

  beforeEach(async () => {
    wallet = await startWallet({ behaviour: approving() });
  });

  afterEach(() => wallet.close());

  test('is unsent, and is not written when the connection opens later', async () => {
    const { opened, open } = gate();
    const pool = new Pool(`http://127.0.0.1:${wallet.port}`, {
      connect: (_options, callback) => {
        const socket: Socket = connect(wallet.port, '127.0.0.1');
        socket.once('connect', () => void opened.then(() => callback(null, socket)));
      },
    });
    const cancelled = start(pool);
    cancelled.cancel('not_sent_in_time');
    expect(await cancelled.ended).toEqual({ kind: 'unsent', reason: 'not_sent_in_time' });
    open();
    const next = start(pool);
    expect((await next.ended).kind).toBe('response');
    expect(cancelled.sentAtMs).toBeNull();
    expect(wallet.calls).toHaveLength(1);
    await pool.destroy();
  });
});

describe('an exchange that loses its socket', () => {
  /** Returns a dispatcher that offers sockets by hand. */
  function scripted() {
    let handler!: Dispatcher.DispatchHandler;
    const aborts: Error[] = [];
    const offerSocket = (): void => {
      handler.onRequestStart?.(
        {
          aborted: false,
          paused: false,
          reason: null,
          abort: (error) => {
            aborts.push(error);
            handler.onResponseError?.(null as never, error);
          },
          pause: () => undefined,
          resume: () => undefined,
        },
        {},
      );
    };
    const pool: Pick<Dispatcher, 'dispatch'> = {
      dispatch: (_options, given) => {
        handler = given;
        return true;
      },
    };
    return { pool, aborts, offerSocket };
  }

  test('uses no second one, because a possibly sent request is not sent again', async () => {
    const { pool, aborts, offerSocket } = scripted();
    const exchange = start(pool);
    offerSocket();
    expect(aborts).toHaveLength(0);
    offerSocket();
    expect(aborts).toHaveLength(1);
    expect(await exchange.ended).toMatchObject({
      kind: 'broken',
      reason: 'cut',
      sentAtMs: exchange.sentAtMs,
    });
  });
});
