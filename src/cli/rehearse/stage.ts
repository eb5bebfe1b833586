import { randomBytes } from 'node:crypto';
import type { Runtime } from '../../app/runtime.js';
import {
  composeEnvelope,
  type EnvelopeIds,
  NOTHING_PASSED_THROUGH,
} from '../../core/transactions/envelope.js';
import { methodTable } from '../../core/transactions/methods.js';
import { deriveRequestId } from '../../core/transactions/transaction.js';
import type { JsonObject } from '../../core/wire/json.js';
import { formatWireDate } from '../../core/wire/wire-date.js';
import { createDownstream, type DownstreamClient } from '../../outbound/downstream/client.js';
import { startExchange } from '../../outbound/downstream/exchange.js';
import { DOWNSTREAM_DEFAULTS, type RouteConfig } from '../../outbound/downstream/routes.js';
import { openUpstream, type UpstreamDeps } from '../../outbound/downstream/upstream.js';
import { type PeerTls, tlsFor } from '../../outbound/tls.js';
import { addMs, momentOf } from '../../platform/clock.js';
import type { Config } from '../../platform/config.js';
import { CardwayError } from '../../platform/errors.js';
import type { Terminal } from '../../use-cases/directory/directory-port.js';
import { proveForTerminal } from '../../use-cases/transactions/admit/authenticate-terminal.js';
import type { DownstreamOutcome } from '../../use-cases/transactions/downstream-port.js';
import { balanceOf, not } from './answers.js';

/** Ends a case that cannot be played. The message says why. */
export class NotRun extends Error {}

/** Wallet that the calls are about. */
export interface RehearsedWallet {
  readonly reference: string;
  readonly customerId: number;
  readonly cardId: number;
  /** First terminal of the wallet's programme that may call. Null where none exists. */
  readonly terminal: Terminal | null;
}

/** A composed call. Sent twice, it has the same bytes. */
export interface Call {
  readonly methodName: string;
  readonly fields: JsonObject;
  readonly customerId: number;
  readonly requestId: string;
  readonly body: Buffer;
}

interface StageInput {
  readonly config: Config;
  readonly runtime: Runtime;
  readonly route: RouteConfig;
  readonly peers: readonly PeerTls[];
  readonly wallet: RehearsedWallet;
  /** Name of the command, in narratives and transaction ids. */
  readonly command: string;
  /** Greatest amount outstanding, in minor units. */
  readonly amount: number;
  readonly isStopped?: () => boolean;
}

/** Calls of a load, sent at once. */
export const LOAD = 50;

/** Greatest amount of a Deduct. It suffices, and is none of those that fail in the sandbox. */
const UNIT_MAX = 100;

const DEDUCT = 'Deduct';

/** Route with a key that no service has. No route of a configuration may have this name. */
const FORGED = 'wrong signature';

/** Sends the calls of the cases to a wallet service, past breaker and ledger of the gateway, and gives their money back. */
export class Stage {
  /** Amount of a Deduct in minor units. The load of all at once stays within the amount. */
  readonly unit: number;
  /** Everything that came back, in its order. */
  readonly outcomes: DownstreamOutcome[] = [];
  /** HTTP statuses that came without Retry-After. */
  readonly withoutRetryAfter: number[] = [];
  /** Balance in minor units before the first Deduct, and the last one. Null while unknown. */
  balanceAtStart: number | null = null;
  balanceAtEnd: number | null = null;
  acceptsOtherKey = false;
  readonly downstream: DownstreamClient;
  private readonly deps: UpstreamDeps;
  /** Money that the wallet may lack, in minor units. Each sending counts as if it took its amount. */
  private outstanding = 0;
  /** Deducts that perhaps took money, and those without an answer, which may still take it. Reversals know theirs. */
  private readonly unreversed = new Set<Call>();
  private readonly unanswered = new Set<Call>();
  private readonly originals = new WeakMap<Call, Call>();
  private readonly prefix: string;
  private composed = 0;

  constructor(readonly input: StageInput) {
    const { config, runtime, route, peers, command, amount } = input;
    this.unit = Math.min(UNIT_MAX, Math.floor(amount / LOAD));
    this.prefix = `${command.toUpperCase()}-${randomHex()}`;
    const settings = { ...DOWNSTREAM_DEFAULTS, concurrentMax: config.settings.downstream.concurrentMax };
    this.deps = { ...runtime, settings, tlsOf: (url) => tlsFor(peers, url) };
    this.downstream = createDownstream({
      ...this.deps,
      routes: [
        { ...route, methods: [] },
        { ...route, name: FORGED, methods: [FORGED], signingKeys: [randomBytes(32)] },
      ],
      onSigningKey: () => (this.acceptsOtherKey = true),
      onHead: (httpStatus, headers) => {
        if (headers['retry-after'] === undefined) this.withoutRetryAfter.push(httpStatus);
      },
    });
  }

  /** Composes a call with new ids, as its terminal would send it. Without a terminal it has no terminal_id and no checksum. */
  compose(methodName: string, more: JsonObject = {}, ids: Partial<EnvelopeIds> = {}): Call {
    const { config, runtime, wallet, command } = this.input;
    const { reference, customerId, cardId, terminal } = { ...wallet, ...ids };
    const method = methodTable(config.methods).find(methodName);
    if (method === undefined) throw new CardwayError('INTERNAL', { cause: new Error(`No ${methodName}.`) });
    this.composed += 1;
    const transactionDate = formatWireDate(runtime.clock.nowMs());
    const fields = {
      ...(terminal === null ? {} : { terminalId: terminal.terminalId }),
      reference,
      narrative: `cardway ${command}`,
      transactionData: {},
      transactionId: `${this.prefix}-${String(this.composed)}`,
      transactionDate,
      ...more,
    };
    const passThrough = NOTHING_PASSED_THROUGH;
    const call = { methodName, fields, customerId, cardId, requestId: null, passThrough };
    const checksum = terminal === null ? undefined : proveForTerminal(terminal, method, call).checksum;
    const derived = deriveRequestId({ cardId, wireDate: transactionDate, checksum: checksum ?? randomHex() });
    const requestId = ids.requestId ?? derived;
    const written = { ...fields, ...method.fixed, checksum, methodName };
    const envelope = composeEnvelope({ ...call, method, fields: written, requestId });
    return { methodName, fields, customerId, requestId, body: Buffer.from(JSON.stringify(envelope)) };
  }

  deduct(more: JsonObject = {}): Call {
    return this.compose(DEDUCT, { requestAmount: this.unit, transactionType: '00', ...more });
  }

  reversalOf(deduct: Call, requestAmount = deduct.fields['requestAmount'] ?? 0): Call {
    const { transactionId: referenceId = '', transactionDate: referenceDate = '' } = deduct.fields;
    const reversal = this.compose(`${DEDUCT}Reversal`, { requestAmount, referenceId, referenceDate });
    this.originals.set(reversal, deduct);
    return reversal;
  }

  /** Sends a call, also once more. Errors: NotRun where it could take more than is left. */
  async send(call: Call, routeName = this.input.route.name): Promise<DownstreamOutcome> {
    this.count(call);
    const deadline = addMs(momentOf(this.input.runtime.clock), this.input.route.timeoutMs);
    const outcome = await this.downstream.send({ ...call, route: routeName, deadline, always: true });
    this.outcomes.push(outcome);
    if (outcome.kind === 'answered' || outcome.kind === 'refused') this.unanswered.delete(call);
    const original = this.originals.get(call);
    if (original !== undefined && not('resultCode 1', '', outcome) === null) this.unreversed.delete(original);
    return outcome;
  }

  /** Sends a call with a wrong signature. */
  forge(call: Call): Promise<DownstreamOutcome> {
    return this.send(call, FORGED);
  }

  /** Sends a call, and cuts the connection once its body is written. */
  async cut(call: Call): Promise<void> {
    this.count(call);
    const { body } = call;
    const { clock } = this.input.runtime;
    const { pool, path, signers } = openUpstream(this.input.route, this.deps);
    const headers = { 'Content-Type': 'application/json', X_msg_signature: signers.current(body) };
    const exchange = startExchange({
      ...{ pool, path, headers, body, clock, method: 'POST', answerBytesMax: 0 },
      keepBack() {
        // undici writes the whole call in this turn.
        setImmediate(() => exchange.cancel('cut'));
        return null;
      },
    });
    await exchange.ended;
    await pool.destroy();
  }

  /** Asks for the answer to a call. HTTP 404 stands for a call that was never seen. Errors: NotRun without an inquiry URL. */
  async inquire({ requestId, customerId }: Call): Promise<DownstreamOutcome> {
    const { inquiryUrl, name: route } = this.input.route;
    if (inquiryUrl === undefined) throw new NotRun('downstream.inquiryUrl is not set.');
    const found = await this.downstream.inquire({ route, requestId, customerId });
    if (found.kind === 'answered') return found.outcome;
    const httpStatus = found.kind === 'never_seen' ? 404 : null;
    return { kind: 'refused', reason: found.kind, httpStatus, raw: null, sentAtMs: null };
  }

  /** Errors: NotRun where not so much is left of the amount. */
  require(needed: number): void {
    const { amount } = this.input;
    if (this.outstanding + needed <= amount) return;
    const left = this.outstanding > 0 ? `, of which ${String(this.outstanding)} is not given back` : '';
    throw new NotRun(`It may take ${String(needed)}, and --amount is ${String(amount)}${left}.`);
  }

  /** Returns the balance in minor units. Errors: NotRun where nothing can be measured by it. */
  async balance(): Promise<number> {
    const balance = balanceOf(await this.send(this.compose('Balance')));
    if (balance === null) throw new NotRun('No Balance says how much there is.');
    this.balanceAtStart ??= balance;
    this.balanceAtEnd = balance;
    return balance;
  }

  /** Reverses each Deduct that perhaps took money, and measures what the wallet still lacks. */
  async giveBack(): Promise<void> {
    if (this.outstanding === 0) return;
    for (const deduct of [...this.unreversed]) {
      const { kind } = await this.send(this.reversalOf(deduct));
      // The others are tried again after the next case.
      if (kind !== 'answered') break;
    }
    const balance = await this.balance().catch(() => null);
    const late = [...this.unanswered].reduce((sum, call) => sum + amountOf(call), 0);
    if (balance !== null) this.outstanding = Math.max(0, (this.balanceAtStart ?? balance) - balance + late);
  }

  private count(call: Call): void {
    if (call.methodName !== DEDUCT) return;
    this.require(amountOf(call));
    this.outstanding += amountOf(call);
    this.unreversed.add(call);
    this.unanswered.add(call);
  }
}

function amountOf({ fields }: Call): number {
  return Number(fields['requestAmount']);
}

function randomHex(): string {
  return randomBytes(6).toString('hex');
}
