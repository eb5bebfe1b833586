import express, { type Express, type RequestHandler, Router } from 'express';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { CardwayError } from '../platform/errors.js';

export interface Reference {
  /** The OpenAPI document of this gateway, as JSON. */
  readonly openApi: string;
  /** Holds the files of Swagger UI, which the build has put there. */
  readonly folder: string;
}

/** `GET /openapi.json` and `GET /docs`, for everyone (docs/reference/protocol.md#http-rules). The page asks nobody but this gateway for anything. */
export function referenceRoutes({ openApi, folder }: Reference): Router {
  const routes = Router(EXACTLY);
  const document = Buffer.from(openApi);
  routes.get('/openapi.json', (_request, response) => {
    response.set('X-Content-Type-Options', 'nosniff').type('json').send(document);
  });
  routes.use('/docs', (_request, response, next) => {
    response.set(HEADERS);
    next();
  });
  routes.get('/docs{/}', (_request, response) => {
    response.type('html').send(PAGE);
  });
  routes.get('/docs/start.js', (_request, response) => {
    response.type('js').send(START);
  });
  for (const file of FILES) routes.get(`/docs/${file}`, sendFile(join(folder, file)));
  // Everything else is not found, as anywhere.
  return routes;
}

/** Reads the file at the first visit. One that is not there has not been built, and is not found. */
function sendFile(path: string): RequestHandler {
  let content: Promise<Buffer | null> | undefined;
  return async (_request, response, next) => {
    content ??= readFile(path).catch(() => null);
    const body = await content;
    if (body === null) next();
    else response.type(extname(path)).send(body);
  };
}

const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js'] as const;

const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
} as const;

const PAGE = Buffer.from(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Cardway: the REST interfaces</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<noscript>This page needs JavaScript; the same is told by <a href="/openapi.json">/openapi.json</a>.</noscript>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`);

/** No validator: it would send the document to somebody else's server. */
const START = Buffer.from(`SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  validatorUrl: null,
  queryConfigEnabled: false,
  persistAuthorization: false,
  displayRequestDuration: true,
});
`);

/** For routers, which do not take over what their application says of spellings. */
const EXACTLY = { caseSensitive: true, strict: true } as const;

/** Serves each path as it is written and in no other spelling: a proxy in front compares its rules with what it reads. */
export function createApp(): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('case sensitive routing', EXACTLY.caseSensitive);
  app.set('strict routing', EXACTLY.strict);
  app.use((request, _response, next) => {
    const [written] = request.url.split('?', 1);
    // Express repairs a path with a backslash, a fragment or white space. A repaired path is found nowhere.
    next(request.path === written ? undefined : notServed());
  });
  return app;
}

export function notServed(): CardwayError {
  return new CardwayError('NOT_FOUND', { message: 'Nothing is served at this path.' });
}

/** What operators and their tools look at. */
export interface OperatorsPages {
  readonly readiness: () => Promise<Readiness>;
  readonly metrics: () => Promise<{ contentType: string; text: string }>;
}

export interface Readiness {
  readonly isReady: boolean;
  readonly report: Readonly<Record<string, unknown>>;
}

/** `GET /health/live`, `/health/ready` and `/metrics`, behind `guards`. */
export function operatorsRoutes(pages: OperatorsPages, ...guards: readonly RequestHandler[]): Router {
  const routes = Router(EXACTLY);
  routes.get('/health/live', ...guards, (_request, response) => {
    response.json({ status: 'live' });
  });
  routes.get('/health/ready', ...guards, async (_request, response) => {
    const { isReady, report } = await pages.readiness();
    response.status(isReady ? 200 : 503).json({ status: isReady ? 'ready' : 'not ready', ...report });
  });
  routes.get('/metrics', ...guards, async (_request, response) => {
    const { contentType, text } = await pages.metrics();
    response.type(contentType).send(text);
  });
  return routes;
}
