import {
  administrativeMessage,
  deduct,
  klvText,
  requestIdOf,
  stop,
  validatePin,
  withFields,
  type Bench,
  type Call,
  type Channel,
} from '../../support/channels/index.js';
import { respond, type Behaviour } from '../../support/wallet/index.js';
import { expectAnswer } from './register.js';

interface Secret {
  readonly title: string;
  /** Call that carries this text. */
  readonly call: (text: string) => Call;
  /** Path of the text downstream. */
  readonly sentAs: readonly string[];
}

const data = (key: string, text: string): string =>
  klvText([
    ['026', '5712'],
    [key, text],
  ]);

/** Sensitive authentication data (docs/reference/transactions.md#never-stored, PCI DSS 3.3.1). */
const SECRETS: readonly Secret[] = [
  { title: 'PINBlock', call: (text) => validatePin({ pin_block: text }), sentAs: ['pin_block'] },
  {
    title: 'KLV 052 of a Deduct',
    call: (text) => deduct({ transaction_data: data('052', text) }),
    sentAs: ['transaction_data', 'pin_block'],
  },
  {
    title: 'KLV 052 of an advice',
    call: (text) => stop({ transaction_data: data('052', text) }),
    sentAs: ['transaction_data', 'pin_block'],
  },
  ...['035', '036', '055'].map((key) => ({
    title: `KLV ${key} of a Deduct`,
    call: (text: string): Call => deduct({ transaction_data: data(key, text) }),
    sentAs: ['transaction_data', `klv_${key}`],
  })),
  {
    title: 'KLV 900 of a 3-D Secure message',
    call: (text) => administrativeMessage({ message_data: data('900', text) }),
    sentAs: ['message_data', '3d_secure_otp'],
  },
  {
    title: 'KLV 901 of an activation',
    call: (text) =>
      administrativeMessage({ message_name: 'digitization.activation', message_data: data('901', text) }),
    sentAs: ['message_data', 'digitization_activation'],
  },
  {
    title: 'the rest of a KLV text that cannot be read',
    call: (text) => administrativeMessage({ message_data: `900${text}` }),
    sentAs: ['message_data', 'klv_rest'],
  },
];

/** Matches the text that stands in place of a raw answer in which something was found. */
const NOT_KEPT = /^\[text of \d+ characters, SHA-256 [\da-f]{64}\]$/;

const PAN = '5308426600000116';
const MASKED = '530842XXXXXX0116';
/** Identifier that looks like a card number, in a field that never holds one. */
const IDENTIFIER = '5200828282828210';

/**
 * Tests data that is never stored or is stored masked. Downstream gets everything unchanged. test/unit/core/keep.test.ts and
 * card-numbers.test.ts test every name and form.
 */
export function neverStoredContract(channel: Channel, bench: () => Bench): void {
  it.each(SECRETS)('forwards $title untouched and keeps it nowhere', async ({ call: make, sentAs }) => {
    const text = secretText();
    const call = make(text);
    const heard = await channel.call(bench().url, call);
    expectAnswer(channel, heard, 1);
    const requestId = requestIdOf(call, channel.checksumForm);
    const [received] = bench().sent(requestId);
    expect(at(received!.envelope()['request'], sentAs)).toContain(text);
    expect(at(JSON.parse(bench().ledger.row(requestId).request), ['request', ...sentAs])).toBeUndefined();
    expectNowhere(bench(), text);
    // The rest of the call is stored.
    expect(bench().ledger.row(requestId).request).toContain(call.fields['transaction_id']);
  });

  it('keeps what an advice needs to be sent again unreadable, also while it waits', async () => {
    bench().wallet.behave(respond({ status: 429 }));
    const text = secretText();
    const call = stop({ transaction_data: data('052', text) });
    expectAnswer(channel, await channel.call(bench().url, call), 1);
    const row = bench().ledger.row(requestIdOf(call));
    expect(row).toMatchObject({ state: 'queued', sealed_body: expect.any(Buffer) as unknown });
    expectNowhere(bench(), text);
  });

  it.each([
    {
      title: 'KLV 254',
      fields: { transaction_data: data('254', PAN) },
      path: ['transaction_data', 'mdes_digitized_pan'],
    },
    {
      title: 'a card number in the narrative',
      fields: { narrative: `CARD ${PAN} HERE` },
      path: ['narrative'],
    },
    {
      title: 'a card number in another KLV',
      fields: { transaction_data: data('043', `PAN ${PAN}`) },
      path: ['transaction_data', 'merchant_description'],
    },
  ])('masks $title in what it keeps, not in what it forwards', async ({ fields, path }) => {
    bench().wallet.behave(echoing);
    const call = deduct(fields);
    expectAnswer(channel, await channel.call(bench().url, call), 1);
    const requestId = requestIdOf(call, channel.checksumForm);
    expect(at(bench().sent(requestId)[0]!.envelope()['request'], path)).toContain(PAN);
    const row = bench().ledger.row(requestId);
    expect(at(JSON.parse(row.request), ['request', ...path])).toContain(MASKED);
    expect(row.raw_answer).toMatch(NOT_KEPT);
    expect(row.answer).toContain(MASKED);
    expectNowhere(bench(), PAN);
  });

  it('keeps no sensitive member of an answer, and replays that there was one', async () => {
    const name = 'cvv';
    const text = secretText();
    const number = secretNumber();
    const inner = JSON.stringify({ [name]: text, list: [{ [name]: number }] });
    const xml = `<methodResponse><struct><member><name>${name}</name><value><string>${text}</string></value></member></struct>`;
    bench().wallet.behave(
      saying({ [name]: text, inside: { deep: [{ [name]: number }] }, texts: [inner, xml], note: 'KEPT' }),
    );
    const call = deduct();
    expectAnswer(channel, await channel.call(bench().url, call), 1);
    const row = bench().ledger.row(requestIdOf(call, channel.checksumForm));
    expect(at(JSON.parse(row.answer!), ['response'])).toMatchObject({
      [name]: '[hidden]',
      inside: { deep: [{ [name]: '[hidden]' }] },
      note: 'KEPT',
    });
    expect(row.raw_answer).toMatch(NOT_KEPT);
    expectNowhere(bench(), text);
    expectNowhere(bench(), String(number));
    const again = await channel.call(bench().url, call);
    expectAnswer(channel, again, 1);
    expect(again.replayed).toBe(true);
    expect(again.bytes.toString('utf8')).not.toContain(text);
    expect(again.bytes.toString('utf8')).toContain('[hidden]');
  });

  it('keeps no sensitive member of an answer that it cannot read', async () => {
    const text = secretText();
    bench().wallet.behave(
      respond({
        status: 500,
        body: `{"customerId":1,"response":{"cvv":"${text}","c\\u0076c2":"${text}", "pin":${'9'.repeat(4)}`,
      }),
    );
    const call = deduct();
    await channel.call(bench().url, call);
    const row = bench().ledger.row(requestIdOf(call, channel.checksumForm));
    expect(row.raw_answer).toMatch(NOT_KEPT);
    expectNowhere(bench(), text);
  });

  it('keeps what names a transaction, whatever its digits are', async () => {
    bench().wallet.behave(
      saying({ transaction_id: IDENTIFIER, trace_id: Number(IDENTIFIER), balanceAmount: Number(IDENTIFIER) }),
    );
    const call = deduct({ transaction_id: IDENTIFIER, transaction_data: data('002', IDENTIFIER) });
    expectAnswer(channel, await channel.call(bench().url, call), 1);
    const row = bench().ledger.row(requestIdOf(call, channel.checksumForm));
    const request = at(JSON.parse(row.request), ['request']);
    expect(request).toMatchObject({
      transaction_id: IDENTIFIER,
      transaction_data: { tracking_number: IDENTIFIER },
    });
    expect(at(JSON.parse(row.answer!), ['response'])).toMatchObject({
      transaction_id: IDENTIFIER,
      trace_id: Number(IDENTIFIER),
      balanceAmount: Number(IDENTIFIER),
    });
    expect(row.raw_answer).toContain(`"trace_id":${IDENTIFIER}`);
  });

  it('tells calls apart by what it does not keep', async () => {
    const first = validatePin({ pin_block: secretText() });
    const requestId = requestIdOf(first, channel.checksumForm);
    expectAnswer(channel, await channel.call(bench().url, first), 1);
    const other = withFields(first, { pin_block: secretText() });
    const heard = await channel.call(bench().url, channel.takesKey ? { ...other, requestId } : other);
    if (channel.takesKey) expect(heard.errorCode).toBe('IDEMPOTENCY_CONFLICT');
    else expect(heard).toMatchObject({ resultCode: 1, replayed: false });
  });
}

/** Tests members of JSON that the method does not have: they are forwarded, and the rule applies to them too. */
export function jsonNeverStoredContract(channel: Channel, bench: () => Bench): void {
  it.each([
    { title: 'pin_block of a Deduct', members: (text: string) => ({ pin_block: text }) },
    { title: 'a nested PINBlock', members: (text: string) => ({ more: { PINBlock: text } }) },
    { title: 'a nested pin_block', members: (text: string) => ({ more: [{ pin_block: text }] }) },
    { title: 'a nested 3d_secure_otp', members: (text: string) => ({ more: { '3d_secure_otp': text } }) },
    { title: 'klv_900 outside the KLV', members: (text: string) => ({ klv_900: text }) },
    { title: 'a member below an identifier', members: (text: string) => ({ trace_id: { cvv: [text] } }) },
    {
      title: 'JSON in a text',
      members: (text: string) => ({ note: JSON.stringify({ a: [{ Pin: text }] }) }),
    },
    {
      title: 'JSON in JSON in a text',
      members: (text: string) => ({ note: JSON.stringify({ a: JSON.stringify({ pin: { b: text } }) }) }),
    },
    { title: 'XML in a text', members: (text: string) => ({ note: `<Card><Cvv2>${text}</Cvv2></Card>` }) },
    {
      title: 'escaped XML in a text',
      members: (text: string) => ({ note: `&lt;name&gt;otp&lt;/name&gt;&lt;value&gt;${text}&lt;/value&gt;` }),
    },
    {
      title: 'a KLV text under an unknown name',
      members: (text: string) => ({ extra: data('901', text) }),
    },
  ])('keeps $title nowhere', async ({ members }) => {
    bench().wallet.behave(approvingQuietly);
    const text = secretText();
    const body = JSON.parse(channel.body(deduct())) as { request: object };
    const changed = { ...body, request: { ...body.request, ...members(text) } };
    expectAnswer(channel, await channel.post(bench().url, JSON.stringify(changed)), 1);
    expect(bench().wallet.calls.at(-1)!.body.toString('utf8')).toContain(text);
    expectNowhere(bench(), text);
  });
}

export const approvingQuietly: Behaviour = (call) =>
  respond({
    body: JSON.stringify({ customerId: call.envelope()['customer_id'], response: { resultCode: 1 } }),
  });

function saying(members: object): Behaviour {
  return (call) =>
    respond({
      body: JSON.stringify({
        customerId: call.envelope()['customer_id'],
        response: { resultCode: 1, ...members },
      }),
    });
}

/** Returns the card number in the answer, as some wallet services do. */
const echoing: Behaviour = (call) =>
  respond({
    body: JSON.stringify({
      customerId: call.envelope()['customer_id'],
      response: { resultCode: 1, resultText: `Approved for ${PAN}`, mdes_digitized_pan: PAN },
    }),
  });

let made = 0;

/** Returns a unique text: 16 hex digits, like a PIN block. */
function secretText(): string {
  made += 1;
  return `DEADBEEF${String(made).padStart(8, '0')}`;
}

/** Returns a unique number, of a length that no other number has. */
function secretNumber(): number {
  made += 1;
  return 7_770_000_000 + made;
}

function expectNowhere(bench: Bench, text: string): void {
  expect(bench.ledger.holds(text)).toBe(false);
  expect(bench.gateway.lines.filter((line) => line.includes(text))).toEqual([]);
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], value);
}
