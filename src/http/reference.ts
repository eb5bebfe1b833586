import express, { type Express, type RequestHandler, Router } from 'express';
import { CardwayError } from '../platform/errors.js';
import { createPage } from './page.js';

export interface Reference {
  /** The OpenAPI document of this gateway, as JSON. */
  readonly openApi: string;
  /** The AsyncAPI document, as JSON. */
  readonly asyncApi: string;
  /** Folder of the page that the build made. */
  readonly folder: string;
}

/** Serves `GET /openapi.json`, `/asyncapi.json` and `/reference` to everyone (docs/reference/protocol.md#http-rules). */
export function referenceRoutes({ openApi, asyncApi, folder }: Reference): Router {
  const routes = Router(EXACTLY);
  const documents = { '/openapi.json': Buffer.from(openApi), '/asyncapi.json': Buffer.from(asyncApi) };
  for (const [path, document] of Object.entries(documents)) {
    routes.get(path, (_request, response) => {
      response.set('X-Content-Type-Options', 'nosniff').type('json').send(document);
    });
  }
  // The page adds its styles as elements of the document.
  routes.use('/reference', createPage({ folder, hasViews: false, styleSources: "'self' 'unsafe-inline'" }));
  return routes;
}

/** Settings for routers, which do not inherit how their application treats spellings. */
const EXACTLY = { caseSensitive: true, strict: true } as const;

/** Creates an app that serves each path exactly as it is written: a proxy in front compares its rules with what it reads. */
export function createApp(): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('case sensitive routing', EXACTLY.caseSensitive);
  app.set('strict routing', EXACTLY.strict);
  app.use((request, _response, next) => {
    const [written] = request.url.split('?', 1);
    // Express repairs a path with a backslash, a fragment or white space. Such a path gets NOT_FOUND.
    next(request.path === written ? undefined : notServed());
  });
  return app;
}

export function notServed(): CardwayError {
  return new CardwayError('NOT_FOUND', { message: 'Nothing is served at this path.' });
}

/** Pages for operators and their tools. */
export interface OperatorsPages {
  readonly readiness: () => Promise<Readiness>;
  readonly metrics: () => Promise<{ contentType: string; text: string }>;
}

export interface Readiness {
  readonly isReady: boolean;
  readonly report: Readonly<Record<string, unknown>>;
}

/** Creates the routes `GET /health/live`, `/health/ready` and `/metrics`, behind `guards`. */
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
