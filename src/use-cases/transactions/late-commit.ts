/**
 * Gets the outcome of a commit that failed with UNAVAILABLE, because the database did not acknowledge it. Null: it saved nothing, or
 * nobody knows. Not called for any other failure.
 */
export type OnLate<Outcome> = (late: Promise<Outcome | null>) => void;
