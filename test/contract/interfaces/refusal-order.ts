import {
  deduct,
  KEYS,
  without,
  withFields,
  type Bench,
  type Call,
  type CallOptions,
  type Channel,
  type Reply,
} from '../../support/channels/index.js';
import { expectAnswer, expectError, withoutSending, withoutTrace, type Code } from './register.js';

interface Fault {
  readonly title: string;
  readonly call?: (call: Call) => Call;
  readonly body?: (body: string) => string;
  readonly options?: CallOptions;
  readonly code: Code | -4;
  readonly field?: string;
  /** Whether only callers with a key can have the fault: terminals have no keys and name no request ids. */
  readonly onlyWithKey?: true;
  /** Group of the fault. Faults of one group exclude each other. */
  readonly group?: string;
}

/**
 * Faults in the order of docs/reference/protocol.md#order-of-refusal: size and syntax, credential, role, method, fields and
 * request id, checksum, directory.
 */
const FAULTS: readonly Fault[] = [
  { title: 'a body too long', body: (body) => body.padEnd(70_000), code: 'PAYLOAD_TOO_LARGE', group: 'body' },
  { title: 'a body cut off', body: (body) => body.slice(0, -2), code: 'MALFORMED', group: 'body' },
  {
    title: 'a key that is not known',
    options: { key: 'cardway_nobody' },
    code: 'UNAUTHENTICATED',
    onlyWithKey: true,
    group: 'key',
  },
  {
    title: 'a key of another role',
    options: { key: KEYS.integrator },
    code: 'FORBIDDEN',
    onlyWithKey: true,
    group: 'key',
  },
  {
    title: 'a method that is not known',
    call: (call) => ({ ...call, method: 'Withdraw' }),
    code: 'UNKNOWN_METHOD',
  },
  {
    title: 'a field beyond its limit',
    call: (call) => withFields(call, { narrative: 'x'.repeat(256) }),
    code: 'BAD_REQUEST',
    field: 'narrative',
  },
  {
    title: 'a request id of another shape',
    call: (call) => ({ ...call, requestId: '5001_1_1' }),
    code: 'BAD_REQUEST',
    field: 'request_id',
    onlyWithKey: true,
  },
  {
    title: 'a wrong checksum',
    call: (call) => ({ ...call, checksum: '0'.repeat(64) }),
    code: 'UNAUTHENTICATED',
  },
  {
    title: 'a wallet that is not known',
    call: (call) => withFields(call, { reference: 'nobody' }),
    code: -4,
  },
];

/** Tests that the first of two faults is reported, and that neither leaves a trace. */
export function refusalOrderContract(channel: Channel, bench: () => Bench): void {
  const faults = FAULTS.filter((fault) => channel.takesKey || fault.onlyWithKey !== true);
  const pairs = faults.flatMap((first, index) =>
    faults
      .slice(index + 1)
      .filter((second) => second.group === undefined || second.group !== first.group)
      .map((second) => ({ first, second })),
  );

  it.each(faults)('tells $title', async (fault) => {
    expectFault(channel, await run(fault), fault);
  });

  it('tells an amount that is no integer as a wrong field of a document that can be read', async () => {
    const body = channel
      .body(deduct({ checksum: '0'.repeat(64) }))
      .replace(/(<int>|"request_?amount":)\d+/i, (_all, before: string) => `${before}12.5`);
    expect(body).toContain('12.5');
    const heard = await withoutTrace(bench(), () => channel.post(bench().url, body));
    expectError(channel, heard, 'BAD_REQUEST', 'request_amount');
  });

  it.each(pairs)('tells $first.title before $second.title', async ({ first, second }) => {
    expectFault(channel, await run(first, second), first);
  });

  const run = (...applied: Fault[]): Promise<Reply> => {
    const call = applied.reduce((made, fault) => fault.call?.(made) ?? made, deduct());
    const body = applied.reduce((made, fault) => fault.body?.(made) ?? made, channel.body(call));
    const options = applied.find((fault) => fault.options !== undefined)?.options ?? {};
    // A terminal's money call that proves itself is saved.
    const isSaved = !channel.takesKey && applied.every(({ code }) => code === -4);
    const checked = isSaved ? withoutSending : withoutTrace;
    return checked(bench(), () => channel.post(bench().url, body, options));
  };
}

/** Tests that a missing field is a fault of the fields, also where GraphQL finds it first. */
export function missingFieldOrderContract(channel: Channel, bench: () => Bench): void {
  it.each(FAULTS.filter(({ group }) => group === 'key'))(
    'tells $title before a missing field',
    async (fault) => {
      const call = without(deduct(), 'narrative');
      const heard = await withoutTrace(bench(), () => channel.call(bench().url, call, fault.options));
      expectFault(channel, heard, fault);
    },
  );

  it('tells a missing key before a missing field', async () => {
    const call = without(deduct(), 'narrative');
    const heard = await withoutTrace(bench(), () => channel.call(bench().url, call, { key: null }));
    expectError(channel, heard, 'UNAUTHENTICATED');
  });

  it('tells a missing field before a wrong checksum', async () => {
    const call = { ...without(deduct(), 'narrative'), checksum: '0'.repeat(64) };
    const heard = await withoutTrace(bench(), () => channel.call(bench().url, call));
    expectError(channel, heard, 'BAD_REQUEST', 'narrative');
  });
}

function expectFault(channel: Channel, heard: Reply, { code, field }: Fault): void {
  if (code === -4) expectAnswer(channel, heard, -4);
  else expectError(channel, heard, code, field);
}
