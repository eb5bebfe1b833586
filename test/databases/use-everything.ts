/** Uses a gateway as all its users do, until its database holds each kind of row. */
import { startGateway, type GatewayOptions } from '../support/gateway.js';
import { until } from '../life/until.js';
import {
  askGraphQL,
  administrativeMessage,
  balance,
  deduct,
  GRAPHQL,
  JSON_PROXY,
  klvText,
  requestIdOf,
  reversalOf,
  RPC2,
  XML_PROXY,
  type Call,
  type Reply,
} from '../support/channels/index.js';
import {
  answer,
  approving,
  cut,
  gate,
  hang,
  startWallet,
  type Behaviour,
  type WalletAnswer,
  type TestWallet,
} from '../support/wallet/index.js';
import { provision } from './use-provisioning.js';
import { deliver } from './use-webhooks.js';
import { administer, SHOP, startImport } from './use-directory.js';
import { LATER_WALLET, type InHand } from './in-hand.js';

export interface Using {
  readonly url: string;
  /** Settings that the command line needs for the same database. */
  readonly env: Readonly<Record<string, string>>;
  /** Folder of this run alone. */
  readonly folder: string;
}

/** Uses a gateway. At the end, the gateway is killed with a call under way. */
export async function useEverything(
  masterKey: string,
  { env: database = {}, folder = '' }: GatewayOptions,
): Promise<InHand> {
  const env = { ...QUIET, ...database, CARDWAY_MASTER_KEY: masterKey };
  const wallet = await startWallet({ behaviour: byAmount });
  const gateway = await startGateway({ env: { ...env, CARDWAY_DOWNSTREAM_URL: wallet.url } });
  const using = { url: gateway.url, env, folder };
  try {
    const had = await useGateway(using, wallet);
    await gateway.stop();
    await askForApproval(env);
    const pending = await killWhilePending(env);
    return { masterKey, ...had, calls: { ...had.calls, pending } };
  } catch (error) {
    await gateway.kill();
    throw error;
  } finally {
    await wallet.close();
  }
}

async function useGateway(using: Using, wallet: TestWallet) {
  const keys = await administer(using);
  const paid = await pay(using, keys.till);
  const doubted = await doubt(using, wallet);
  const contradicted = await contradict(using, wallet);
  const provisioned = await provision(using);
  const hooks = await deliver(using);
  await startImport(using);
  await wallet.close();
  const calls = { ...paid, ...doubted, contradicted, ...(await sendToNobody(using)) };
  const terminal = { terminalId: SHOP.terminalId, passwords: SHOP.passwords };
  return { calls, keys, terminal, ...provisioned, ...hooks };
}

/** Settings under which nothing happens unless a test asks for it. */
const QUIET = {
  CARDWAY_DOWNSTREAM_TIMEOUT_MS: '400',
  CARDWAY_BREAKER_FAILURES_MIN: '1000000',
  CARDWAY_ADVICE_RETRY_MIN_MS: '3600000',
  CARDWAY_ADVICE_RETRY_MAX_MS: '3600000',
  CARDWAY_WEBHOOK_ALLOW_PRIVATE: 'true',
  CARDWAY_WEBHOOK_SCHEDULE: '10ms,20ms',
  CARDWAY_SWEEP_EVERY_MS: '20',
  // Both passwords of the terminal stay valid for the lifetime of the fixture.
  CARDWAY_TERMINALS_PASSWORD_OVERLAP: '36500d',
};

const APPROVING = approving({ balanceAmount: 626900, actualBalance: 626900 });

/** Returns the state of a call, as an operator sees it. */
export async function stateOf(url: string, requestId: string): Promise<string | undefined> {
  const query = 'query ($id: String!) { transaction(requestId: $id) { state } }';
  const { data } = await askGraphQL<{ transaction: { state: string } | null }>(url, query, {
    variables: { id: requestId },
  });
  return data?.transaction?.state;
}

function demand(heard: Reply, resultCode: number): void {
  if (heard.resultCode !== resultCode) throw new Error(`Not ${String(resultCode)}: ${JSON.stringify(heard)}`);
}

/** Makes answered calls through every interface. */
async function pay({ url }: Using, tillKey: string) {
  const calls = {
    approved: deduct({ transaction_data: klvText([['052', 'D45201B9E3136796']]) }),
    declined: deduct({ request_amount: '901' }),
    partial: deduct({ request_amount: '902' }),
    throughGraphql: deduct({ narrative: 'Café Zürich 東京 & <Söhne>' }),
    throughXml: deduct(),
    throughRpc2: deduct(),
    balance: balance(),
    reversed: deduct(),
  };
  for (const call of [calls.approved, calls.reversed]) demand(await JSON_PROXY.call(url, call), 1);
  demand(await JSON_PROXY.call(url, calls.declined), -17);
  demand(await JSON_PROXY.call(url, calls.partial), 2);
  demand(await JSON_PROXY.call(url, calls.balance), 1);
  demand(await GRAPHQL.call(url, calls.throughGraphql), 1);
  demand(await XML_PROXY.call(url, calls.throughXml), 1);
  demand(await RPC2.call(url, calls.throughRpc2), 1);
  for (let again = 0; again < 2; again += 1) demand(await JSON_PROXY.call(url, calls.approved), 1);

  const reversal = reversalOf(calls.reversed);
  demand(await RPC2.call(url, reversal), 1);
  demand(await RPC2.call(url, administrativeMessage()), 1);

  const { terminalId: terminal_id, reference, customerId, cardId, passwords } = SHOP;
  const ofShop = { terminal_id, reference };
  const ofTill = { ...deduct(ofShop), password: passwords[1], customerId, cardId };
  demand(await JSON_PROXY.call(url, ofTill, { key: tillKey }), 1);
  const withFormerPassword = { ...deduct(ofShop), password: passwords[0], customerId, cardId };
  demand(await RPC2.call(url, withFormerPassword), 1);

  // The reversal came first: its Deduct is refused and never sent.
  const late = deduct();
  demand(await RPC2.call(url, reversalOf(late)), 1);
  demand(await RPC2.call(url, late), -3);
  return { ...calls, reversal, ofTill, withFormerPassword };
}

/** Declines and partial approvals of the wallet service, by amount. */
const BY_AMOUNT: Readonly<Record<number, Readonly<Record<string, number>>>> = {
  901: { resultCode: -17, balanceAmount: 100, actualBalance: 100 },
  902: { resultCode: 2, approvalAmount: 450, balanceAmount: 0 },
};

/** Makes calls whose outcome the gateway does not know. */
async function doubt({ url }: Using, wallet: TestWallet) {
  wallet.behave(cut());
  const calls = { failed: balance(), doubtful: deduct(), settled: deduct() };
  for (const call of Object.values(calls)) await JSON_PROXY.call(url, call);
  // The reversal of a transaction in doubt is sent early.
  const reversed = deduct();
  await JSON_PROXY.call(url, reversed);
  wallet.behave(hang());
  const timedOut = deduct();
  demand(await RPC2.call(url, timedOut), -7);
  wallet.behave(byAmount);
  demand(await RPC2.call(url, reversalOf(reversed)), 1);
  const settle =
    'mutation ($id: String!) { settleTransaction(input: { requestId: $id, resultCode: 1, reason: "The issuer has booked it." }) { transaction { state } } }';
  const { errors } = await askGraphQL(url, settle, { variables: { id: requestIdOf(calls.settled) } });
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  return { ...calls, timedOut };
}

const byAmount: Behaviour = (call): WalletAnswer | Promise<WalletAnswer> => {
  const { request, customer_id: customerId } = call.envelope() as {
    request: { request_amount?: number };
    customer_id: number;
  };
  const members = BY_AMOUNT[request.request_amount ?? 0];
  return members === undefined ? APPROVING(call) : answer(members, { customerId });
};

/**
 * Makes a contradicted Deduct: its terminal gets a decline by default, then the approval comes, and the gateway gives the money
 * back.
 */
async function contradict({ url }: Using, wallet: TestWallet): Promise<Call> {
  const told = gate();
  wallet.behave(async (call) => {
    await told.opened;
    return APPROVING(call);
  });
  const call = deduct();
  demand(await RPC2.call(url, call), -7);
  wallet.behave(byAmount);
  told.open();
  const requestId = requestIdOf(call, 'printed');
  await until('the Deduct is contradicted', async () => (await stateOf(url, requestId)) === 'CONTRADICTED');
  const query = 'query ($id: String!) { transaction(requestId: $id) { linked { methodName state } } }';
  await until('the gateway has reversed it', async () => {
    const { data } = await askGraphQL<{ transaction: { linked: { state: string }[] } }>(url, query, {
      variables: { id: requestId },
    });
    return data?.transaction.linked.some(({ state }) => state === 'ANSWERED') ?? false;
  });
  return call;
}

/** Makes calls while nobody listens at the wallet service's address. */
async function sendToNobody({ url }: Using): Promise<Record<'refused' | 'queued' | 'unmatched', Call>> {
  const refused = deduct();
  await JSON_PROXY.call(url, refused);
  demand(await RPC2.call(url, reversalOf(refused)), 1);
  const queued = reversalOf(deduct());
  demand(await RPC2.call(url, queued), 1);
  const unmatched = reversalOf(deduct({ reference: LATER_WALLET.reference }));
  demand(await RPC2.call(url, unmatched), 1);
  return { refused, queued, unmatched };
}

/** Leaves a change that waits for a second person. */
async function askForApproval(env: Readonly<Record<string, string>>): Promise<void> {
  const gateway = await startGateway({ env: { ...env, CARDWAY_APPROVALS: 'true' } });
  const disable =
    'mutation ($input: DisableTerminalInput!) { disableTerminal(input: $input) { terminal { terminalId } } }';
  const { errors } = await askGraphQL(gateway.url, disable, {
    variables: { input: { terminalId: SHOP.terminalId } },
  });
  await gateway.stop();
  if (errors?.[0]?.extensions.code !== 'APPROVAL_REQUIRED')
    throw new Error(`The change does not wait for a second person: ${JSON.stringify(errors)}`);
}

async function killWhilePending(env: Readonly<Record<string, string>>): Promise<Call> {
  const wallet = await startWallet({ behaviour: hang() });
  const patient = {
    CARDWAY_DOWNSTREAM_URL: wallet.url,
    CARDWAY_DOWNSTREAM_TIMEOUT_MS: '5000',
    CARDWAY_TRANSACTION_LEASE: '1s',
  };
  const gateway = await startGateway({ env: { ...env, ...patient } });
  const call = deduct();
  const cutOff = JSON_PROXY.call(gateway.url, call).catch(() => undefined);
  await wallet.called(1);
  await gateway.kill();
  await cutOff;
  await wallet.close();
  return call;
}
