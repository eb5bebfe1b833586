import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DocumentText } from '../../../src/generated/operations.js';
import { type Action, change, useOnce } from './asking.js';

/** A secret that the gateway returns once. */
export interface Secret {
  /** Title of its dialog. */
  readonly title: string;
  /** Use of the secret, in whole sentences. */
  readonly use: string;
  /** Kind of the secret. */
  readonly label: string;
  readonly text: string;
  /** Page that follows for a person who is still at the first one. */
  readonly next?: { readonly from: string; readonly to: string };
}

/** The secrets belong to the session, as all that its client of queries keeps. */
const NAME = ['secrets'];
const NONE: readonly Secret[] = [];

function keep(queries: QueryClient, next: (secrets: readonly Secret[]) => readonly Secret[]): void {
  queries.setQueryData<readonly Secret[]>(NAME, (secrets = NONE) => next(secrets));
}

/** Returns the oldest secret that nobody has taken yet, and a function that drops it. */
export function useSecret(): readonly [secret: Secret | undefined, drop: () => void] {
  const queries = useQueryClient();
  const { data } = useQuery({ queryKey: NAME, queryFn: () => NONE, initialData: NONE, enabled: false });
  return [data[0], () => keep(queries, (secrets) => secrets.slice(1))];
}

/** Returns an action that makes a secret. The shell shows the secret, because the person may have left the page meanwhile. */
export function useSecretAction<Result, Variables>(
  document: DocumentText<Result, Variables>,
  secretIn: (result: Result) => Secret,
  ...changed: readonly string[]
): Action<Result, Variables> {
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: (variables: Variables) => change(document, variables),
    onSuccess(result) {
      keep(queries, (secrets) => [...secrets, secretIn(result)]);
      for (const name of changed) void queries.invalidateQueries({ queryKey: [name] });
    },
  });
  return useOnce(mutation);
}
