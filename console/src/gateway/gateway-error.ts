/** Refusal of the gateway, or failure to reach it. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  constructor(
    /** Code in the register of errors; `UNREACHABLE` where no answer arrived, and `UNANSWERED` where none to a change did. */
    readonly code: string,
    message: string,
    readonly field: string | null = null,
  ) {
    super(message);
  }
}

/** Returns whether the role is the reason for a refusal, and nothing that the message names. */
export function isOfRole(error: unknown): boolean {
  return (
    error instanceof GatewayError &&
    error.code === 'FORBIDDEN' &&
    /^(?:The key|Role \w+) may not do this/.test(error.message)
  );
}

/** Returns whether the gateway has ended the session. The sign-in then says so. */
export function isEnded(error: unknown): boolean {
  return error instanceof GatewayError && error.code === 'UNAUTHENTICATED';
}

/** Returns whether the next try may succeed. Queries are tried again by themselves. */
export function isTemporary(error: unknown): boolean {
  return error instanceof GatewayError && (error.code === 'UNREACHABLE' || error.code === 'UNAVAILABLE');
}

/** Returns a sentence for a person, with advice. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof GatewayError)) return 'Something went wrong in this page. Load it again.';
  switch (error.code) {
    case 'UNREACHABLE':
      return `${error.message} Check that it runs and that you are connected to it.`;
    case 'UNAUTHENTICATED':
      return 'The gateway does not know this key. It may have been revoked, or have expired.';
    case 'FORBIDDEN':
      return isOfRole(error) ? 'Your role does not allow this.' : error.message;
    case 'APPROVAL_REQUIRED':
      return 'A second person must approve this, on the page Approvals. Then press the same button again.';
    case 'UNAVAILABLE':
      return 'The gateway cannot reach its database at the moment.';
    default:
      return error.field === null || error.message.startsWith(error.field)
        ? error.message
        : `${error.field}: ${error.message}`;
  }
}

/** Returns the sentence about a query, which the page repeats while its failure is temporary. */
export function sentenceOfQuery(error: unknown): string {
  return isTemporary(error) ? `${sentenceOf(error)} The page retries.` : sentenceOf(error);
}
