import { Int } from 'type-graphql';
import { query, resolverOf } from '../root-fields.js';
import { Total } from '../scalars.js';
import { field, nullable, objectType } from '../shapes.js';

const ReconciliationLine = objectType(
  'ReconciliationLine',
  'The calls of a terminal over a route in a day, by programme and method. Amounts are sums of requestAmount, in minor units.',
  {
    programme: field(String, 'Short name of the programme of the calls.'),
    terminalId: field(String, 'Terminal id.'),
    route: field(String, 'Name of the route to the wallet service.'),
    methodName: field(String, 'Name of the method.'),
    currency: nullable(
      String,
      'The currency of the programme at that time, ISO 4217 alphabetic (EUR). Null where it had none set.',
    ),
    count: field(Int, 'Number of calls.'),
    amount: field(Total, 'Sum of all requested amounts.'),
    approved: field(Int, 'Calls with resultCode 1 or 2.'),
    approvedAmount: field(Total, 'Sum of the approved amounts: of a partial approval, what was approved.'),
    declined: field(Int, 'Calls with another resultCode.'),
    declinedAmount: field(Total, 'Sum of the declined amounts.'),
    refused: field(Int, 'REFUSED and FAILED calls, and reversals that were not sent.'),
    inDoubt: field(Int, 'Calls in the state IN_DOUBT.'),
    inDoubtAmount: field(Total, 'Sum of the amounts in doubt.'),
    contradicted: field(Int, 'Calls in the state CONTRADICTED.'),
    contradictedAmount: field(Total, 'Contradicted amounts; of a partial approval, what was approved.'),
    open: field(Int, 'Calls in the states PENDING, QUEUED and UNMATCHED.'),
  },
);

export const ReconciliationResolver = resolverOf({
  reconciliation: query({
    permission: 'monitor',
    args: { day: field(String, 'A day in UTC, yyyy-MM-dd.') },
    gives: field([ReconciliationLine], 'Adds up a day by programme, terminal, route and method.'),
    resolve: ({ day }, { useCases }) => useCases.administration.reconcile(day),
  }),
});
