import express, { type Express, type Request, type RequestHandler, type Response, Router } from 'express';
import { jsonError } from '../adapters/exchange.js';
import { CardwayError, toCardwayError } from '../platform/errors.js';
import { isFromHere } from './client-address.js';

interface HttpAppDeps {
  /** File of the OpenAPI document that the build made. */
  readonly openApi: string;
  /** Handlers of the pages by path (docs/reference/protocol.md#http-rules). */
  readonly pages: Readonly<Record<string, RequestHandler>>;
  readonly operators: OperatorsPages;
  /** True shows health and metrics to everyone, and not only on loopback. */
  readonly isMetricsPublic: boolean;
  /** True makes `/` lead to the console, as in the sandbox. */
  readonly leadsToConsole: boolean;
  readonly onInternalError: (error: Error) => void;
}

/** Creates the app for all paths that the routes of the listener do not serve. */
export function createHttpApp(deps: HttpAppDeps): Express {
  const app = createApp();
  app.get('/openapi.json', (_request, response) => {
    response.set('X-Content-Type-Options', 'nosniff').sendFile(deps.openApi, { dotfiles: 'allow' });
  });
  app.all('/openapi.json', readOnly);
  app.use(operatorsRoutes(deps.operators, operatorsOnly(deps)));
  for (const [path, page] of Object.entries(deps.pages)) app.use(path, page);
  if (deps.leadsToConsole)
    app.get('/', (_request, response) => {
      response.redirect('/console');
    });
  return withErrorReplies(app, deps);
}

/** Creates the app of the separate port (`metrics.port`). It shows health and metrics to everyone who reaches it. */
export function createOperatorsApp(deps: Pick<HttpAppDeps, 'operators' | 'onInternalError'>): Express {
  const app = createApp();
  app.use(operatorsRoutes(deps.operators));
  return withErrorReplies(app, deps);
}

function withErrorReplies(app: Express, deps: Pick<HttpAppDeps, 'onInternalError'>): Express {
  app.use(() => {
    throw notServed();
  });
  app.use((thrown: unknown, _request: Request, response: Response, _next: unknown) => {
    const error = isClientError(thrown)
      ? new CardwayError('BAD_REQUEST', { message: 'The request cannot be read.' })
      : toCardwayError(thrown);
    if (error.code === 'INTERNAL') deps.onInternalError(error);
    const { status, headers, body } = jsonError(error);
    response.status(status).set('Cache-Control', 'no-store').set(headers).send(body);
  });
  return app;
}

/** Handler behind those of GET and HEAD. Errors: METHOD_NOT_ALLOWED. */
export function readOnly(_request: Request, response: Response): never {
  response.set('Allow', 'GET, HEAD');
  throw new CardwayError('METHOD_NOT_ALLOWED');
}

function operatorsOnly(deps: HttpAppDeps) {
  return (request: Request, _response: Response, next: () => void): void => {
    if (!deps.isMetricsPublic && !isFromHere(request))
      throw new CardwayError('FORBIDDEN', { message: LOOPBACK_ONLY });
    next();
  };
}

/** Message for readers who may have put a proxy in front without knowing the settings. */
const LOOPBACK_ONLY =
  'Answered only to callers on loopback that come through no proxy. Set trustProxy where a proxy is in front, ' +
  'and metrics.port or metrics.public to show this page to others.';

function isClientError(thrown: unknown): boolean {
  return (
    thrown instanceof Error && 'status' in thrown && typeof thrown.status === 'number' && thrown.status < 500
  );
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

function notServed(): CardwayError {
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

/** Creates the routes `GET /health/live` (also `/health`), `/health/ready` and `/metrics`, behind `guards`. */
function operatorsRoutes(pages: OperatorsPages, ...guards: readonly RequestHandler[]): Router {
  const routes = Router(EXACTLY);
  routes.get('/health{/live}', ...guards, (_request, response) => {
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
  routes.all(['/health{/live}', '/health/ready', '/metrics'], readOnly);
  return routes;
}
