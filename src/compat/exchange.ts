import type { GraphQLContext } from '../graphql/context.js';
import type { Resolvers } from '../graphql/resolvers.js';
import type { Caller } from '../usecase/transactions/call.js';
import type { ApiKey, Moment, Role } from '../usecase/ports.js';

/** A request as the compat doors see it: no socket, no framework. */
export interface CompatRequest {
  /** Lower-case media type, without parameters. */
  readonly mediaType: string;
  /** The charset parameter of Content-Type. */
  readonly charset: string | undefined;
  readonly accept: string | undefined;
  readonly authorization: string | undefined;
  readonly body: Buffer;
  /** When the last byte came. */
  readonly receivedAt: Moment;
  /** X-Request-Id, for the log. */
  readonly httpRequestId?: string | undefined;
  /** Of the sender, past the proxies that are trusted. */
  readonly address?: string | undefined;
}

export interface CompatReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string;
}

/** What an adapter can reach of the program: the resolvers, and the context that they are called in. */
export interface Program {
  readonly resolvers: Resolvers;
  readonly contextOf: (caller: Caller, credential: 'key' | 'checksum') => GraphQLContext;
}

/**
 * The key behind a Bearer header; wrong ones are counted by the sender's address.
 * Errors: UNAUTHENTICATED, FORBIDDEN (a role that is not among the allowed), RATE_LIMITED.
 */
export type AuthenticateKey = (
  authorization: string | undefined,
  allowed: readonly Role[],
  address: string | undefined,
) => Promise<ApiKey>;

export const JSON_TYPE = 'application/json; charset=utf-8';
export const XML_TYPE = 'text/xml; charset=utf-8';
