import { ArgsType, Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { eventId } from '../../core/events/event.js';
import { walletProvider } from '../../core/provisioning/attempt.js';
import type {
  DigitizationRow,
  DigitizationFilter as Filter,
} from '../../use-cases/provisioning/attempt-port.js';
import { WalletProviderName } from '../events/digitization-complete.type.js';
import { connectionOf } from '../paging.js';
import { SafeInt } from '../scalars.js';
import { isoTime, timeOf, TimeRangeInput } from '../time.js';

/** The states of core/digitization-report.ts. */
enum DigitizationStateName {
  active = 'active',
  stopped = 'stopped',
  deleted = 'deleted',
  exception = 'exception',
}

registerEnumType(DigitizationStateName, {
  name: 'DigitizationState',
  valuesConfig: {
    active: { description: 'Completed, resumed or replaced' },
    stopped: { description: 'Suspended' },
    deleted: { description: 'Removed, or removed from its device' },
    exception: { description: 'The activation came to nothing' },
  },
});

@ObjectType({ description: 'A card in a wallet, as the last report of the network says.' })
export class Digitization {
  @Field(() => String)
  tokenReference!: string;

  @Field(() => DigitizationStateName)
  state!: DigitizationStateName;

  @Field(() => String)
  programme!: string;

  @Field(() => SafeInt)
  cardId!: number;

  @Field(() => SafeInt)
  customerId!: number;

  @Field(() => WalletProviderName)
  wallet!: WalletProviderName;

  @Field(() => String, { nullable: true })
  walletId!: string | null;

  @Field(() => String, { nullable: true })
  tokenRequestorId!: string | null;

  @Field(() => String, { nullable: true })
  deviceType!: string | null;

  @Field(() => String, { nullable: true, description: 'Last four digits of the digitized card number' })
  panLastFour!: string | null;

  @Field(() => String, { nullable: true, description: 'Null where no provisioning attempt led to it' })
  attemptId!: string | null;

  @Field(() => String, { nullable: true, description: 'The network’s code, of the last report' })
  reasonCode!: string | null;

  @Field(() => String, { description: 'Type of the last event' })
  lastEvent!: string;

  @Field(() => String, { description: 'Id of the last event' })
  lastEventId!: string;

  @Field(() => String, { description: 'ISO 8601, as all times here: the first report' })
  reportedAt!: string;

  @Field(() => String, { description: 'The last report' })
  changedAt!: string;
}

@ArgsType()
@InputType({ description: 'All given conditions must hold.' })
export class DigitizationFilter {
  @Field(() => SafeInt, { nullable: true })
  cardId?: number | null;

  @Field(() => DigitizationStateName, { nullable: true })
  state?: DigitizationStateName | null;

  @Field(() => String, { nullable: true })
  tokenReference?: string | null;

  @Field(() => TimeRangeInput, { nullable: true, description: 'When it was first reported' })
  time?: TimeRangeInput | null;
}

@InputType({ description: 'The network reports what became of a token.' })
export class DigitizationInput {
  @Field(() => SafeInt)
  cardId!: number;

  @Field(() => ID, { description: 'The network’s number of the wallet: 103, 216, 217, 327 …' })
  walletId!: string;

  @Field(() => String, { description: 'The network’s unique reference of the token' })
  tokenReference!: string;

  @Field(() => ID, { description: 'The network’s number of who asked for the token' })
  tokenRequestorId!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'complete (the default), Deleted, Deleted_from_device, Stopped, Digitized, Replacement or Digitization_Exception',
  })
  event?: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'The reporter’s own id of this report, which tells a repeat from a new one. Left out, a report that repeats the last one of its token is a repeat',
  })
  reportId?: string | null;

  @Field(() => ID, { nullable: true, description: 'The network’s code of the device, for example 21' })
  device?: string | null;

  @Field(() => ID, { nullable: true, description: 'The same, by its name in events' })
  deviceType?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The digitized card number. Nothing but its last four digits is kept',
  })
  digitizedPan?: string | null;

  @Field(() => String, { nullable: true, description: 'Its last four digits, where the number is not told' })
  panLastFour?: string | null;

  @Field(() => ID, { nullable: true, description: 'Why, in the network’s own code' })
  reasonCode?: string | null;
}

export const DigitizationConnection = connectionOf(Digitization, 'Digitization');

export function digitizationView(row: DigitizationRow): Digitization {
  return {
    tokenReference: row.tokenReference,
    state: DigitizationStateName[row.state],
    programme: row.programme,
    cardId: row.cardId,
    customerId: row.customerId,
    wallet: WalletProviderName[walletProvider(row.walletId)],
    walletId: row.walletId,
    tokenRequestorId: row.tokenRequestorId,
    deviceType: row.deviceType,
    panLastFour: row.panLastFour,
    attemptId: row.attemptId,
    reasonCode: row.reasonCode,
    lastEvent: row.lastEvent,
    lastEventId: eventId(row.lastEventSequence),
    reportedAt: isoTime(row.reportedAtMs),
    changedAt: isoTime(row.changedAtMs),
  };
}

/** Errors: BAD_REQUEST (a time that is none). */
export function digitizationFilterOf(filter: DigitizationFilter): Filter {
  return {
    ...(filter.cardId == null ? {} : { cardId: filter.cardId }),
    ...(filter.state == null ? {} : { state: filter.state }),
    ...(filter.tokenReference == null ? {} : { tokenReference: filter.tokenReference }),
    ...(filter.time?.from == null ? {} : { reportedFromMs: timeOf('time.from', filter.time.from) }),
    ...(filter.time?.to == null ? {} : { reportedToMs: timeOf('time.to', filter.time.to) }),
  };
}
