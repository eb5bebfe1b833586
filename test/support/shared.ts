/**
 * Starts a server before the tests of the file or block that calls this, and stops it after them. Until then, the view that it returns
 * has nothing to show: options that name another server are a function.
 */
export function shared<Server extends object>(
  start: () => Promise<Server>,
  stop: (server: Server) => Promise<unknown>,
): Server {
  let server: Server;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(async () => {
    await stop(server);
  });
  return new Proxy({} as Server, {
    get: (_, name) => Reflect.get(server, name) as unknown,
    set: (_, name, value) => Reflect.set(server, name, value),
  });
}

/** Options, or a function that makes them when the server starts. */
export type Late<Options> = Options | (() => Options);

export const made = <Options extends object>(options: Late<Options>): Options =>
  typeof options === 'function' ? options() : options;
