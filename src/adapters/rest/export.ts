import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { EXPORT_FORMATS, EXPORT_LISTS, type ExportList } from '../../core/access/export-lists.js';
import type { ExportFormat, ExportOptions } from '../../core/transactions/export-text.js';
import { isJsonObject, type JsonObject } from '../../core/wire/json.js';
import type { Moment } from '../../platform/clock.js';
import { badRequest, CardwayError, toCardwayError } from '../../platform/errors.js';
import type { ApiKey } from '../../use-cases/directory/directory-port.js';
import {
  callError,
  type HttpReply,
  type HttpRequest,
  type HttpRoute,
  jsonError,
  type Program,
  STALL_MS,
} from '../exchange.js';
import { readJson } from '../json/reader.js';

interface ExportDeps extends Program {
  /** Authenticates as `/graphql` does. `isActivity` prolongs a console session. Errors: UNAUTHENTICATED, RATE_LIMITED. */
  readonly authenticate: (request: HttpRequest, isActivity?: boolean) => Promise<{ readonly key: ApiKey }>;
  readonly onFailure: (error: unknown) => void;
}

/** Exports that run at one time in one process. Each reads the database without a pause. */
const EXPORTS_MAX = 2;
const RETRY_AFTER_SECONDS = 10;

/**
 * Creates the routes `GET /v1/exports/{list}` (docs/reference/protocol.md#exports): a list as CSV or NDJSON, for operators.
 * Errors: UNAUTHENTICATED, FORBIDDEN, BAD_REQUEST, RATE_LIMITED, UNAVAILABLE.
 */
export function createExportRoutes(deps: ExportDeps): readonly (readonly [path: string, HttpRoute])[] {
  let running = 0;

  async function open(list: ExportList, request: HttpRequest, key: ApiKey): Promise<HttpReply> {
    const { receivedAt, httpRequestId, address } = request;
    const caller = { channel: 'json', key, receivedAt, httpRequestId, address } as const;
    const context = deps.contextOf(caller, 'key');
    const order = { list, ...orderOf(request.search) };
    await deps.resolvers.exports.check(order, context);
    if (running >= EXPORTS_MAX) throw tooMany();
    running += 1;
    try {
      const texts = await deps.resolvers.exports.open(order, context);
      return {
        status: 200,
        headers: headersOf(list, order.format, receivedAt),
        body: '',
        stream: (response) => void send(deps, request, response, texts).finally(() => (running -= 1)),
      };
    } catch (error) {
      running -= 1;
      throw error;
    }
  }

  return EXPORT_LISTS.map((list) => [
    `/v1/exports/${list}`,
    {
      methods: ['GET'],
      refuse: jsonError,
      async answer(request) {
        let key: ApiKey | undefined;
        try {
          ({ key } = await deps.authenticate(request));
          return await open(list, request, key);
        } catch (thrown) {
          return jsonError(callError(deps, thrown, { key }));
        }
      },
    },
  ]);
}

/**
 * Sends texts one after the other, never further ahead than one. A reader that takes nothing for `STALL_MS` is cut. An error of the
 * texts cuts the response too, so that no reader takes a part for the whole. An export takes minutes, and ends when its key was
 * revoked, as open streams do.
 */
async function send(
  deps: ExportDeps,
  request: HttpRequest,
  response: ServerResponse,
  texts: AsyncIterable<string | Uint8Array>,
): Promise<void> {
  async function* checked(): AsyncGenerator<string | Uint8Array> {
    try {
      for await (const text of texts) {
        // The timeout of the socket runs while the reader takes a text. While the next one is read, the reader waits for us.
        response.socket?.setTimeout(STALL_MS);
        yield text;
        response.socket?.setTimeout(0);
        // A running export is no act of its reader.
        await deps.authenticate(request, false);
      }
    } catch (error) {
      // A reader that went away, or a gateway that stops, is no failure.
      if (!response.destroyed) deps.onFailure(error);
      throw error;
    }
  }
  await pipeline(checked(), response).catch(() => undefined);
}

interface Order extends ExportOptions {
  readonly filter: JsonObject;
}

const PARAMETERS: readonly string[] = ['format', 'filter', 'texts'];

/** Reads the query. Errors: BAD_REQUEST, MALFORMED. */
function orderOf(search: string): Order {
  const given = new URLSearchParams(search);
  const names = [...given.keys()];
  const unknown = names.find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined) throw wrong(unknown, 'is not known here');
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw wrong(twice, 'is there twice');
  const format = EXPORT_FORMATS.find((each) => each === (given.get('format') ?? 'csv'));
  if (format === undefined) throw wrong('format', `must be ${EXPORT_FORMATS.join(' or ')}`);
  const texts = given.get('texts') ?? 'false';
  if (texts !== 'true' && texts !== 'false') throw wrong('texts', 'must be true or false');
  const filter = readFilter(given.get('filter'));
  return { format, filter, withTexts: texts === 'true' };
}

function readFilter(text: string | null): JsonObject {
  if (text === null || text === '') return {};
  let filter;
  try {
    filter = readJson(Buffer.from(text));
  } catch (error) {
    const { code, message } = toCardwayError(error);
    throw new CardwayError(code, { field: 'filter', message: `filter is not valid JSON: ${message}` });
  }
  if (!isJsonObject(filter)) throw wrong('filter', 'must be a JSON object');
  return filter;
}

function wrong(field: string, problem: string): CardwayError {
  return badRequest(field, `${field} ${problem}.`);
}

function tooMany(): CardwayError {
  return new CardwayError('RATE_LIMITED', {
    message: `${String(EXPORTS_MAX)} exports are running. Try again when one of them has ended.`,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

const MEDIA_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
};

function headersOf(
  list: ExportList,
  format: ExportFormat,
  { epochMs }: Moment,
): Readonly<Record<string, string>> {
  const at = new Date(epochMs).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return {
    'Content-Type': MEDIA_TYPES[format],
    'Content-Disposition': `attachment; filename="cardway-${list}-${at}.${format}"`,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    // Without this, nginx waits until its buffer is full.
    'X-Accel-Buffering': 'no',
  };
}
