import type { GraphQLSchema } from 'graphql';
import { createExplorerPage } from '../graphql/explorer.js';
import { createGraphQLServer, type GraphQLServer } from '../graphql/server.js';
import type { Settings } from '../settings.js';

export function graphQLServerOf(args: {
  readonly schema: GraphQLSchema;
  readonly settings: Settings;
  /** Filled into the explorer page of the sandbox. */
  readonly sandboxKey: string | undefined;
  readonly onInternalError: (error: Error) => void;
}): GraphQLServer {
  const { settings } = args;
  return createGraphQLServer({
    schema: args.schema,
    introspection: settings['graphql.introspection'],
    limits: {
      depthMax: settings['graphql.depthMax'],
      aliasesMax: settings['graphql.aliasesMax'],
      directivesMax: settings['graphql.directivesMax'],
      tokensMax: settings['graphql.tokensMax'],
    },
    landingPage: settings['graphql.landingPage']
      ? createExplorerPage({ sandboxKey: args.sandboxKey })
      : undefined,
    onInternalError: args.onInternalError,
  });
}
