import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type UseInfiniteQueryResult,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { DocumentText } from '../../../src/generated/operations.js';
import { useShown } from '../parts/leaving.js';
import { isReturn } from '../parts/scroll-places.js';
import { ask } from './ask.js';
import { GatewayError, isEnded, isTemporary, sentenceOf } from './gateway-error.js';

interface AskingOptions {
  /** Interval of repeated requests while the page is visible. */
  readonly everyMs?: number;
}

/** Interval at which lists and entries are read again: others change them too, and a gateway that is away is noticed. */
export const FRESH_MS = 5000;

/** Returns the answer to a query. It asks again at the interval `everyMs`. */
export function useAnswer<Result, Variables>(
  name: string,
  document: DocumentText<Result, Variables>,
  variables: Variables,
  { everyMs }: AskingOptions = {},
): UseQueryResult<Result> {
  return useQuery({
    queryKey: [name, variables],
    queryFn: ({ signal }) => ask(document, variables, { signal }),
    placeholderData: keepPreviousData,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  });
}

interface Connection<Node> {
  readonly edges: readonly { readonly node: Node }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
}

/** Rows in one page of a list. */
const PAGE_ROWS = 100;
/** Time for which a list is kept that is not in sight: a person reads an entry and comes back. */
const KEPT_MS = 1_800_000;

/** Rows of a list, and the query that loads them: what DataTable takes. */
export interface Listing<Node> {
  readonly rows: readonly Node[];
  readonly query: UseInfiniteQueryResult<InfiniteData<Connection<Node>>>;
  readonly onAway: (isAway: boolean) => void;
}

/**
 * Returns a list of the gateway, which loads page after page while it is scrolled. It reads the list again every few seconds while its
 * first row is in sight. Below, new rows at the top would move those that the person reads.
 */
export function useListing<Result, Variables extends { first?: unknown; after?: unknown }, Node>(args: {
  readonly name: string;
  readonly document: DocumentText<Result, Variables>;
  /** The filter of the list. Each filter has a list of its own. */
  readonly conditions: unknown;
  /** Called for each request: a span until now begins later each time. */
  readonly variables: () => Omit<Variables, 'first' | 'after'>;
  readonly pageIn: (result: Result) => Connection<Node>;
  /** False for a list that gets its new rows by subscription. */
  readonly isRepeated?: boolean;
}): Listing<Node> {
  const { name, document, conditions, variables, pageIn, isRepeated = true } = args;
  const queries = useQueryClient();
  const queryKey = [name, conditions];
  const [isAway, setAway] = useState(false);
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: null as string | null,
    // A comparison of old and new rows would take longer with each page.
    structuralSharing: false,
    gcTime: KEPT_MS,
    // New rows would move the place to which the person comes back.
    refetchOnMount: ({ state }: { readonly state: { readonly isInvalidated: boolean } }) =>
      state.isInvalidated || !isReturn(),
    queryFn: async ({ pageParam, signal }) =>
      pageIn(
        await ask(document, { ...variables(), first: PAGE_ROWS, after: pageParam } as Variables, { signal }),
      ),
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null),
    ...(isRepeated ? { refetchInterval: isAway ? false : FRESH_MS } : {}),
  });
  const readAgain = useRef(() => {});
  readAgain.current = () => {
    const { dataUpdatedAt: updatedAt } = query;
    queries.setQueryData<typeof query.data>(queryKey, (data) => data && firstPageOf(data), { updatedAt });
    void query.refetch();
  };
  const wasAway = useRef(false);
  // Back at the top, the first page is enough, and it is old.
  useEffect(() => {
    if (wasAway.current && !isAway && isRepeated) readAgain.current();
    wasAway.current = isAway;
  }, [isAway, isRepeated]);
  const rows = useMemo(
    () => (query.data?.pages ?? []).flatMap(({ edges }) => edges.map(({ node }) => node)),
    [query.data],
  );
  return { rows, query, onAway: setAway };
}

function firstPageOf<Page, Param>({
  pages,
  pageParams,
}: InfiniteData<Page, Param>): InfiniteData<Page, Param> {
  return { pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) };
}

/** A mutation that is sent once while it is under way. */
export type Action<Result, Variables> = Omit<UseMutationResult<Result, Error, Variables>, 'mutate'> & {
  readonly mutate: (variables: Variables, callbacks?: ActionCallbacks<Result>) => void;
};

interface ActionCallbacks<Result> {
  /** Called also after the person left the page. */
  readonly onSuccess?: (result: Result) => void;
  /** Called while the page is there. Afterwards the corner tells the failure. */
  readonly onError?: (error: unknown) => void;
}

/** Returns a mutation, sent once, that also reloads the queries that it may have changed. */
export function useAction<Result, Variables>(
  document: DocumentText<Result, Variables>,
  ...changed: readonly string[]
): Action<Result, Variables> {
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: (variables: Variables) => change(document, variables),
    // Not awaited: a reload may remove the component that asked, and then nobody tells its result.
    onSuccess() {
      for (const name of changed) void queries.invalidateQueries({ queryKey: [name] });
    },
  });
  return useOnce(mutation);
}

/** Sends a mutation once while it is under way: a double click comes before the page has drawn the first one. */
export function useOnce<Result, Variables>(
  mutation: UseMutationResult<Result, Error, Variables>,
): Action<Result, Variables> {
  const isUnderWay = useRef(false);
  const isShown = useShown();
  // The library calls back only while the page is there. A form whose page was left would keep what it has sent.
  const mutate: Action<Result, Variables>['mutate'] = (variables, { onSuccess, onError } = {}) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    void mutation
      .mutateAsync(variables)
      .then(onSuccess, (error: unknown) => {
        // The mutation keeps its error, and tells it to the page. Nobody reads it there who left the page.
        if (isShown.current) onError?.(error);
        else if (!isEnded(error)) notifyLate(error);
      })
      .finally(() => (isUnderWay.current = false));
  };
  /** Leaves a change under way alone: its page, or the corner, tells its result. The page may not have drawn yet that it is under way. */
  const reset = (): void => {
    if (!isUnderWay.current) mutation.reset();
  };
  return { ...mutation, mutate, reset };
}

/** Loaded when it is needed: the first page needs no notifications. The shell loads the same part after it. */
function notifyLate(error: unknown): void {
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
