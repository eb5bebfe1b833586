/** Call that an operator composes to try the sandbox. Amounts are in minor units. */
export interface SandboxCallInput {
  readonly methodName: 'Balance' | 'Deduct';
  readonly terminalId: string;
  readonly reference: string;
  readonly requestAmount: number;
  readonly narrative: string;
  readonly transactionType: string;
  readonly transactionId: string;
  /** `yyyyMMddTHH:mm:ss`, UTC. */
  readonly transactionDate: string;
  /** Values by the names of the KLV fields (docs/reference/protocol.md#klv). */
  readonly transactionData: Readonly<Record<string, string>>;
}

/** Text, the key of its hash, and the result. Nothing of it is secret in the sandbox. */
interface HashingStep {
  readonly key: string;
  /** Parts in the order of the text, each with its name. */
  readonly parts: readonly { readonly name: string; readonly text: string }[];
  /** Lower-case hex of the HMAC-SHA256. */
  readonly hmac: string;
}

/** One call in the form of each interface, and the wallet service's view of it. */
interface SandboxCall {
  readonly xml: string;
  readonly json: string;
  /** Variables of the GraphQL operation `Balance` or `Deduct`. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Public key of the sandbox's backends, which may send the call. */
  readonly clientKey: string;
  readonly requestId: string;
  readonly checksum: HashingStep;
  /** Body as sent, byte for byte, and `X_msg_signature`. */
  readonly signature: HashingStep;
}

/** Composes a sandbox call. Errors: BAD_REQUEST (a field that breaks its limit; names it). */
export type ComposeSandboxCall = (input: SandboxCallInput) => SandboxCall;

/** Data about the gateway, for operators. */
export interface GatewayInfo {
  readonly version: string;
  /** Null outside of the sandbox. */
  readonly sandbox: { readonly compose: ComposeSandboxCall } | null;
}
