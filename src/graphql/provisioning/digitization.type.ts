import { ID } from 'type-graphql';
import { eventId } from '../../core/events/event.js';
import {
  walletProvider,
  type WalletProvider as WalletProviderValue,
} from '../../core/provisioning/attempt.js';
import type { DigitizationRow } from '../../use-cases/provisioning/attempt-port.js';
import { EventType } from '../events/event.js';
import { DateTime, SafeInt } from '../scalars.js';
import {
  closedSet,
  computed,
  field,
  inputType,
  nodeType,
  nullable,
  objectType,
  time,
  TimeRangeInput,
} from '../shapes.js';

const WalletProvider = closedSet<WalletProviderValue>(
  'WalletProvider',
  'The wallet that a card was put into.',
  {
    APPLE_PAY: 'Apple Pay, wallet id 103.',
    GOOGLE_PAY: 'Google Pay, wallet id 216.',
    SAMSUNG_PAY: 'Samsung Pay, wallet id 217.',
    MERCHANT: 'A merchant, wallet id 327.',
    OTHER: 'Any other wallet.',
  },
);

const DigitizationState = closedSet<DigitizationRow['state']>(
  'DigitizationState',
  'State of a digitized card.',
  {
    active: 'It was completed, resumed or replaced.',
    stopped: 'It is suspended.',
    deleted: 'It was deleted, or deleted from its device.',
    exception: 'Its activation failed.',
  },
);

export const Digitization = nodeType('Digitization', 'A card in a wallet, by the network’s last report.', {
  tokenReference: field(String, 'Unique reference of the token at the network.'),
  state: field(DigitizationState, 'State of the token.'),
  programme: field(String, 'Short name of the programme of the card.'),
  cardId: field(SafeInt, 'Card id.'),
  customerId: field(SafeInt, 'Customer id.'),
  wallet: computed(
    WalletProvider,
    'The wallet that the card was put into.',
    ({ walletId }: DigitizationRow) => walletProvider(walletId),
  ),
  walletId: nullable(ID, 'Number of the wallet at the network. Null where no report has it.'),
  tokenRequestorId: nullable(ID, 'Number of the token requestor at the network. Null without one.'),
  deviceType: nullable(ID, 'Code of the device at the network. Null where no report has it.'),
  panLastFour: nullable(String, 'Last four digits of the digitized card number. Null without them.'),
  attemptId: nullable(ID, 'Id of the provisioning attempt that led to it. Null without one.'),
  declined: computed(Boolean, 'Whether it was declined.', (row: DigitizationRow) => row.isDeclined === 1),
  reasonCode: nullable(ID, 'Reason code of the network in the last report. Null where it has none.'),
  lastEvent: field(EventType, 'Type of its last event.'),
  lastEventId: computed(ID, 'Id of its last event.', ({ lastEventSequence }: DigitizationRow) =>
    eventId(lastEventSequence),
  ),
  reportedAt: time('reportedAtMs', 'When the first report came.'),
  changedAt: time('changedAtMs', 'When the last report came.'),
});
export type Digitization = InstanceType<typeof Digitization>;

export const DigitizationComplete = objectType(
  'DigitizationComplete',
  'A report of the card network about a digitized card, as an event.',
  {
    id: field(ID, 'Id of the event. The same report always has the same id.'),
    type: field(EventType, 'Type of the event.'),
    occurredAt: field(DateTime, 'When the gateway received the report.'),
    programme: field(String, 'Short name of the programme of the card.'),
    cardId: field(SafeInt, 'Card id.'),
    customerId: field(SafeInt, 'Customer id.'),
    wallet: field(WalletProvider, 'The wallet that the card was put into.'),
    walletId: nullable(ID, 'Number of the wallet at the network. Null where the report has none.'),
    tokenReference: field(String, 'Unique reference of the token at the network.'),
    tokenRequestorId: nullable(ID, 'Number of the token requestor at the network. Null without one.'),
    deviceType: nullable(ID, 'Code of the device at the network, such as 21. Null without one.'),
    panLastFour: nullable(String, 'Last four digits of the digitized card number. Null without them.'),
    attemptId: nullable(ID, 'Id of the provisioning attempt that led to it. Null without one.'),
  },
);
export type DigitizationComplete = InstanceType<typeof DigitizationComplete>;

export const DigitizationFilter = inputType(
  'DigitizationFilter',
  'Conditions on digitized cards. All given ones must hold.',
  {
    programme: nullable(String, 'Short name of the programme of the card.'),
    cardId: nullable(SafeInt, 'Card id.'),
    state: nullable(DigitizationState, 'State of the token.'),
    tokenReference: nullable(String, 'Unique reference of the token at the network.'),
    declined: nullable(Boolean, 'Whether it was declined.'),
    time: nullable(TimeRangeInput, 'When the first report came.'),
  },
);
export type DigitizationFilter = InstanceType<typeof DigitizationFilter>;

export const DigitizationInput = inputType('DigitizationInput', 'A report of the network about a token.', {
  cardId: field(SafeInt, 'Card id.'),
  walletId: field(ID, 'Number of the wallet at the network: 103, 216, 217, 327 …'),
  tokenReference: field(String, 'Unique reference of the token at the network.'),
  tokenRequestorId: field(ID, 'Number of the token requestor at the network.'),
  event: nullable(
    String,
    'The network’s word for what happened: complete (the default), Deleted, Deleted_from_device, Stopped, Digitized, Replacement or Digitization_Exception.',
  ),
  reportId: nullable(
    ID,
    'The reporter’s id of this report. A report with the same id is a repeat. Without an id, a report equal to the last one of its token is a repeat.',
  ),
  device: nullable(ID, 'Code of the device at the network, for example 21.'),
  deviceType: nullable(ID, 'The same as `device`, under its name in events.'),
  digitizedPan: nullable(String, 'The digitized card number. Only its last four digits are kept.'),
  panLastFour: nullable(String, 'Last four digits of the digitized card number, instead of the number.'),
  reasonCode: nullable(ID, 'Reason code of the network.'),
});
export type DigitizationInput = InstanceType<typeof DigitizationInput>;
