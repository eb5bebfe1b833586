import express, { type Express } from 'express';
import { CardwayError } from '../errors.js';

/** For routers, which do not take over what their application says of spellings. */
export const EXACTLY = { caseSensitive: true, strict: true } as const;

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
