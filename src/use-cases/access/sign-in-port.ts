/**
 * Sign-ins that have begun, on any node. Each ends once: the browser alone could use its cookie twice. Times are those of the
 * database's clock.
 */
export interface BegunSignIns {
  /** Keeps a sign-in under the hash of its state. */
  keep(args: { readonly stateHash: string; readonly forMs: number }): Promise<void>;
  /** Removes a sign-in. Returns false where there is none, or its time is over: only one caller gets true. */
  take(stateHash: string): Promise<boolean>;
}
