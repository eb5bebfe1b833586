import { Arg, Args, Ctx, Field, Int, ObjectType, Query, Resolver } from 'type-graphql';
import type { ErrorCode as ErrorCodeValue } from '../../platform/errors.js';
import type { RefusalFilter } from '../../use-cases/access/refusal-port.js';
import type { Channel as ChannelValue } from '../../use-cases/transactions/ledger-port.js';
import type { GraphQLContext } from '../context.js';
import { Node } from '../node.js';
import { connectionOf, PageArgs, pageConnection, pageOf } from '../paging.js';
import { Requires } from '../roles.js';
import { DateTime } from '../scalars.js';
import { boundsOf, given, inputType, optional, TimeRangeInput } from '../shapes.js';
import { Channel, ErrorCode } from '../transactions/transaction.type.js';

@ObjectType({
  implements: Node,
  description:
    'Calls that were refused before they were saved. Calls of the same kind within a minute are one entry. The newest 10,000 entries are kept.',
})
class RefusedCall extends Node {
  @Field(() => DateTime, { name: 'at', description: 'When the last of them came.' })
  lastAtMs!: number;

  @Field(() => DateTime, { name: 'firstAt', description: 'When the first of them came.' })
  firstAtMs!: number;

  @Field(() => Int, { description: 'How many calls the entry stands for.' })
  count!: number;

  @Field(() => Channel, { description: 'The interface that the call came through.' })
  channel!: ChannelValue;

  @Field(() => ErrorCode, {
    description:
      'The error that the caller got. Where it got a decline of the gateway, the nearest error: NOT_FOUND for -4, FORBIDDEN for -29, IDEMPOTENCY_CONFLICT for -3.',
  })
  code!: ErrorCodeValue;

  @Field(() => String, {
    nullable: true,
    description: 'The field at fault, in its JSON name. Null where it is none.',
  })
  field!: string | null;

  @Field(() => String, {
    description: 'Reason for operators. It names the proof that failed; callers do not get it.',
  })
  reason!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Terminal that the caller names. Nothing proves it. Null where it names none.',
  })
  terminalId!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Short name of the programme of the key or the terminal. Null where it is not known.',
  })
  programme!: string | null;

  @Field(() => String, { nullable: true, description: 'Name of the key. Null where there was no known one.' })
  keyId!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'IP address of the caller. Null where it is not known.',
  })
  address!: string | null;
}

const RefusedCallConnection = connectionOf(RefusedCall, 'RefusedCall');

const RefusedCallFilter = inputType(
  'RefusedCallFilter',
  'Conditions on refused calls. All given ones must hold.',
  {
    code: optional(ErrorCode, 'The error that the caller got.'),
    channel: optional(Channel, 'The interface that the call came through.'),
    terminalId: optional(String, 'Terminal that the caller names.'),
    programme: optional(String, 'Short name of the programme.'),
    keyId: optional(String, 'Name of the key.'),
    address: optional(String, 'IP address of the caller.'),
    time: optional(TimeRangeInput, 'A time at which calls of the entry came.'),
  },
);
type RefusedCallFilter = InstanceType<typeof RefusedCallFilter>;

function filterOf({ time, ...equal }: RefusedCallFilter): RefusalFilter {
  return { ...given(equal), ...boundsOf(time, ['fromMs', 'toMs']) };
}

const LIST = 'ref';

@Resolver(() => RefusedCall)
export class RefusedCallResolver {
  @Requires('monitor')
  @Query(() => RefusedCallConnection, {
    description: 'Lists calls that were refused before they were saved, newest first.',
  })
  async refusedCalls(
    @Args(() => PageArgs) page: PageArgs,
    @Arg('filter', () => RefusedCallFilter, { nullable: true, description: 'Conditions on the entries.' })
    filter: RefusedCallFilter | null | undefined,
    @Ctx() { useCases }: GraphQLContext,
  ): Promise<InstanceType<typeof RefusedCallConnection>> {
    const found = await useCases.administration.refusals.list(pageOf(page, LIST, filterOf(filter ?? {})));
    return pageConnection(found, LIST);
  }
}

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
