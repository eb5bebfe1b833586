import { Int } from 'type-graphql';
import type { GraphQLContext } from '../context.js';
import { pageConnection, pageOf } from '../paging.js';
import { list, resolverOf } from '../root-fields.js';
import { SafeInt } from '../scalars.js';
import { conditionsOf, field, inputType, nodeType, nullable, time, TimeRangeInput } from '../shapes.js';
import { Channel, ErrorCode } from '../transactions/transaction.type.js';

const RefusedCall = nodeType(
  'RefusedCall',
  'Calls that were refused before they were saved. Calls of the same kind within a minute are one entry. The newest 10,000 entries are kept.',
  {
    at: time('lastAtMs', 'When the last of them came.'),
    firstAt: time('firstAtMs', 'When the first of them came.'),
    count: field(Int, 'How many calls the entry stands for.'),
    channel: field(Channel, 'The interface that the call came through.'),
    code: field(
      ErrorCode,
      'The error that the caller got. Where it got a decline of the gateway, the nearest error: NOT_FOUND for -4, FORBIDDEN for -29, IDEMPOTENCY_CONFLICT for -3.',
    ),
    field: nullable(String, 'The field at fault, in its JSON name. Null where it is none.'),
    reason: field(String, 'Reason for operators; callers do not get it.'),
    terminalId: nullable(String, 'Terminal that the caller names, without proof. Null without one.'),
    programme: nullable(String, 'Programme of the key or the terminal. Null where it is not known.'),
    keyId: nullable(String, 'Name of the key. Null where there was no known one.'),
    address: nullable(String, 'IP address of the caller. Null where it is not known.'),
    method: nullable(String, 'Method that the last of them names. Null where it names none.'),
    reference: nullable(String, 'Wallet that the last of them names. Null where it names none.'),
    amount: nullable(SafeInt, 'Amount of the last of them, in minor units. Null where it has none.'),
    requestId: nullable(String, 'Idempotency key of the last of them. Null where it names none.'),
    httpRequestId: nullable(String, 'X-Request-Id of the last of them. Null where it is not known.'),
  },
);
type RefusedCall = InstanceType<typeof RefusedCall>;

const RefusedCallFilter = inputType(
  'RefusedCallFilter',
  'Conditions on refused calls. All given ones must hold.',
  {
    code: nullable(ErrorCode, 'The error that the caller got.'),
    channel: nullable(Channel, 'The interface that the call came through.'),
    terminalId: nullable(String, 'Terminal that the caller names.'),
    programme: nullable(String, 'Short name of the programme.'),
    keyId: nullable(String, 'Name of the key.'),
    address: nullable(String, 'IP address of the caller.'),
    method: nullable(String, 'Method that the last call of the entry names.'),
    reference: nullable(String, 'Wallet that the last call of the entry names.'),
    amount: nullable(SafeInt, 'Amount that the last call of the entry names.'),
    requestId: nullable(String, 'Idempotency key of the last call of the entry.'),
    httpRequestId: nullable(String, 'X-Request-Id of the last call of the entry.'),
    time: nullable(TimeRangeInput, 'A time at which calls of the entry came.'),
  },
);

const LIST = 'ref';

export const RefusedCallResolver = resolverOf({
  refusedCalls: list(RefusedCall, {
    permission: 'monitor',
    description: 'Lists calls that were refused before they were saved, newest first.',
    filter: RefusedCallFilter,
    async resolve(page, filter, { useCases }) {
      const wanted = pageOf(page, LIST, conditionsOf(filter, ['fromMs', 'toMs']));
      return pageConnection(await useCases.administration.refusals.list(wanted), LIST);
    },
  }),
});

export async function findRefusedCall(
  name: string,
  { useCases }: GraphQLContext,
): Promise<RefusedCall | null> {
  const sequence = Number(name);
  if (!Number.isSafeInteger(sequence)) return null;
  const { rows } = await useCases.administration.refusals.list({ filter: {}, first: 1, after: sequence + 1 });
  const [row] = rows;
  return row?.sequence === sequence ? row : null;
}
