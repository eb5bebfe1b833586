import {
  administrativeMessage,
  balance,
  deduct,
  CHANNELS,
  envelopeOf,
  GRAPHQL,
  graphQLBody,
  JSON_PROXY,
  klvText,
  loadAuth,
  methodCallBody,
  reversalOf,
  RPC2,
  send,
  validatePin,
  XML_CHANNELS,
  type Call,
} from '../support/channels/index.js';
import { answer, approving, respond, startWallet, type TestWallet } from '../support/wallet/index.js';
import { startCapturedGateway, type CapturedGateway } from './captured-gateway.js';
import { constants } from '../support/constants.js';

/** Secrets that no log may contain, wherever a caller or a wallet service puts them. */
const CANARIES = {
  clientKey: 'cardway_sandbox_client',
  wrongKey: 'wrong_bearer_canary_7d1f',
  basicCredentials: Buffer.from('user:basic_canary_9c2e').toString('base64'),
  terminalPassword: '1234567890',
  signingKey: 'signing_key_canary_41c7',
  masterKey: '5a17c0de'.repeat(8),
  wrongChecksum: 'badc0ffe'.repeat(8),
  pan: '4111111111111111',
  otherPan: '5555555555554444',
  pinBlock: 'C0FFEE00D15EA5ED',
  klvPinBlock: 'FACADE0012345DEF',
  oneTimePassword: '73519284',
  activationCode: '86420975',
  narrative: 'NARRATIVE CANARY',
  unknownMember: 'member_canary_3b60',
  downstream: 'downstream_canary_e5a8',
} as const;

const SECRET_DATA = klvText([
  ['052', CANARIES.klvPinBlock],
  ['254', CANARIES.otherPan],
  ['900', CANARIES.oneTimePassword],
  ['901', CANARIES.activationCode],
]);

let wallet: TestWallet;
let gateway: CapturedGateway;

beforeAll(async () => {
  wallet = await startWallet({ behaviour: approving() });
  gateway = await startCapturedGateway({
    CARDWAY_DOWNSTREAM_URL: wallet.url,
    CARDWAY_LOG_LEVEL: 'trace',
    CARDWAY_SIGNING_KEY: CANARIES.signingKey,
    CARDWAY_MASTER_KEY: `hex:${CANARIES.masterKey}`,
    CARDWAY_DOWNSTREAM_TIMEOUT_MS: '300',
    ...constants({ BREAKER_FAILURES_MIN: 1_000_000, ADVICE_RETRY_MIN_MS: 10 }),
  });
});

afterAll(() => wallet.close());

/** Returns right and wrong calls, with secrets in every place that a caller can fill. */
function calls(): readonly Call[] {
  const narrative = `${CANARIES.narrative} ${CANARIES.pan}`;
  const secret = { narrative, transaction_data: SECRET_DATA };
  const payment = deduct(secret);
  return [
    payment,
    // The same request id for another call.
    { ...payment, requestId: '5001_20260817175857_7' },
    { ...deduct(secret), requestId: '5001_20260817175857_7' },
    balance(secret),
    loadAuth(secret),
    reversalOf(payment, secret),
    reversalOf(deduct(), secret),
    validatePin({ pin_block: CANARIES.pinBlock }),
    administrativeMessage({ message_name: CANARIES.pan, message_data: SECRET_DATA }),
    deduct({ ...secret, narrative: narrative.repeat(20) }),
    deduct({ ...secret, request_amount: CANARIES.pan }),
    deduct({ ...secret, terminal_id: CANARIES.pan.slice(0, 10) }),
    deduct({ ...secret, reference: CANARIES.pan }),
    deduct({ ...secret, transaction_id: CANARIES.otherPan }),
    deduct({ ...secret, transaction_date: CANARIES.pan }),
    deduct({ ...secret, transaction_data: `${SECRET_DATA}${SECRET_DATA}` }),
    deduct({ ...secret, transaction_data: `254${CANARIES.pan}` }),
    { ...deduct(secret), checksum: CANARIES.wrongChecksum },
    { ...deduct(secret), method: CANARIES.pan },
    { ...deduct(secret), customerId: Number(CANARIES.pan), cardId: Number(CANARIES.otherPan) },
    { ...deduct(secret), requestId: `${CANARIES.pan}_20260817175857_1` },
  ];
}

async function callEveryChannel(): Promise<void> {
  for (const call of calls()) {
    await Promise.all(CHANNELS.map((channel) => channel.call(gateway.url, call)));
  }
  for (const key of [CANARIES.wrongKey, null]) {
    for (const channel of [JSON_PROXY, GRAPHQL]) await channel.call(gateway.url, deduct(), { key });
  }
  const headers = { Authorization: `Basic ${CANARIES.basicCredentials}`, Cookie: CANARIES.unknownMember };
  for (const channel of CHANNELS) await channel.call(gateway.url, deduct(), { headers });
}

/** Posts unreadable bodies, and bodies that hold more than they may. */
async function postIllBodies(): Promise<void> {
  const call = deduct({ narrative: CANARIES.narrative, transaction_data: SECRET_DATA });
  const envelope = envelopeOf(call);
  const more = { secret: CANARIES.unknownMember, pan: CANARIES.pan, [CANARIES.otherPan]: 1 };
  await JSON_PROXY.post(
    gateway.url,
    JSON.stringify({ ...envelope, ...more, request: { ...envelope.request, ...more } }),
  );
  const twice = `{"pan":"${CANARIES.pan}","pan":"${CANARIES.otherPan}"}`;
  for (const ill of [JSON_PROXY.body(call).slice(0, -1), twice, `"${CANARIES.pan}"`, `[${CANARIES.pan}]`]) {
    await JSON_PROXY.post(gateway.url, ill);
    await GRAPHQL.post(gateway.url, ill);
  }
  const entity = `<!DOCTYPE a [<!ENTITY p "${CANARIES.pan}">]>`;
  for (const ill of [
    methodCallBody(call).slice(0, -9),
    entity + methodCallBody(call),
    `<${CANARIES.pan}/>`,
  ]) {
    for (const channel of XML_CHANNELS) await channel.post(gateway.url, ill);
  }
}

async function postIllDocuments(): Promise<void> {
  const { query, variables } = graphQLBody(deduct({ narrative: CANARIES.narrative }));
  const bodies = [
    { query: `{ a(pan: "${CANARIES.pan}" ` },
    { query: `{ transaction(requestId: "${CANARIES.pan}") { pan${CANARIES.pan} } }` },
    { query: `{ transaction(requestId: ${CANARIES.pan}) { state } }` },
    {
      query: `mutation A${CANARIES.pan} { balance(input: { narrative: "${CANARIES.otherPan}" }) { status } }`,
    },
    { query, variables: { input: { ...variables.input, requestAmount: CANARIES.pan } } },
    { query, variables: { input: { ...variables.input, [`x${CANARIES.pan}`]: CANARIES.otherPan } } },
    { query, variables: { input: CANARIES.pan } },
    { query, variables, operationName: CANARIES.pan },
    { query: CANARIES.pan, extensions: { [CANARIES.pan]: CANARIES.pan } },
  ];
  for (const body of bodies) await GRAPHQL.post(gateway.url, JSON.stringify(body));
}

async function askForCanaries(): Promise<void> {
  const paths = [
    `/v1/transactions/${CANARIES.pan}`,
    `/v1/transactions/5001_20260817175857_7?key=${CANARIES.wrongKey}`,
    `/${CANARIES.pan}`,
    `/health/${CANARIES.otherPan}`,
    `/metrics?pan=${CANARIES.pan}`,
    `/RPC2?pan=${CANARIES.pan}`,
    `/graphql?query={pan(n:"${CANARIES.pan}")}`,
    `/v1/proxy/${CANARIES.clientKey}`,
    `/v1/transactions/%${CANARIES.pan}`,
  ];
  for (const path of paths) {
    const headers = { Authorization: `Bearer ${CANARIES.clientKey}`, Referer: `http://a/${CANARIES.pan}` };
    await send(gateway.url + path, { method: 'GET', headers });
    await send(gateway.url + path, { method: 'POST', headers, body: CANARIES.pan });
  }
}

/** Receives unusable answers, each with a secret. */
async function receiveInvalidAnswers(): Promise<void> {
  const told = `${CANARIES.downstream} ${CANARIES.pan}`;
  for (const reply of [
    respond({ status: 500, body: told }),
    respond({ status: 200, body: `{"status":"${told}"` }),
    respond({ status: 307, headers: { Location: `http://127.0.0.1:1/${CANARIES.pan}` } }),
    respond({ status: 401, body: told, headers: { 'WWW-Authenticate': told } }),
    answer({ resultCode: 1, secret: told }, { customerId: 4_111_111, message: told }),
    answer({ resultText: told }),
    { kind: 'cut' } as const,
    { kind: 'hang' } as const,
  ]) {
    wallet.behave(reply);
    const secret = { narrative: CANARIES.narrative, transaction_data: SECRET_DATA };
    await Promise.all([
      RPC2.call(gateway.url, deduct(secret)),
      JSON_PROXY.call(gateway.url, deduct(secret)),
      GRAPHQL.call(gateway.url, balance({ ...secret, reference: '43172792905', terminal_id: '0068766621' })),
    ]);
  }
}

it('the log at level trace, the error output and the metrics never hold a secret', async () => {
  await callEveryChannel();
  await postIllBodies();
  await postIllDocuments();
  await askForCanaries();
  await receiveInvalidAnswers();
  const metrics = (await send(`${gateway.url}/metrics`, { method: 'GET' })).bytes.toString('utf8');
  expect(await gateway.stop()).toBe(0);
  const written = gateway.written();
  // It did log: every request, and each alert for operators.
  expect(written.match(/"msg":"(?:request|transaction)"/g)!.length).toBeGreaterThan(150);
  expect(written).toContain('transaction_in_doubt');
  const signed = wallet.calls.flatMap(({ headers, envelope }) => [
    ['signature', String(headers['x_msg_signature'])] as const,
    ['checksum', (envelope()['request'] as { checksum: string }).checksum] as const,
  ]);
  // The sandbox prints its public client key in the calls to paste.
  const log = written.replace(/^Cardway sandbox[\s\S]*?^GraphQL\n.*\n/m, '');
  const found = [...Object.entries(CANARIES), ...signed].flatMap(([name, canary]) =>
    [...linesWith(log, canary), ...linesWith(metrics, canary)].map((line) => [name, line]),
  );
  expect(found).toEqual([]);
});

function linesWith(text: string, canary: string): string[] {
  const lowered = canary.toLowerCase();
  return text.split('\n').filter((line) => line.toLowerCase().includes(lowered));
}
