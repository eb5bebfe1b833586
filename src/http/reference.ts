import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Router, type RequestHandler } from 'express';
import { EXACTLY } from './exact-paths.js';

export interface Reference {
  /** The OpenAPI document of this gateway, as JSON. */
  readonly openApi: string;
  /** Holds the files of Swagger UI, which the build has put there. */
  readonly folder: string;
}

/** `GET /openapi.json` and `GET /docs`, for everyone (contract section 3). The page asks nobody but this gateway for anything. */
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
<title>Cardway: the REST doors</title>
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
