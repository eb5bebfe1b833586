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
  type Door,
} from '../../support/doors/index.js';
import { respond, type Behaviour } from '../../support/wallet/index.js';
import { expectAnswer } from './register.js';

interface Secret {
  readonly title: string;
  /** The call that carries this text. */
  readonly call: (text: string) => Call;
  /** Where the text goes downstream. */
  readonly sentAs: readonly string[];
}

const data = (key: string, text: string): string =>
  klvText([
    ['026', '5712'],
    [key, text],
  ]);

/** Sensitive authentication data (contract 4.4, PCI DSS 3.3.1). */
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

const PAN = '5308426600000116';
const MASKED = '530842XXXXXX0116';

/** What is never stored, and what is stored masked; downstream gets everything as it came. */
export function neverStoredContract(door: Door, bench: () => Bench): void {
  it.each(SECRETS)('forwards $title untouched and keeps it nowhere', async ({ call: make, sentAs }) => {
    const text = secretText();
    const call = make(text);
    const heard = await door.call(bench().url, call);
    expectAnswer(door, heard, 1);
    const requestId = requestIdOf(call, door.checksumForm);
    const [received] = bench().sent(requestId);
    expect(at(received!.envelope()['request'], sentAs)).toContain(text);
    expect(at(JSON.parse(bench().ledger.row(requestId).request), ['request', ...sentAs])).toBeUndefined();
    expectNowhere(bench(), text);
    // The rest of the call is there.
    expect(bench().ledger.row(requestId).request).toContain(call.fields['transaction_id']);
  });

  it('keeps what an advice needs to be sent again unreadable, also while it waits', async () => {
    bench().wallet.behave(respond({ status: 429 }));
    const text = secretText();
    const call = stop({ transaction_data: data('052', text) });
    expectAnswer(door, await door.call(bench().url, call), 1);
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
    expectAnswer(door, await door.call(bench().url, call), 1);
    const requestId = requestIdOf(call, door.checksumForm);
    expect(at(bench().sent(requestId)[0]!.envelope()['request'], path)).toContain(PAN);
    const row = bench().ledger.row(requestId);
    expect(at(JSON.parse(row.request), ['request', ...path])).toContain(MASKED);
    expect(row.raw_answer).toContain(MASKED);
    expect(row.answer).toContain(MASKED);
    expectNowhere(bench(), PAN);
  });

  it('tells calls apart by what it does not keep', async () => {
    const first = validatePin({ pin_block: secretText() });
    const requestId = requestIdOf(first, door.checksumForm);
    expectAnswer(door, await door.call(bench().url, first), 1);
    const other = withFields(first, { pin_block: secretText() });
    const heard = await door.call(bench().url, door.takesKey ? { ...other, requestId } : other);
    if (door.takesKey) expect(heard.errorCode).toBe('IDEMPOTENCY_CONFLICT');
    else expect(heard).toMatchObject({ resultCode: 1, replayed: false });
  });
}

/** Members of JSON that the method does not take are passed on as well, and are no way around the rule. */
export function jsonNeverStoredContract(door: Door, bench: () => Bench): void {
  it.each([
    { title: 'pin_block of a Deduct', members: (text: string) => ({ pin_block: text }) },
    { title: 'PINBlock of a Deduct', members: (text: string) => ({ PINBlock: text }) },
    { title: 'a nested pin_block', members: (text: string) => ({ more: [{ pin_block: text }] }) },
    { title: 'a nested 3d_secure_otp', members: (text: string) => ({ more: { '3d_secure_otp': text } }) },
    { title: 'klv_900 outside the KLV', members: (text: string) => ({ klv_900: text }) },
  ])('keeps $title nowhere', async ({ members }) => {
    bench().wallet.behave(approvingQuietly);
    const text = secretText();
    const body = JSON.parse(door.body(deduct())) as { request: object };
    const changed = { ...body, request: { ...body.request, ...members(text) } };
    expectAnswer(door, await door.post(bench().url, JSON.stringify(changed)), 1);
    expect(bench().wallet.calls.at(-1)!.body.toString('utf8')).toContain(text);
    expectNowhere(bench(), text);
  });
}

export const approvingQuietly: Behaviour = (call) =>
  respond({
    body: JSON.stringify({ customerId: call.envelope()['customer_id'], response: { resultCode: 1 } }),
  });

/** Says the card number back, as some wallet services do. */
const echoing: Behaviour = (call) =>
  respond({
    body: JSON.stringify({
      customerId: call.envelope()['customer_id'],
      response: { resultCode: 1, resultText: `Approved for ${PAN}`, mdes_digitized_pan: PAN },
    }),
  });

let made = 0;

/** A text that nothing else holds; 16 hex digits like a PIN block. */
function secretText(): string {
  made += 1;
  return `DEADBEEF${String(made).padStart(8, '0')}`;
}

function expectNowhere(bench: Bench, text: string): void {
  expect(bench.ledger.bytes().includes(text)).toBe(false);
  expect(bench.gateway.lines.filter((line) => line.includes(text))).toEqual([]);
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], value);
}
