/** What one step of the card network, or of the integrator, came to. */
export interface Step {
  readonly actor: string;
  readonly what: string;
  /** HTTP status and body of the reply; null for what happens outside of the gateway. */
  readonly reply: { readonly status: number; readonly body: unknown } | null;
  readonly isDone: boolean;
}
