import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import { toCardwayError, CardwayError } from '../errors.js';
import type { DoorReply } from './doors.js';
import { referenceRoutes, type Reference } from './reference.js';

export interface HttpAppDeps {
  /** `GET /v1/transactions/{request_id}` */
  readonly readTransaction: (args: {
    requestId: string;
    authorization: string | undefined;
    address: string | undefined;
  }) => Promise<DoorReply>;
  readonly reference: Reference;
  readonly refuse: (error: CardwayError) => DoorReply;
  readonly readiness: () => Promise<Readiness>;
  readonly metrics: () => Promise<{ contentType: string; text: string }>;
  /** Health and metrics answer loopback only, unless they are made public. */
  readonly isMetricsPublic: boolean;
  /** `/console`; undefined where it is switched off. */
  readonly console: RequestHandler | undefined;
  readonly trustProxy: string | undefined;
  readonly onInternalError: (error: Error) => void;
}

export interface Readiness {
  readonly isReady: boolean;
  readonly report: Readonly<Record<string, unknown>>;
}

/** Everything behind the hot doors. */
export function createHttpApp(deps: HttpAppDeps): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  if (deps.trustProxy !== undefined) app.set('trust proxy', trustedProxies(deps.trustProxy));
  app.get('/v1/transactions/:requestId', async (request, response) => {
    const requestId = request.params.requestId;
    const { authorization } = request.headers;
    send(response, await deps.readTransaction({ requestId, authorization, address: request.ip }));
  });
  app.use(referenceRoutes(deps.reference));
  app.get('/health/live', operatorsOnly(deps), (_request, response) => {
    response.json({ status: 'live' });
  });
  app.get('/health/ready', operatorsOnly(deps), async (_request, response) => {
    const { isReady, report } = await deps.readiness();
    response.status(isReady ? 200 : 503).json({ status: isReady ? 'ready' : 'not ready', ...report });
  });
  app.get('/metrics', operatorsOnly(deps), async (_request, response) => {
    const { contentType, text } = await deps.metrics();
    response.type(contentType).send(text);
  });
  if (deps.console !== undefined) app.use('/console', deps.console);
  app.use((_request, response) => {
    send(
      response,
      deps.refuse(new CardwayError('NOT_FOUND', { message: 'Nothing is served at this path.' })),
    );
  });
  app.use((thrown: unknown, _request: Request, response: Response, _next: unknown) => {
    const error = isClientError(thrown)
      ? new CardwayError('BAD_REQUEST', { message: 'The request cannot be read.' })
      : toCardwayError(thrown);
    if (error.code === 'INTERNAL') deps.onInternalError(error);
    send(response, deps.refuse(error));
  });
  return app;
}

function operatorsOnly(deps: HttpAppDeps) {
  return (request: Request, response: Response, next: () => void): void => {
    if (deps.isMetricsPublic || isLoopback(request.ip)) next();
    else
      send(response, deps.refuse(new CardwayError('FORBIDDEN', { message: 'Answered to loopback only.' })));
  };
}

function isLoopback(address: string | undefined): boolean {
  return address !== undefined && /^(?:::ffff:)?127\.|^::1$/.test(address);
}

function trustedProxies(setting: string): number | string[] {
  return /^\d+$/.test(setting) ? Number(setting) : setting.split(',').map((network) => network.trim());
}

function isClientError(thrown: unknown): boolean {
  return (
    thrown instanceof Error && 'status' in thrown && typeof thrown.status === 'number' && thrown.status < 500
  );
}

function send(response: Response, reply: DoorReply): void {
  response.status(reply.status).set(reply.headers).send(reply.body);
}
