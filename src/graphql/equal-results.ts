import type { DocumentNode, FormattedExecutionResult } from 'graphql';
import type { GraphQLContext } from './context.js';

type Results = Map<string, Promise<FormattedExecutionResult>>;

/**
 * What an event is for many subscribers that ask for the same, worked out once: ten thousand equal subscriptions cost one execution
 * of each event. Equal are those with the same document, variables, role and programme; what a resolver reads of its caller
 * beyond these must not be in a subscription. An event that nobody holds any more takes its results with it.
 */
export function createEqualResults(): (
  document: DocumentNode,
  request: { readonly operationName?: string | null | undefined; readonly variables?: unknown },
  context: GraphQLContext,
) => (event: unknown, execute: () => Promise<FormattedExecutionResult>) => Promise<FormattedExecutionResult> {
  const byEvent = new WeakMap<object, WeakMap<DocumentNode, Results>>();
  return (document, { operationName, variables }, { caller: { key } }) => {
    const asked = JSON.stringify([operationName, variables, key?.role, key?.programme]);
    return (event, execute) => {
      if (typeof event !== 'object' || event === null) return execute();
      const byDocument = emplace(byEvent, event, () => new WeakMap<DocumentNode, Results>());
      const results = emplace(byDocument, document, (): Results => new Map());
      const known = results.get(asked);
      if (known !== undefined) return known;
      const result = execute();
      results.set(asked, result);
      return result;
    };
  };
}

function emplace<Key extends object, Value>(map: WeakMap<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
