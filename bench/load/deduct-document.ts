/** Document of a backend that wrote its own GraphQL, with its own names and choice of fields. */
export const DEDUCT_DOCUMENT = `mutation PayWithCard($input: DeductInput!) {
  deduct(input: $input) {
    status
    message
    customerId
    requestId
    replayed
    response { resultCode resultText balanceAmount actualBalance approvalAmount fields }
  }
}`;
