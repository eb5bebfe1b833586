/** A call as an operator puts it together to try the sandbox. Amounts in minor units. */
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
  /** By the names of the KLV fields (docs/reference/protocol.md#klv). */
  readonly transactionData: Readonly<Record<string, string>>;
}

/** A text, the key that it was hashed with, and what came out: nothing of it is secret in the sandbox. */
interface HashingStep {
  readonly key: string;
  /** In the order in which they are put together, each with its name. */
  readonly parts: readonly { readonly name: string; readonly text: string }[];
  /** Lower-case hex of the HMAC-SHA256. */
  readonly hmac: string;
}

/** The same call in the form of each interface, and what the wallet service gets of it. */
interface SandboxCall {
  readonly xml: string;
  readonly json: string;
  /** Of the GraphQL operation `Balance` or `Deduct`. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** The public key of the sandbox's backends, by which the call may be sent. */
  readonly clientKey: string;
  readonly requestId: string;
  readonly checksum: HashingStep;
  /** The body that leaves, byte for byte, and `X_msg_signature`. */
  readonly signature: HashingStep;
}

/** Errors: BAD_REQUEST (a field that breaks its limit; names it). */
export type ComposeSandboxCall = (input: SandboxCallInput) => SandboxCall;

/** What operators are told of the gateway that they look at. */
export interface GatewayInfo {
  readonly version: string;
  /** Null outside of the sandbox. */
  readonly sandbox: { readonly compose: ComposeSandboxCall } | null;
}
