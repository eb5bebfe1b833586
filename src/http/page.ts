import express, { type RequestHandler, type Response } from 'express';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { CardwayError } from '../platform/errors.js';
import { readOnly } from './express.js';

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
 * Creates the handler of a page and its assets. It reads the page at the first visit after it was built.
 *
 * Errors: NOT_FOUND for an asset that does not exist, and for everything where the page was not built.
 */
export function createPage(options: PageOptions): RequestHandler {
  const files = express.static(options.folder, STATIC);
  let pending: Promise<string | null> | undefined;
  return async (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') readOnly(request, response);
    const page = await (pending ??= readPage(options));
    if (page === null) {
      // The page may be built while the gateway runs.
      pending = undefined;
      throw notFound(options.notBuilt ?? 'This page is not built here; npm start builds it.');
    }
    response.set(HEADERS);
    const name = request.path.slice(1);
    const ending = extname(name);
    if (name === '' || name === PAGE || (options.hasViews && !isFileEnding(ending)))
      return sendPage(options, response, page);
    const none = (): CardwayError => notFound('This page has no such file.');
    if (!(ending in TYPES)) throw none();
    response.set('Content-Security-Policy', policyOf(options, null)).set('Vary', 'Accept-Encoding');
    const { url } = request;
    const plain = (error?: unknown): void => {
      request.url = url;
      if (error !== undefined) return next(error);
      files(request, response, (failed?: unknown) => next(failed ?? none()));
    };
    if (request.acceptsEncodings('gzip') === false) return plain();
    // The build compressed the files that gain by it.
    request.url = request.path + GZIP;
    files(request, response, plain);
  };
}

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

function sendPage(options: PageOptions, response: Response, page: string): void {
  const nonce = page.includes(EMPTY_NONCE) ? randomBytes(16).toString('base64') : null;
  response.set('Content-Security-Policy', policyOf(options, nonce));
  // A nonce is good for one answer: a stored page would come with another policy.
  response.set('Cache-Control', nonce === null ? 'no-cache' : 'no-store');
  const text = nonce === null ? page : page.replace(EMPTY_NONCE, `property="csp-nonce" nonce="${nonce}"`);
  response.type('html').send(text);
}

/** Returns whether a name ends like a file. An id in an address may have dots too. */
function isFileEnding(ending: string): boolean {
  return ending in TYPES || ending === GZIP;
}

/** Ending of compressed files. */
const GZIP = '.gz';

/** Files have the digest of their contents in their names, but for texts, which keep theirs. */
const STATIC = {
  index: false,
  redirect: false,
  cacheControl: false,
  setHeaders(response: Response, path: string): void {
    if (path.endsWith(GZIP)) response.set('Content-Encoding', 'gzip');
    const type = TYPES[extname(basename(path, GZIP))] ?? TEXT;
    const isText = type === TYPES['.html'] || type === TEXT;
    response.set('Content-Type', type);
    response.set('Cache-Control', isText ? 'no-cache' : 'public, max-age=31536000, immutable');
  },
};

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

/** Returns the page with the meta elements of its options; null where it was not built. */
async function readPage({ folder, sandboxKey, signInHost }: PageOptions): Promise<string | null> {
  const page = await readFile(join(folder, PAGE), 'utf8').catch(() => null);
  if (page === null) return null;
  return withMeta(withMeta(page, 'cardway-sandbox-key', sandboxKey), 'cardway-sign-in', signInHost);
}

/** Fills an empty meta element. Contents need no quoting: keys and hosts hold no quotes. */
function withMeta(page: string, name: string, content: string | undefined): string {
  return content === undefined
    ? page
    : page.replace(`name="${name}" content=""`, `name="${name}" content="${content}"`);
}

/** Where a page asks for the nonce of its style elements. */
const EMPTY_NONCE = 'property="csp-nonce" nonce=""';

function notFound(message: string): CardwayError {
  return new CardwayError('NOT_FOUND', { message });
}
