import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as TlsServer } from 'node:https';
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
  const connections = new Connections(limits, server instanceof TlsServer);
  OF_SERVER.set(server, connections);
  server.on('connection', (socket: Socket) => connections.open(socket));
  server.on('secureConnection', (socket: Socket) => connections.secure(socket));
  server.on('timeout', (socket: Socket) => connections.timedOut(socket));
  return connections;
}

/** Cuts the connections of a server whose TLS handshake is not done. node:http does not know them, and a close would wait for them. */
export function cutHandshakes(server: Server): void {
  OF_SERVER.get(server)?.cutHandshakes();
}

const OF_SERVER = new WeakMap<Server, Connections>();

export class Connections {
  private readonly known = new WeakMap<object, Connection>();
  private readonly handshakes = new Set<Connection>();
  private readonly pool: ConnectionPool;

  constructor(
    { connectionsMax, onFull }: ConnectionLimits,
    private readonly isTls: boolean,
  ) {
    this.pool = new ConnectionPool(connectionsMax, onFull);
  }

  open(socket: Socket): void {
    const connection = new Connection(socket, this.pool);
    this.known.set(socket, connection);
    this.pool.add(connection);
    if (this.isTls) this.handshakes.add(connection);
    socket.once('close', () => {
      this.handshakes.delete(connection);
      this.pool.remove(connection);
    });
  }

  /** The secure connection is another socket. Node keeps the one below it in a property that its types do not know. */
  secure(socket: Socket & { readonly _parent?: Socket }): void {
    const connection = this.known.get(socket._parent ?? socket);
    if (connection === undefined) return;
    this.handshakes.delete(connection);
    connection.socket = socket;
    this.known.set(socket, connection);
  }

  cutHandshakes(): void {
    for (const connection of this.handshakes) connection.giveWay();
  }

  /**
   * Serves a request, or cuts its connection where that carries too much already. Calls under way go on, and are saved. Nothing is
   * served behind a stream, whose reply said that it is the last one.
   */
  admit(request: IncomingMessage, response: ServerResponse, serve: () => void): void {
    if (!request.socket.destroyed) this.known.get(request.socket)?.admit(response, serve);
  }

  /** Forgets a connection that another protocol or a stream takes over. These have their own limits. */
  leave(socket: object): void {
    const connection = this.known.get(socket);
    if (connection === undefined) return;
    this.known.delete(socket);
    this.pool.remove(connection);
  }

  /**
   * Ends a connection that brought something else than HTTP. Requests from before have run, and may have moved money: their replies
   * go out first, in order. A reply of the end would stand in the place of theirs.
   */
  endUnreadable(socket: Socket, end: (hasBegunAnswer: boolean) => void): void {
    const connection = this.known.get(socket);
    if (connection === undefined) end(true);
    else connection.endUnreadable(end);
  }

  /**
   * Handles the timer of a socket on which nothing moved. Between two requests that is the end of keep-alive. While bytes wait,
   * the other side does not read. A call that is still processed has nothing to move, and stays open.
   */
  timedOut(socket: Socket): void {
    const connection = this.known.get(socket);
    if (connection === undefined || connection.isKeptAlive || socket.writableLength > 0) socket.destroy();
  }
}

class Connection implements EvictableConnection {
  private readonly inFlight = new Set<ServerResponse>();
  private hasServed = false;
  /** Ends the connection once its replies have gone out. Undefined while its bytes are HTTP. */
  private end: (() => void) | undefined;

  constructor(
    public socket: Socket,
    private readonly pool: ConnectionPool,
  ) {}

  get isServed(): boolean {
    for (const response of this.inFlight) if (response.req.complete) return true;
    return false;
  }

  get isKeptAlive(): boolean {
    return this.hasServed && this.inFlight.size === 0;
  }

  giveWay(): void {
    this.socket.destroy();
  }

  admit(response: ServerResponse, serve: () => void): void {
    if (this.inFlight.size === IN_FLIGHT_MAX) {
      this.socket.destroy();
      return;
    }
    this.hasServed = true;
    this.inFlight.add(response);
    response.once('close', () => this.ended(response));
    if (this.inFlight.size === 1) serve();
    // Only after the rest of what one read brought, which may be too much: then none of it costs any work.
    else setImmediate(() => this.isCut() || serve());
  }

  /** Node reads nothing while replies wait, but serves all that one read brought. */
  private isCut(): boolean {
    let unreadBytes = 0;
    for (const response of this.inFlight) unreadBytes += response.writableLength;
    if (unreadBytes > UNREAD_BYTES_MAX) this.socket.destroy();
    return this.socket.destroyed;
  }

  private ended(response: ServerResponse): void {
    this.inFlight.delete(response);
    this.pool.hadAnswer(this);
    this.endIfAnswered();
  }

  /** The parser reports the same problem again for whatever follows. Only the first report counts. */
  endUnreadable(end: (hasBegunAnswer: boolean) => void): void {
    if (this.end !== undefined) return;
    this.end = () => end([...this.inFlight].some((response) => response.headersSent));
    this.socket.pause();
    this.endIfAnswered();
  }

  /** A request whose rest is unreadable never ends. */
  private endIfAnswered(): void {
    if (this.end !== undefined && !this.isServed) this.end();
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
