import { EXPORT_FORMATS, EXPORT_LISTS, type ExportList } from '../../core/access/export-lists.js';
import type { ExportFormat, ExportOptions } from '../../core/transactions/export-text.js';
import { isJsonObject, type JsonObject } from '../../core/wire/json.js';
import type { Moment } from '../../platform/clock.js';
import { badRequest, CardwayError, toCardwayError } from '../../platform/errors.js';
import type { ApiKey } from '../../use-cases/directory/directory-port.js';
import { type AdapterReply, type AdapterRequest, jsonError, callError, type Program } from '../exchange.js';
import { readJson } from '../json/reader.js';

interface ExportRequest extends AdapterRequest {
  /** Authenticates as `/graphql` does. Errors: UNAUTHENTICATED, RATE_LIMITED. */
  readonly authenticate: () => Promise<{ readonly key: ApiKey }>;
  /** The same during the export, which is no activity of the reader. */
  readonly authenticateAgain: () => Promise<unknown>;
}

/** A reply, or an export whose texts are sent one after the other. */
type ExportReply = AdapterReply & { readonly texts?: ExportTexts };

interface ExportTexts {
  /** Reads a text when the one before it is taken. Errors: those of the list; UNAUTHENTICATED once the key has ended. */
  readonly all: AsyncIterable<string | Uint8Array>;
  /** Frees the place of the export. It must run at the end, however it ends. */
  readonly close: () => void;
}

export interface ExportRoute {
  readonly path: string;
  readonly answer: (request: ExportRequest) => Promise<ExportReply>;
}

/** Exports that run at one time in one process. Each reads the database without a pause. */
const EXPORTS_MAX = 2;
const RETRY_AFTER_SECONDS = 10;

/**
 * Creates the routes `GET /v1/exports/{list}` (docs/reference/protocol.md#exports): a list as CSV or NDJSON, for operators.
 * Errors: UNAUTHENTICATED, FORBIDDEN, BAD_REQUEST, RATE_LIMITED, UNAVAILABLE.
 */
export function createExportRoutes(deps: Program): readonly ExportRoute[] {
  let running = 0;

  async function open(list: ExportList, request: ExportRequest, key: ApiKey): Promise<ExportReply> {
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
        texts: {
          all: whileKeyHolds(texts, request.authenticateAgain),
          close: () => (running -= 1),
        },
      };
    } catch (error) {
      running -= 1;
      throw error;
    }
  }

  async function answer(list: ExportList, request: ExportRequest): Promise<ExportReply> {
    let key: ApiKey | undefined;
    try {
      ({ key } = await request.authenticate());
      return await open(list, request, key);
    } catch (thrown) {
      return jsonError(callError(deps, thrown, { key }));
    }
  }

  return EXPORT_LISTS.map((list) => ({
    path: `/v1/exports/${list}`,
    answer: (request) => answer(list, request),
  }));
}

/** An export takes minutes. It ends when its key was revoked, as open streams do. */
async function* whileKeyHolds(
  texts: AsyncIterable<string | Uint8Array>,
  authenticate: () => Promise<unknown>,
): AsyncGenerator<string | Uint8Array, void> {
  for await (const text of texts) {
    yield text;
    await authenticate();
  }
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
