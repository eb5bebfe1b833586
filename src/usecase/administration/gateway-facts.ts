import type { ComposeSandboxCall } from './sandbox-call.js';

/** What operators are told of the gateway that they look at. */
export interface GatewayFacts {
  readonly version: string;
  /** Null outside of the sandbox. */
  readonly sandbox: { readonly compose: ComposeSandboxCall } | null;
}
