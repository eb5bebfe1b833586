import { useQuery, useQueryClient } from '@tanstack/react-query';

/** A secret that the gateway returns once. */
export interface Secret {
  /** Title of its dialog. */
  readonly title: string;
  /** Use of the secret, in whole sentences. */
  readonly use: string;
  /** Kind of the secret. */
  readonly label: string;
  readonly text: string;
}

/** The secrets belong to the session, as all that its client of queries keeps. */
const NAME = ['secrets'];
const NONE: readonly Secret[] = [];

/**
 * Returns the oldest secret that nobody has taken yet, and functions that show another one and drop the oldest. The shell shows
 * them, because the person may have left the page meanwhile.
 */
export function useSecrets(): {
  readonly secret: Secret | undefined;
  readonly show: (secret: Secret) => void;
  readonly drop: () => void;
} {
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: NAME,
    queryFn: () => NONE,
    initialData: NONE,
    enabled: false,
    gcTime: Infinity,
  });
  const keep = (next: (secrets: readonly Secret[]) => readonly Secret[]): void => {
    queries.setQueryData<readonly Secret[]>(NAME, (secrets = NONE) => next(secrets));
  };
  return {
    secret: data[0],
    show: (secret) => keep((secrets) => [...secrets, secret]),
    drop: () => keep((secrets) => secrets.slice(1)),
  };
}
