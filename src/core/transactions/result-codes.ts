const APPROVED = 1;
export const PARTIALLY_APPROVED = 2;

/** Returns true for an approval: 1, or 2 for a partial amount. */
export function isApproval(resultCode: number): boolean {
  return resultCode === APPROVED || resultCode === PARTIALLY_APPROVED;
}

/**
 * Returns true for the one code that accepts an advice. An advice cannot be accepted in part: a processor knows no such reply and
 * would keep the advice.
 */
export function isAcceptance(resultCode: number): boolean {
  return resultCode === APPROVED;
}

/** Returns the meaning of a result code in a few words; undefined for a code that is not in the table. */
export function resultText(resultCode: number): string | undefined {
  return RESULT_CODES.get(resultCode);
}

/**
 * Result codes of the processor's Remote API (docs/reference/protocol.md#result-codes). Other codes from downstream are
 * forwarded.
 */
export const RESULT_CODES: ReadonlyMap<number, string> = new Map([
  [1, 'Approved'],
  [PARTIALLY_APPROVED, 'Approved for a partial amount'],
  [-2, 'Invalid card number'],
  [-3, 'Duplicate transmission'],
  [-4, 'Invalid card or wallet reference'],
  [-5, 'Not permitted to terminal or acquirer'],
  [-6, 'Function not supported or invalid transaction'],
  [-7, 'Timeout'],
  [-8, 'Authentication failed'],
  [-9, 'Do not honour'],
  [-13, 'Stolen card'],
  [-14, 'Insufficient funds'],
  [-16, 'Exceeds purchase amount limit'],
  [-17, 'Not sufficient funds'],
  [-18, 'Exceeds withdrawal limit'],
  [-19, 'Invalid amount'],
  [-24, 'Security violation'],
  [-25, 'Incorrect PIN'],
  [-26, 'PIN tries exceeded'],
  [-27, 'Invalid PIN block'],
  [-28, 'PIN length error'],
  [-29, 'Restricted card'],
  [-34, 'Account closed or invalid'],
  [-36, 'Expired card'],
  [-37, 'Suspected fraud'],
  [-38, 'Lost card'],
  [-39, 'Stolen card'],
  [-41, 'Function not supported or invalid transaction'],
  [-783, 'Do not honour'],
  [-784, 'Not permitted to cardholder or issuer'],
]);
