import {
  type ArgumentNode,
  type ASTNode,
  BREAK,
  GraphQLError,
  type GraphQLFormattedError,
  Kind,
  type ObjectFieldNode,
  parse,
  visit,
} from 'graphql';
import { CardwayError, type ErrorCode, shortName } from '../../platform/errors.js';

/**
 * Returns the registered error behind anything that GraphQL execution reports. That is an error of a resolver, or GraphQL's own
 * complaint about the document or its variables. Text of GraphQL that could repeat a caller's value is written anew.
 */
export function registeredError(error: unknown, apolloCode?: unknown): CardwayError {
  const original = unwrapped(error);
  if (original instanceof CardwayError) return original;
  const code = isMethodProblem(original) ? 'METHOD_NOT_ALLOWED' : codeOf(apolloCode);
  if (code === undefined) {
    // An error of a variable wraps GraphQL's own error of the value. An error of a resolver wraps something else.
    const isGraphQLs = error instanceof GraphQLError && original instanceof GraphQLError;
    const variable = isGraphQLs ? variableProblem(error.message) : null;
    return variable ?? new CardwayError('INTERNAL', { cause: original });
  }
  const literal = error instanceof GraphQLError ? literalProblem(error) : null;
  if (literal !== null) return literal;
  const message = error instanceof Error ? error.message : undefined;
  const about = message ?? '';
  return (
    requestProblem(about) ??
    variableProblem(about) ??
    new CardwayError(code, { message: withoutDetails(about) })
  );
}

/**
 * Removes details from a message. GraphQL repeats a literal that it refuses, which may be a secret or a card number in the wrong
 * place. The software of the server concerns no caller.
 */
function withoutDetails(message: string): string | undefined {
  const text = withoutValue(message)
    .replace(/^GraphQL introspection is not allowed by Apollo Server.*$/s, 'Introspection is off.')
    .replace(/^(Expected value of type "[^"]*"), found .*$/s, '$1.')
    .replace(/\b(String|BlockString|Int|Float) ".*"/s, '$1');
  return text === '' ? undefined : text;
}

/** Cuts `Int cannot represent non-integer value: "4111…"` at the colon. */
function withoutValue(message: string): string {
  const start = message.indexOf(' cannot represent ');
  const colon = start < 0 ? -1 : message.indexOf(':', start);
  return colon < 0 ? message : `${message.slice(0, colon)}.`;
}

/** Apollo's codes in terms of the register (every interface uses the same codes). */
const CODES: ReadonlyMap<string, ErrorCode> = new Map<string, ErrorCode>([
  ['GRAPHQL_PARSE_FAILED', 'MALFORMED'],
  ['GRAPHQL_VALIDATION_FAILED', 'BAD_REQUEST'],
  ['BAD_USER_INPUT', 'BAD_REQUEST'],
  ['OPERATION_RESOLUTION_FAILURE', 'BAD_REQUEST'],
  ['PERSISTED_QUERY_NOT_FOUND', 'BAD_REQUEST'],
  ['PERSISTED_QUERY_NOT_SUPPORTED', 'BAD_REQUEST'],
  ['BAD_REQUEST', 'BAD_REQUEST'],
]);

function codeOf(apolloCode: unknown): ErrorCode | undefined {
  return typeof apolloCode === 'string' ? CODES.get(apolloCode) : undefined;
}

/** Returns true for Apollo's refusal of a mutation by GET. Apollo gives it HTTP 405, and the same code as HTTP 400. */
function isMethodProblem(error: unknown): boolean {
  if (!(error instanceof GraphQLError)) return false;
  const http = error.extensions['http'] as { readonly status?: number } | undefined;
  return http?.status === 405;
}

function unwrapped(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError !== undefined
    ? unwrapped(error.originalError)
    : error;
}

/**
 * Returns the error of a member of the request that has the wrong shape or is missing; null for other messages. Apollo names an
 * extension of its own, and gives no field.
 */
function requestProblem(message: string): CardwayError | null {
  if (/^(?:GraphQL operations must contain a non-empty `query`|POST body missing)/.test(message))
    return badRequest('query', 'is missing or empty.');
  if (message.startsWith('GraphQL queries must be strings')) return badRequest('query', 'must be a string.');
  const [, name, type] = /^`(\w+)` in a POST body .*? an? (object|string)/.exec(message) ?? [];
  if (name === undefined) return null;
  return badRequest(snakePath('', name), type === 'string' ? 'must be a string.' : 'must be an object.');
}

/**
 * Returns the error of a variable of the wrong shape, without the value that GraphQL repeats; null for other messages. Those about
 * the document (`Variable "$a" is never used.`) hold no value, and stay as they are.
 */
function variableProblem(message: string): CardwayError | null {
  if (message.startsWith('Too many errors processing variables')) {
    return new CardwayError('BAD_REQUEST', { message: 'The variables have more problems than these.' });
  }
  const variable = WRONG_VARIABLE.exec(message)?.[1];
  if (variable === undefined) return null;
  const path = / at "([^"]*)"/.exec(message)?.[1] ?? variable;
  const missing = /Field "([^"]*)" of required type/.exec(message)?.[1];
  const unknown = /Field "([^"]*)" is not defined by type/.exec(message)?.[1];
  const leaf = missing ?? unknown;
  const field = shortName(snakePath(variable, leaf === undefined ? path : `${path}.${leaf}`));
  if (missing !== undefined) return badRequest(field, 'is missing.');
  if (unknown !== undefined) return badRequest(field, 'is not known here.');
  if (message.endsWith('was not provided.')) return badRequest(field, 'is missing.');
  if (message.endsWith(' be null.')) return badRequest(field, 'must not be null.');
  return badRequest(field, wrongType(message));
}

const WRONG_VARIABLE =
  /^Variable "\$(\w+)" (?:got invalid value |of required type "[^"]*" was |of non-null type "[^"]*" must )/;

/**
 * Words the type that a value must have. `SafeInt cannot represent non-integer value` names the type of scalars, `Expected type
 * "Int!"` that of everything else.
 */
function wrongType(message: string): string {
  const types =
    /Expected (?:value of )?type "([^"]*)"|Enum "([^"]*)" cannot represent|\b(\w+) cannot represent|does not exist in "([^"]*)" enum/;
  const named: readonly (string | undefined)[] = types.exec(message)?.slice(1) ?? [];
  const type = named.find((name) => name !== undefined);
  if (type === undefined) return 'has the wrong type.';
  return `has the wrong type; it must be ${type}${type.startsWith('DateTime') ? ', like 2026-01-31T12:00:00Z' : ''}.`;
}

/** Returns the error of a literal of the wrong shape; null for other problems of a document. */
function literalProblem(error: GraphQLError): CardwayError | null {
  const { message } = error;
  const absent = /argument "([^"]*)" of type "[^"]*" is required/.exec(message)?.[1];
  if (absent !== undefined) return badRequest(snakePath('', absent), 'is missing.');
  const missing = /^Field "([^"]*)" of required type/.exec(message)?.[1]?.split('.').at(-1);
  const isUnknown = /^Field "[^"]*" is not defined by type/.test(message);
  if (missing === undefined && !isUnknown && !WRONG_VALUE.test(message)) return null;
  const path = literalPath(error);
  if (path === null) return null;
  // The argument's own name says nothing where fields follow: it is `input` or `filter`.
  const [argument = '', ...inside] = [...path, ...(missing === undefined ? [] : [missing])];
  const field = shortName(snakePath('', inside.length === 0 ? argument : inside.join('.')));
  if (missing !== undefined) return badRequest(field, 'is missing.');
  return badRequest(field, isUnknown ? 'is not known here.' : wrongType(message));
}

const WRONG_VALUE = /^Expected value of type | cannot represent |" does not exist in "[^"]*" enum/;

/** Returns the names of the argument and the fields around the value at fault; null where the error gives no position. */
function literalPath({ nodes, source }: GraphQLError): readonly string[] | null {
  const place = nodes?.[0]?.loc;
  if (place === undefined || source === undefined) return null;
  const open: string[] = [];
  const path: string[] = [];
  visit(parse(source.body), {
    enter(node) {
      if (isNamed(node)) open.push(node.name.value);
      if (open.length === 0 || node.loc?.start !== place.start || node.loc.end !== place.end)
        return undefined;
      path.push(...open);
      return BREAK;
    },
    leave(node) {
      if (isNamed(node)) open.pop();
    },
  });
  return path.length === 0 ? null : path;
}

function isNamed(node: ASTNode): node is ArgumentNode | ObjectFieldNode {
  return node.kind === Kind.ARGUMENT || node.kind === Kind.OBJECT_FIELD;
}

function badRequest(field: string, problem: string): CardwayError {
  return new CardwayError('BAD_REQUEST', { field, message: `${field} ${problem}` });
}

/** Returns a path in JSON names: `input.transactionData.feeType` of the variable `$input` is `transaction_data.fee_type`. */
function snakePath(variable: string, path: string): string {
  const inside = path.startsWith(`${variable}.`) ? path.slice(variable.length + 1) : path;
  return inside.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * Returns a path such as `transaction_data.fee_type` in GraphQL names. A name that is none of ours stays as the caller wrote it.
 */
function camelPath(path: string): string {
  return path
    .split('.')
    .map((name) => (SNAKE_CASE.test(name) ? camelName(name) : name))
    .join('.');
}

const SNAKE_CASE = /^[a-z\d]+(?:_[a-z\d]+)*$/;

function camelName(snake: string): string {
  return snake.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
}

/** Returns the error with its field in GraphQL names, for callers who write those names elsewhere than in a document. */
export function inGraphQLNames(error: CardwayError): CardwayError {
  if (error.field === undefined) return error;
  const field = camelPath(error.field);
  return new CardwayError(error.code, { field, message: error.message.replaceAll(error.field, field) });
}

/** Formats an error for a GraphQL caller: its own field names, the registered code, and nothing internal. */
export function formatRegistered(
  error: CardwayError,
  formatted: GraphQLFormattedError,
): GraphQLFormattedError {
  const field = error.field === undefined ? undefined : camelPath(error.field);
  return {
    message: error.field === undefined ? error.message : error.message.replaceAll(error.field, field ?? ''),
    ...(formatted.locations === undefined ? {} : { locations: formatted.locations }),
    ...(formatted.path === undefined ? {} : { path: formatted.path }),
    extensions: {
      code: error.code,
      ...(field === undefined ? {} : { field }),
      ...(error.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
      ...(error.approvalId === undefined ? {} : { approvalId: error.approvalId }),
      ...(error.oldestAfter === undefined ? {} : { oldestAfter: error.oldestAfter }),
    },
  };
}
