/** What a backend sends that wrote its own GraphQL: its names and its choice of fields. */
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
