/** The columns of an Endpoint under its names; its secrets are not among them. */
export const ENDPOINT = [
  'sequence',
  'endpoint_id as endpointId',
  'programme',
  'url',
  'created_at_ms as createdAtMs',
  'former_secret_until_ms as formerSecretUntilMs',
  'failing_since_ms as failingSinceMs',
  'warned_at_ms as warnedAtMs',
  'disabled_at_ms as disabledAtMs',
  'disabled_reason as disabledReason',
] as const;

/** A secret is sealed for its endpoint, whichever of the two columns it is in. */
export function secretContext(endpointId: string): string {
  return `endpoint:${endpointId}`;
}
