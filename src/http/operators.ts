import { Router, type RequestHandler } from 'express';
import { EXACTLY } from './exact-paths.js';

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
