import { deduct, type Bench, type Call, type Channel, type Reply } from '../../support/channels/index.js';
import {
  announce,
  answer,
  methodResponseText,
  rawForm,
  respond,
  type WalletAnswer,
} from '../../support/wallet/index.js';
import { expectAnswer } from './register.js';

interface AnswerCase {
  readonly title: string;
  readonly reply: WalletAnswer;
  /** The normalized `response`. */
  readonly fields: Readonly<Record<string, unknown>> & { readonly resultCode: number };
  /** Fields that `/RPC2` has to write differently. */
  readonly onRpc?: Readonly<Record<string, unknown>>;
  /** Fields that GraphQL reads another way. */
  readonly typed?: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

const methodResponse = (value: string): string =>
  `<?xml version="1.0"?><methodResponse><params><param><value>${value}</value></param></params></methodResponse>`;

const member = (name: string, value: string): string =>
  `<member><name>${name}</name><value>${value}</value></member>`;

/** Interim responses that HTTP allows before an answer (RFC 9110 15.2), other than a `100 Continue`, which cuts the call. */
const INTERIM = [
  { title: '102 Processing', parts: ['HTTP/1.1 102 Processing\r\n\r\n'] },
  { title: '103 Early Hints', parts: ['HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n'] },
];

/** Forms of answers of a wallet service (docs/reference/protocol.md#raw-answers, docs/reference/protocol.md#answer-members). */
const CASES: readonly AnswerCase[] = [
  {
    title: 'a decline with its balances',
    reply: answer(
      { resultCode: -17, balanceAmount: 50, actualBalance: 50 },
      { customerId: 1001, status: 'failed', message: 'Not enough' },
    ),
    fields: { resultCode: -17, balanceAmount: 50, actualBalance: 50 },
    message: 'Not enough',
  },
  {
    title: 'a partial approval',
    reply: answer({ resultCode: 2, approvalAmount: 120, balanceAmount: 0 }, { customerId: 1001 }),
    fields: { resultCode: 2, approvalAmount: 120, balanceAmount: 0 },
  },
  {
    title: 'an object in place of a methodResponse',
    reply: respond({
      body: rawForm({
        response: { resultCode: 1, resultText: `<&> "ü" '😀'`, list: [1, 'b'] },
        customerId: 1001,
      }),
    }),
    fields: { resultCode: 1, resultText: `<&> "ü" '😀'`, list: [1, 'b'] },
    onRpc: { resultText: `<&> "ü" '?'` },
  },
  {
    title: 'a methodResponse of every integer type, i4 to i8',
    reply: respond({
      body: rawForm({
        customerId: 1001,
        response: methodResponse(
          `<struct>${member('resultCode', '<i4>1</i4>')}${member('balanceAmount', '<i8>5000000000</i8>')}${member('beyond', '<i8>9007199254740993</i8>')}</struct>`,
        ),
      }),
    }),
    fields: { resultCode: 1, balanceAmount: 5000000000, beyond: '9007199254740993' },
    onRpc: { balanceAmount: '5000000000' },
  },
  {
    title: 'untyped amounts',
    reply: respond({
      body: rawForm({
        customerId: 1001,
        response: methodResponse(
          `<struct>${member('resultCode', '2')}${member('approvalAmount', '120')}${member('balanceAmount', '-5')}${member('actualBalance', 'none')}</struct>`,
        ),
      }),
    }),
    fields: { resultCode: 2, approvalAmount: '120', balanceAmount: '-5', actualBalance: 'none' },
    typed: { approvalAmount: 120, balanceAmount: -5, actualBalance: null },
  },
  {
    title: 'a refusing status with a normalized body',
    reply: respond({
      status: 403,
      body: rawForm({
        status: 'failed',
        customerId: 1001,
        response: methodResponseText({ resultCode: -37 }),
      }),
    }),
    fields: { resultCode: -37 },
  },
  ...INTERIM.map(({ title, parts }) => ({
    title: `an answer behind ${title}`,
    reply: announce(parts, answer({ resultCode: 1 }, { customerId: 1001 })),
    fields: { resultCode: 1 },
  })),
];

/** Tests that every interface gives the same answer (docs/reference/protocol.md#normalized-answer). */
export function answersContract(channel: Channel, bench: () => Bench): void {
  it.each(CASES)('tells $title', async ({ reply, fields, onRpc, typed, message = '' }) => {
    bench().wallet.behave(reply);
    const call = deduct();
    const heard = await channel.call(bench().url, call);
    expectAnswer(channel, heard, fields.resultCode);
    expect(heard.fields).toEqual(channel.errors === 'rpc' ? { ...fields, ...onRpc } : fields);
    if (channel.errors !== 'rpc') expect(heard).toMatchObject({ customerId: 1001, message });
    expectTypedFields(heard, fields, typed);
    await expectSame(channel, bench(), call, heard);
  });
}

/** Checks that GraphQL also has the documented members as its own fields. */
function expectTypedFields(
  heard: Reply,
  fields: Readonly<Record<string, unknown>>,
  typed: Readonly<Record<string, unknown>> = {},
): void {
  const data = (heard.body as { data?: Record<string, { response: unknown }> } | null)?.data;
  if (data === undefined) return;
  const [result] = Object.values(data);
  expect(result?.response).toEqual({
    resultCode: fields['resultCode'],
    resultText: fields['resultText'] ?? null,
    balanceAmount: fields['balanceAmount'] ?? null,
    actualBalance: fields['actualBalance'] ?? null,
    approvalAmount: fields['approvalAmount'] ?? null,
    ...typed,
    fields,
  });
}

/** Checks that the saved answer is the same. */
async function expectSame(channel: Channel, bench: Bench, call: Call, heard: Reply): Promise<void> {
  const again = await channel.call(bench.url, call);
  expect(again).toMatchObject({ replayed: true, customerId: heard.customerId, message: heard.message });
  expect(again.fields).toEqual(heard.fields);
  if (channel.errors !== 'graphql') expect(again.bytes.equals(heard.bytes)).toBe(true);
}
