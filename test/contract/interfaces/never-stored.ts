import {
  administrativeMessage,
  deduct,
  CHANNELS,
  JSON_PROXY,
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
import {
  CARD_NUMBERS,
  CARD_NUMBER_FORMS,
  digitsOf,
  PAIRED_SECRETS,
  SENSITIVE_NAMES,
  SPOKEN_SECRETS,
} from '../../support/canaries.js';
import { expectAnswer, expectError, withoutTrace } from './register.js';

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

/** Tests data that is never stored or is stored masked. Downstream gets everything unchanged. */
export function neverStoredContract(channel: Channel, bench: () => Bench): void {
  /**
   * Returns this channel's share of the forms: one operation masks the input of every interface. JSON gets all forms, and each
   * other interface a part of them.
   */
  const shareOf = <T>(forms: readonly T[]): readonly T[] => {
    const others = CHANNELS.filter((each) => each !== JSON_PROXY);
    if (channel === JSON_PROXY) return forms;
    return forms.filter((_form, index) => others[index % others.length] === channel);
  };

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

  it.each(shareOf(CARD_NUMBERS))(
    'masks a card number of $scheme in texts of call and answer',
    async ({ number }) => {
      await expectMasked(number);
    },
  );

  it.each(shareOf(CARD_NUMBER_FORMS))('masks a card number written $title', async ({ written }) => {
    await expectMasked(written);
  });

  it.each([
    { title: 'track 1', read: (text: string) => `%B${PAN}^DOE/${text}^271220100000123?`, sign: '^' },
    { title: 'track 2', read: (text: string) => `;${PAN}=2712201${text}?`, sign: '=' },
    { title: 'EMV tag 57', read: (text: string) => `9F2701805713${PAN}D2712${text}F`, sign: 'D' },
  ])('keeps only the masked number of $title in texts of call and answer', async ({ read, sign }) => {
    const text = secretText();
    const track = read(text);
    bench().wallet.behave(saying({ resultText: `READ ${track}`, more: [{ note: track }], last: 'KEPT' }));
    const call = deduct({ narrative: `READ ${track}`, transaction_data: data('043', track) });
    expectAnswer(channel, await channel.call(bench().url, call), 1);
    const requestId = requestIdOf(call, channel.checksumForm);
    const sent = bench().sent(requestId)[0]!.envelope()['request'];
    expect(at(sent, ['narrative'])).toBe(`READ ${track}`);
    expect(at(sent, ['transaction_data', 'merchant_description'])).toBe(track);
    const row = bench().ledger.row(requestId);
    for (const kept of [row.request, row.answer])
      expect(kept).toMatch(new RegExp(`X{6,}0116\\${sign}\\[hidden\\]"`));
    expect(at(JSON.parse(row.answer!), ['response', 'last'])).toBe('KEPT');
    expect(row.raw_answer).toMatch(NOT_KEPT);
    for (const secret of [text, PAN, '2712']) {
      expect(`${row.request} ${row.raw_answer!} ${row.answer!}`).not.toContain(secret);
      if (secret !== '2712') expectNowhere(bench(), secret);
    }
  });

  async function expectMasked(written: string): Promise<void> {
    bench().wallet.behave(saying({ resultText: `ASKED ${written}, SAID`, more: [{ [written]: written }] }));
    const call = deduct({ narrative: `CARD ${written} HERE`, transaction_data: data('043', written) });
    expectAnswer(channel, await channel.call(bench().url, call), 1);
    const requestId = requestIdOf(call, channel.checksumForm);
    const [sent] = bench().sent(requestId);
    expect(at(sent!.envelope()['request'], ['narrative'])).toBe(`CARD ${written} HERE`);
    expect(at(sent!.envelope()['request'], ['transaction_data', 'merchant_description'])).toBe(written);
    const row = bench().ledger.row(requestId);
    for (const kept of [row.request, row.answer]) {
      expect(digitsOf(kept!)).not.toContain(digitsOf(written));
      expect(kept).toMatch(/X.?X.?X/);
    }
    expect(row.raw_answer).toMatch(NOT_KEPT);
    expectNowhere(bench(), written);
  }

  it.each(shareOf(SENSITIVE_NAMES))(
    'keeps no member named %s of an answer, and replays that there was one',
    async (name) => {
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
    },
  );

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

  it.each(shareOf([...SPOKEN_SECRETS, ...PAIRED_SECRETS].map((write) => [write('N'), write] as const)))(
    'keeps no secret of an answer that tells it as %s',
    async (_form, write) => {
      const text = secretText();
      for (const behaviour of [
        saying({ resultText: write(text), more: [{ name: 'cvv', value: text }] }),
        respond({ status: 500, body: write(text) }),
      ]) {
        bench().wallet.behave(behaviour);
        const call = deduct();
        await channel.call(bench().url, call);
        expect(bench().ledger.row(requestIdOf(call, channel.checksumForm)).raw_answer).toMatch(NOT_KEPT);
        expectNowhere(bench(), text);
      }
    },
  );

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
    ...SENSITIVE_NAMES.flatMap((name) => [
      ...(CONFUSABLE_NAMES.includes(name)
        ? []
        : [{ title: name, members: (text: string) => ({ [name]: text }) }]),
      {
        title: `a nested ${name}`,
        members: (text: string) => ({ more: [{ deep: { [name]: { a: text } } }] }),
      },
    ]),
  ])('keeps $title nowhere', async ({ members }) => {
    bench().wallet.behave(approvingQuietly);
    const text = secretText();
    const body = JSON.parse(channel.body(deduct())) as { request: object };
    const changed = { ...body, request: { ...body.request, ...members(text) } };
    expectAnswer(channel, await channel.post(bench().url, JSON.stringify(changed)), 1);
    expect(bench().wallet.calls.at(-1)!.body.toString('utf8')).toContain(text);
    expectNowhere(bench(), text);
  });

  it.each(CONFUSABLE_NAMES)('refuses %s, which passes for pin_block, and keeps it nowhere', async (name) => {
    const text = secretText();
    const body = JSON.parse(channel.body(deduct())) as { request: object };
    const changed = { ...body, request: { ...body.request, [name]: text } };
    const post = () => channel.post(bench().url, JSON.stringify(changed));
    expectError(channel, await withoutTrace(bench(), post), 'BAD_REQUEST', name);
    expectNowhere(bench(), text);
  });
}

const CONFUSABLE_NAMES: readonly string[] = ['PINBlock', 'pin-block'];

export const approvingQuietly: Behaviour = (call) =>
  respond({
    body: JSON.stringify({ customerId: call.envelope()['customer_id'], response: { resultCode: 1 } }),
  });

/** Tests card numbers in the places that JSON has and XML does not. */
export function jsonCardNumbersContract(channel: Channel, bench: () => Bench): void {
  it.each([
    { title: 'a number', members: { pan: Number(PAN) } },
    { title: 'a nested number', members: { more: [{ n: Number(PAN) }] } },
    { title: 'the name of a member', members: { [PAN]: 1, more: { [`c ${PAN}`]: 2 } } },
    { title: 'an identifier that is a list', members: { reference_id: [PAN, { a: Number(PAN) }] } },
    { title: 'JSON in a text', members: { note: JSON.stringify({ pan: Number(PAN) }) } },
    ...[
      'reference',
      'transaction_id',
      'card_id',
      'request_amount',
      'trace_id',
      'tracking_number',
      'checksum',
    ].map((name) => ({
      title: `a nested ${name}`,
      members: { zz: { [name]: PAN, list: [{ [name]: PAN }] } },
    })),
    { title: 'words in a nested date', members: { zz: { transaction_date: `card ${PAN}` } } },
    { title: 'words in an identifier', members: { tracking_number: `card ${PAN}` } },
    { title: 'a nested result code', members: { zz: { resultCode: `x ${PAN}`, method_name: PAN } } },
    { title: 'an identifier of JSON in a text', members: { note: JSON.stringify({ reference: PAN }) } },
  ])('masks $title in call and answer', async ({ members }) => {
    bench().wallet.behave(saying(members));
    const body = JSON.parse(channel.body(deduct())) as { request: object };
    const changed = { ...body, ...members, request: { ...body.request, ...members } };
    expectAnswer(channel, await channel.post(bench().url, JSON.stringify(changed)), 1);
    const received = bench().wallet.calls.at(-1)!;
    expect(received.body.toString('utf8')).toContain(PAN);
    const row = bench().ledger.row(String(received.envelope()['request_id']));
    for (const kept of [row.request, row.answer]) expect(kept).toContain(MASKED);
    expect(row.raw_answer).toMatch(NOT_KEPT);
    expectNowhere(bench(), PAN);
  });
}

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
