import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { DocumentText } from '../../../src/generated/operations.js';
import { ask } from './ask.js';
import { GatewayError, isEnded, isTemporary, sentenceOf } from './gateway-error.js';

/** Interval at which lists and entries are read again: others change them too, and a gateway that is away is noticed. */
export const FRESH_MS = 5000;

/** Returns the answer to a query. It asks again at the interval `everyMs` while the page is visible. */
export function useAnswer<Result, Variables>(
  document: DocumentText<Result, Variables>,
  variables: Variables,
  { everyMs = false }: { readonly everyMs?: number | false } = {},
): UseQueryResult<Result> {
  return useQuery({
    queryKey: [document, variables],
    queryFn: ({ signal }) => ask(document, variables, { signal }),
    placeholderData: keepPreviousData,
    ...(everyMs === false ? {} : { refetchInterval: everyMs }),
  });
}

interface Connection<Node> {
  readonly edges: readonly { readonly node: Node }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
}

/** Type of the nodes of the list that a query returns as its only field. */
export type NodeOf<Result> = Result[keyof Result] extends {
  readonly edges: readonly { readonly node: infer Node }[];
}
  ? Node
  : never;

/** Returns the nodes of the list that a query returned as its only field. */
export function nodesIn<Result extends object>(result: Result | undefined): readonly NodeOf<Result>[] {
  return result === undefined ? [] : connectionIn(result).edges.map(({ node }) => node);
}

function connectionIn<Result extends object>(result: Result): Connection<NodeOf<Result>> {
  return Object.values(result)[0] as Connection<NodeOf<Result>>;
}

/** Rows in one page of a list. */
const PAGE_ROWS = 50;

/**
 * Returns a list of the gateway, page by page. It reads the first page again every few seconds. A list of several pages stands
 * still: new rows at the top would move those that the person reads.
 */
export function useListing<Result extends object, Variables>(
  document: DocumentText<Result, Variables>,
  /** The filter of the list. Each filter has a list of its own. */
  conditions: unknown,
  /** Called for each request: a span until now begins later each time. */
  variables: () => object,
  everyMs: number | false = FRESH_MS,
) {
  const query = useInfiniteQuery({
    queryKey: [document, conditions],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }): Promise<Connection<NodeOf<Result>>> => {
      const asked = { ...variables(), first: PAGE_ROWS, after: pageParam } as Variables;
      const result: Result = await ask(document, asked, { signal });
      return connectionIn(result);
    },
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null),
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 1) > 1 ? false : everyMs),
  });
  const rows = useMemo(
    () => (query.data?.pages ?? []).flatMap(({ edges }) => edges.map(({ node }) => node)),
    [query.data],
  );
  return { rows, query };
}

/** A mutation that is sent once while it is under way. */
export type Action<Result, Variables> = Omit<UseMutationResult<Result, Error, Variables>, 'mutate'> & {
  /** Calls back also after the person left the page. */
  readonly mutate: (variables: Variables, onSuccess?: (result: Result) => void) => void;
};

/** Returns a change of the gateway, sent once, after which all that is in sight is read again. */
export function useAction<Result, Variables>(
  document: DocumentText<Result, Variables>,
): Action<Result, Variables> {
  return useOnce((variables: Variables) => change(document, variables));
}

/**
 * Returns a change that is sent once while it is under way: a double click comes before the page has drawn the first one. The
 * corner tells a failure where the person left the dialog or the page of the change.
 */
export function useOnce<Result, Variables>(
  send: (variables: Variables) => Promise<Result>,
): Action<Result, Variables> {
  const queries = useQueryClient();
  const isUnderWay = useRef(false);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const mutation = useMutation({
    mutationFn: send,
    // Not awaited: a reload may remove the component that asked, and then nobody tells its result.
    onSuccess: () => void queries.invalidateQueries(),
  });
  // The library calls back only while the component is there.
  const mutate: Action<Result, Variables>['mutate'] = (variables, onSuccess) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    void mutation
      .mutateAsync(variables)
      .then(onSuccess, (error: unknown) => {
        if (!isShown.current && !isEnded(error)) notifyLate(error);
      })
      .finally(() => (isUnderWay.current = false));
  };
  return { ...mutation, mutate };
}

/** Loaded when it is needed: the first page needs no notifications. The shell loads the same part after it. */
export function notifyLate(error: unknown): void {
  void import('../parts/notifications.js').then(({ notifyFailed }) => notifyFailed(error));
}

/**
 * Sends a change, once. Errors: GatewayError. Nobody knows whether a change was made whose answer is lost, or whose commit the
 * database did not confirm: the page does not send it again.
 */
export async function change<Result, Variables>(
  document: DocumentText<Result, Variables>,
  variables: Variables,
): Promise<Result> {
  try {
    return await ask(document, variables);
  } catch (error) {
    if (!isTemporary(error)) throw error;
    const happened =
      error instanceof GatewayError && error.code === 'UNAVAILABLE' ? sentenceOf(error) : 'No answer came.';
    throw new GatewayError(
      'UNANSWERED',
      `${happened} The change may have been made. Check that before you try again.`,
    );
  }
}
