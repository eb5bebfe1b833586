import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { CardwayError } from '../platform/errors.js';

export interface PageOptions {
  /** Folder of index.html and of assets with the digest of their contents in their names. */
  readonly folder: string;
  /** True where each path without a file serves the page itself, which reads its view from the address. */
  readonly hasViews: boolean;
  /** Message where the page was not built. */
  readonly notBuilt?: string;
  /** Sources of styles in the Content-Security-Policy. Left out: 'self'. */
  readonly styleSources?: string;
  /** Key shown where the page asks for one. The sandbox's key is public. */
  readonly sandboxKey?: string | undefined;
  /** Host of the OpenID provider where people sign in. */
  readonly signInHost?: string | undefined;
}

/**
 * Creates the handler of a page and its assets. It reads the files once, at the first visit after they were built.
 *
 * Errors: NOT_FOUND for an asset that does not exist, and for everything where the page was not built.
 */
export function createPage(options: PageOptions): RequestHandler {
  let pending: Promise<Files> | undefined;
  return (request, response, next) => {
    pending ??= load(options);
    const answered = pending.then((files) => {
      // The page may be built while the gateway runs.
      if (files.size === 0) pending = undefined;
      serve({ files, options }, { request, response, next });
    });
    answered.catch(next);
  };
}

interface File {
  readonly type: string;
  readonly etag: string;
  readonly body: Buffer;
  /** Bodies that the build compressed, by content coding. */
  readonly compressed: ReadonlyMap<string, Buffer>;
}

type Files = ReadonlyMap<string, File>;

/**
 * Returns the Content-Security-Policy. Everything comes from the gateway itself; nothing may frame the page, and no text in it
 * can become a script. A nonce allows style elements that know it.
 */
function policyOf({ styleSources = "'self'" }: PageOptions, nonce: string | null): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styleSources}${nonce === null ? '' : ` 'nonce-${nonce}'`}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
};

const PAGE = 'index.html';

interface Visit {
  readonly request: Request;
  readonly response: Response;
  readonly next: NextFunction;
}

interface Serving {
  readonly files: Files;
  readonly options: PageOptions;
}

function serve({ files, options }: Serving, { request, response, next }: Visit): void {
  if (request.method !== 'GET' && request.method !== 'HEAD') return next();
  if (files.size === 0)
    throw notFound(options.notBuilt ?? 'This page is not built here; npm start builds it.');
  const name = request.path.slice(1);
  const isView = name === '' || (options.hasViews && !isFileName(name));
  const file = files.get(name) ?? (isView ? files.get(PAGE) : undefined);
  if (file === undefined) throw notFound('This page has no such file.');
  const isPage = file === files.get(PAGE);
  const nonce = isPage && file.body.includes(EMPTY_NONCE) ? randomBytes(16).toString('base64') : null;
  response.set(HEADERS);
  response.set('Content-Security-Policy', policyOf(options, nonce));
  response.set('Content-Type', file.type);
  // A nonce is good for one answer: a stored page would come with another policy.
  if (nonce !== null) return sendOnce(response, file, nonce);
  response.set('Cache-Control', isText(file) ? 'no-cache' : 'public, max-age=31536000, immutable');
  response.set('ETag', file.etag);
  response.set('Vary', 'Accept-Encoding');
  if (request.headers['if-none-match'] === file.etag) return void response.status(304).end();
  const coding = request.acceptsEncodings([...file.compressed.keys(), 'identity']);
  const body = coding === false ? undefined : file.compressed.get(coding);
  if (coding !== false && body !== undefined) response.set('Content-Encoding', coding);
  response.send(body ?? file.body);
}

/** Returns true for pages and samples, which keep their names when their contents change. */
function isText({ type }: File): boolean {
  return type === TYPES['.html'] || type === TEXT;
}

/** Returns true for a name of a file. An id in an address may have dots too. */
function isFileName(name: string): boolean {
  const ending = extname(name);
  return ending in TYPES || ending in CODINGS;
}

function sendOnce(response: Response, { body }: File, nonce: string): void {
  response.set('Cache-Control', 'no-store');
  response.removeHeader('ETag');
  response.end(body.toString('utf8').replace(EMPTY_NONCE, `property="csp-nonce" nonce="${nonce}"`));
}

const CODINGS: Readonly<Record<string, string>> = { '.br': 'br', '.gz': 'gzip' };

const TEXT = 'text/plain; charset=utf-8';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
  '.png': 'image/png',
  '.json': 'application/json',
  // Samples of the documentation.
  ...Object.fromEntries(
    ['.bru', '.go', '.java', '.mjs', '.mts', '.php', '.py', '.ts'].map((ending) => [ending, TEXT]),
  ),
};

async function load({ folder, sandboxKey, signInHost }: PageOptions): Promise<Files> {
  const contents = await readAll(folder);
  const files = new Map<string, File>();
  for (const [name, content] of contents) {
    const type = TYPES[extname(name)];
    if (type === undefined) continue;
    const isPage = name === PAGE;
    const body = isPage
      ? withMeta(withMeta(content, 'cardway-sandbox-key', sandboxKey), 'cardway-sign-in', signInHost)
      : content;
    const compressed = new Map<string, Buffer>();
    for (const [ending, coding] of Object.entries(CODINGS)) {
      const made = contents.get(name + ending);
      if (made !== undefined && !isPage) compressed.set(coding, made);
    }
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    files.set(name, { type, etag, body, compressed });
  }
  return files;
}

/** Reads all files of a folder. Returns an empty map where it does not exist. */
async function readAll(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const read = files.map(async (path): Promise<[string, Buffer]> => [
    relative(folder, path).split(sep).join('/'),
    await readFile(path),
  ]);
  return new Map(await Promise.all(read));
}

/** Fills an empty meta element. Contents need no quoting: keys and hosts hold no quotes. */
function withMeta(page: Buffer, name: string, content: string | undefined): Buffer {
  if (content === undefined) return page;
  const filled = `name="${name}" content="${content}"`;
  return Buffer.from(page.toString('utf8').replace(`name="${name}" content=""`, filled));
}

/** Where a page asks for the nonce of its style elements. */
const EMPTY_NONCE = 'property="csp-nonce" nonce=""';

function notFound(message: string): CardwayError {
  return new CardwayError('NOT_FOUND', { message });
}
