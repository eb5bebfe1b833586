import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that one connection may carry at one time. Stock clients send the next one after the reply. */
const IN_FLIGHT_MAX = 32;
/** Bytes of replies that one connection may leave unread while it asks for more. */
export const UNREAD_BYTES_MAX = 1_048_576;

interface ConnectionLimits {
  /** Maximum number of connections. */
  readonly connectionsMax: number;
  /** Runs when a connection comes beyond the maximum and another one gives way. */
  readonly onFull: () => void;
}

/** Watches the connections of a server: how many there are, and what each carries. */
export function watchConnections(server: Server, limits: ConnectionLimits): Connections {
  const connections = new Connections(limits);
  server.on('connection', (socket: Socket) => connections.open(socket));
  server.on('timeout', (socket: Socket) => connections.timedOut(socket));
  return connections;
}

/** Socket of a connection. With TLS, Node keeps the one below it in a property that its types do not know. */
type AnySocket = object & { readonly _parent?: object | null };

export class Connections {
  private readonly known = new WeakMap<object, Connection>();
  private readonly pool: ConnectionPool;

  constructor({ connectionsMax, onFull }: ConnectionLimits) {
    this.pool = new ConnectionPool(connectionsMax, onFull);
  }

  open(socket: Socket): void {
    const connection = new Connection(socket);
    this.known.set(socket, connection);
    this.pool.add(connection);
    socket.once('close', () => this.pool.remove(connection));
  }

  private connectionOf(socket: AnySocket): Connection | undefined {
    return this.known.get(socket._parent ?? socket);
  }

  /**
   * Serves a request, or cuts its connection where that carries too much already. Calls under way go on, and are saved. Nothing is
   * served behind a stream, whose reply said that it is the last one.
   */
  admit({ socket }: IncomingMessage, response: ServerResponse, serve: () => void): void {
    const connection = this.connectionOf(socket);
    if (connection === undefined || socket.destroyed) return;
    const { inFlight } = connection;
    if (inFlight.size === IN_FLIGHT_MAX) {
      socket.destroy();
      return;
    }
    inFlight.add(response);
    response.once('close', () => {
      inFlight.delete(response);
      this.pool.hadAnswer(connection);
    });
    if (inFlight.size === 1) serve();
    else
      setImmediate(() => {
        // Only after the rest of what one read brought, which may be too much: then none of it costs any work. Node reads nothing
        // while replies wait, but serves all that one read brought.
        if (connection.unreadBytes > UNREAD_BYTES_MAX) socket.destroy();
        if (!socket.destroyed) serve();
      });
  }

  /** Forgets a connection that another protocol or a stream takes over. These have their own limits. */
  leave(socket: AnySocket): void {
    const connection = this.connectionOf(socket);
    if (connection === undefined) return;
    this.known.delete(socket._parent ?? socket);
    this.pool.remove(connection);
  }

  /**
   * Ends a connection that brought something else than HTTP, with this refusal. Requests from before have run, and may have moved
   * money: their replies go out first, and the last one ends the connection.
   */
  endUnreadable(socket: Socket, refusal: string): void {
    const connection = this.connectionOf(socket);
    const inFlight = [...(connection?.inFlight ?? [])];
    const last = inFlight.findLast(({ req }) => req.complete);
    if (last !== undefined) {
      last.shouldKeepAlive = false;
      return;
    }
    // A refusal must not stand in a reply that has begun.
    const hasBegun = inFlight.some(({ headersSent }) => headersSent);
    if (connection !== undefined && !hasBegun && socket.writable) socket.write(refusal);
    socket.destroy();
  }

  /**
   * Handles the timer of a socket on which nothing moved. Between two requests that is the end of keep-alive. While bytes wait,
   * the other side does not read. A call that is still processed has nothing to move, and stays open.
   */
  timedOut(socket: Socket): void {
    const isServing = (this.connectionOf(socket)?.inFlight.size ?? 0) > 0;
    if (!isServing || socket.writableLength > 0) socket.destroy();
  }
}

class Connection implements EvictableConnection {
  readonly inFlight = new Set<ServerResponse>();

  constructor(private readonly socket: Socket) {}

  get isServed(): boolean {
    for (const { req } of this.inFlight) if (req.complete) return true;
    return false;
  }

  get unreadBytes(): number {
    let bytes = 0;
    for (const response of this.inFlight) bytes += response.writableLength;
    return bytes;
  }

  giveWay(): void {
    this.socket.destroy();
  }
}

/** An open connection, as the pool sees it when it chooses one to close. */
export interface EvictableConnection {
  /** True while the reply to a complete request is being made. */
  readonly isServed: boolean;
  giveWay(): void;
}

/**
 * Pool that bounds the connections of a server. Each costs memory, and a descriptor that calls to wallet services need too. When
 * there are too many, one gives way to each new one. The oldest that never had a reply goes first, then the one whose last reply
 * is longest ago. A connection whose request is processed never gives way, so a thousand senders of half requests hold up no
 * call.
 */
export class ConnectionPool {
  /** Connections without a reply, in order of arrival. */
  private readonly unanswered = new Set<EvictableConnection>();
  /** Connections with a reply, in the order of their last one. */
  private readonly answered = new Set<EvictableConnection>();

  constructor(
    private readonly max: number,
    private readonly onFull: () => void,
  ) {}

  add(connection: EvictableConnection): void {
    if (this.unanswered.size + this.answered.size >= this.max) {
      this.onFull();
      const leaving = idleOf(this.unanswered) ?? idleOf(this.answered);
      if (leaving !== undefined) {
        this.remove(leaving);
        leaving.giveWay();
      }
    }
    this.unanswered.add(connection);
  }

  hadAnswer(connection: EvictableConnection): void {
    const isKnown = this.answered.delete(connection) || this.unanswered.delete(connection);
    if (isKnown) this.answered.add(connection);
  }

  remove(connection: EvictableConnection): void {
    this.unanswered.delete(connection);
    this.answered.delete(connection);
  }
}

function idleOf(connections: ReadonlySet<EvictableConnection>): EvictableConnection | undefined {
  for (const connection of connections) if (!connection.isServed) return connection;
  return undefined;
}
