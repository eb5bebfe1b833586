import { isStaff } from '../../core/access/permissions.js';
import { ID } from 'type-graphql';
import type { AttemptRow } from '../../use-cases/provisioning/attempt-port.js';
import { callerKey, type GraphQLContext } from '../context.js';
import { pageConnection, pageOf } from '../paging.js';
import { list, query, resolverOf } from '../root-fields.js';
import { SafeInt } from '../scalars.js';
import {
  conditionsOf,
  closedSet,
  computedOrNull,
  field,
  inputType,
  nodeType,
  nullable,
  objectType,
  time,
  timeOrNull,
  TimeRangeInput,
} from '../shapes.js';

type State = AttemptRow['state'];

const ProvisioningAttemptState = closedSet<State>(
  'ProvisioningAttemptState',
  'State of a provisioning attempt.',
  {
    issued: 'A secret was issued.',
    verified: 'The secret was verified.',
    authorized: 'A token authorization used it.',
    digitized: 'The network reported the digitization as complete.',
    expired: 'It was not verified or not authorized in time.',
    superseded: 'A later secret was issued for the card.',
    declined: 'The token authorization was declined.',
  },
);

const AttemptChange = objectType('AttemptChange', 'A change of the state of a provisioning attempt.', {
  at: time('atMs', 'When the state changed.'),
  actor: field(String, 'Id of the key or the terminal that caused it; `gateway` where it ended by time.'),
  from: nullable(ProvisioningAttemptState, 'The state before. Null for the first entry.', 'fromState'),
  to: field(ProvisioningAttemptState, 'The state after.', 'toState'),
  reason: nullable(String, 'Why the state changed. Null where no reason is recorded.'),
});

const ProvisioningAttempt = nodeType(
  'ProvisioningAttempt',
  'An attempt to put a card into a wallet. The secret is not part of it, because it is not stored.',
  {
    attemptId: field(ID, 'The same as `id`, under its name in events.'),
    state: field(ProvisioningAttemptState, 'State of the attempt.'),
    programme: field(String, 'Short name of the programme of the card.'),
    cardId: field(SafeInt, 'Card id.'),
    customerId: field(SafeInt, 'Customer id.'),
    keyId: field(String, 'Id of the shared key that made the secret.', 'sharedKeyId'),
    issuedAt: time('issuedAtMs', 'When the secret was issued.'),
    expiresAt: time('expiresAtMs', 'When the secret expires.'),
    verifiedAt: timeOrNull('verifiedAtMs', 'When the secret was verified. Null where it was not.'),
    authorizedAt: timeOrNull('authorizedAtMs', 'When a token was authorized. Null where none was.'),
    digitizedAt: timeOrNull(
      'digitizedAtMs',
      'When the network reported the digitization. Null where it did not.',
    ),
    tokenReference: nullable(String, 'Reference of the token that used it. Null where none did.'),
    walletId: nullable(ID, 'Number of the wallet at the network. Null where it is not known.'),
    wrongCodes: computedOrNull(
      SafeInt,
      'Number of wrong codes. Null for everyone except operators.',
      ({ wrongCodes }: AttemptRow, context) => ofOperators(wrongCodes, context),
    ),
    driftSteps: computedOrNull(
      SafeInt,
      'Time steps by which the code was off. Null except for operators.',
      ({ driftSteps }: AttemptRow, context) => ofOperators(driftSteps, context),
    ),
    history: field([AttemptChange], 'Its changes of state, oldest first.'),
  },
);
type ProvisioningAttempt = InstanceType<typeof ProvisioningAttempt>;

function ofOperators(value: number | null, { caller }: GraphQLContext): number | null {
  return isStaff(callerKey(caller).role) ? value : null;
}

const COUNTS: Readonly<Record<State, string>> = {
  issued: 'Attempts whose secret was issued.',
  verified: 'Attempts that were verified.',
  authorized: 'Attempts that were authorized.',
  digitized: 'Attempts that were digitized.',
  expired: 'Attempts that expired.',
  superseded: 'Attempts that were superseded.',
  declined: 'Token authorizations that were declined, with or without an attempt.',
};

const ProvisioningFunnel = objectType(
  'ProvisioningFunnel',
  'How far the attempts of a time came. Each attempt counts for every stage that it reached, and for the way it ended.',
  {
    issued: field(SafeInt, COUNTS.issued),
    verified: field(SafeInt, COUNTS.verified),
    authorized: field(SafeInt, COUNTS.authorized),
    digitized: field(SafeInt, COUNTS.digitized),
    expired: field(SafeInt, COUNTS.expired),
    superseded: field(SafeInt, COUNTS.superseded),
    declined: field(SafeInt, COUNTS.declined),
  },
);

const ProvisioningAttemptFilter = inputType(
  'ProvisioningAttemptFilter',
  'Conditions on provisioning attempts. All given ones must hold.',
  {
    programme: nullable(String, 'Short name of the programme.'),
    cardId: nullable(SafeInt, 'Card id.'),
    state: nullable(ProvisioningAttemptState, 'State of the attempt.'),
    tokenReference: nullable(String, 'Reference of the token that used it.'),
    time: nullable(TimeRangeInput, 'When the secret was issued.'),
  },
);

const LIST = 'a';
const BOUNDS = ['issuedFromMs', 'issuedToMs'] as const;

export const AttemptResolver = resolverOf({
  provisioningAttempt: query({
    permission: 'readProvisioning',
    args: { attemptId: field(ID, 'Id of the attempt.') },
    gives: nullable(
      ProvisioningAttempt,
      'Finds a provisioning attempt. Null where the caller can see none of this id.',
    ),
    resolve: ({ attemptId }, context) => findAttempt(attemptId, context),
  }),
  provisioningAttempts: list(ProvisioningAttempt, {
    permission: 'readProvisioning',
    description: 'Lists provisioning attempts, newest first.',
    filter: ProvisioningAttemptFilter,
    async resolve(page, filter, { useCases, caller }) {
      const wanted = pageOf(page, LIST, conditionsOf(filter, BOUNDS));
      return pageConnection(await useCases.readAttempts.page(callerKey(caller), wanted), LIST);
    },
  }),
  provisioningFunnel: query({
    permission: 'readFunnel',
    args: { filter: nullable(ProvisioningAttemptFilter, 'Conditions on the attempts.') },
    gives: field(ProvisioningFunnel, 'Counts how far provisioning attempts came.'),
    resolve: ({ filter }, { useCases, caller }) =>
      useCases.readAttempts.funnel(callerKey(caller), conditionsOf(filter, BOUNDS)),
  }),
});

export function findAttempt(
  attemptId: string,
  { useCases, caller }: GraphQLContext,
): Promise<ProvisioningAttempt | null> {
  return useCases.readAttempts.one(callerKey(caller), attemptId);
}
