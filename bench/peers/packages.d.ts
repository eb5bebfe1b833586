// Types of packages that only bench/package.json names. They let the peers be type-checked without these packages installed.

declare module 'fastify' {
  import type { Server } from 'node:http';
  interface Fastify {
    readonly server: Server;
    register(plugin: unknown, options: object): Promise<void>;
    listen(options: { port: number; host: string }): Promise<string>;
  }
  export const fastify: () => Fastify;
}

declare module 'mercurius' {
  export const mercurius: unknown;
}

declare module '@as-integrations/express5' {
  import type { ApolloServer } from '@apollo/server';
  import type { RequestHandler } from 'express';
  export const expressMiddleware: (server: ApolloServer) => RequestHandler;
}

declare module 'xmlrpc/lib/deserializer' {
  import type { Readable } from 'node:stream';
  class Deserializer {
    deserializeMethodResponse(stream: Readable, done: (error: unknown, value: unknown) => void): void;
  }
  export = Deserializer;
}
