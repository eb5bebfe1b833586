import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as TlsServer } from 'node:https';
import type { Socket } from 'node:net';

export interface GateLimits {
  /** Requests of one connection that are served at one time. */
  readonly waitingRequestsMax: number;
  /** Bytes of replies that one connection may leave unread; a single longer reply passes. */
  readonly waitingBytesMax: number;
  /** Timeout of a request that was kept waiting within its bytes, from when it is read again. */
  readonly requestTimeoutMs: number;
  /** Maximum number of connections. */
  readonly connectionsMax: number;
  /** Runs when a connection comes beyond the maximum and another one gives way. */
  readonly onFull: () => void;
}

/** Function that serves a request. The gate calls it once the connection has room for the reply. */
type Serve = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Bounds the memory of a connection that pipelines. Node parses everything that one read brought, up to 64 KiB. It answers all of
 * it, whether or not the other side reads: 1,500 requests for one long page are a hundred megabytes. The gate feeds the parser
 * slice by slice, and neither feeds nor reads while replies wait. Nothing is lost: unfed bytes go back to the socket.
 */
export function gateConnections(server: Server, serve: Serve, limits: GateLimits): ConnectionGate {
  const gate = new ConnectionGate(serve, limits);
  // Listeners run in order: node:http has attached its parser by now.
  if (server instanceof TlsServer) {
    HANDSHAKES.set(server, gate.handshakes);
    server.on('connection', (socket: Socket) => gate.handshakes.begun(socket));
    server.on('secureConnection', (socket: Socket) => {
      gate.handshakes.done(socket);
      gate.open(socket);
    });
  } else server.on('connection', (socket: Socket) => gate.open(socket));
  server.on('timeout', (socket: Socket) => gate.timedOut(socket));
  return gate;
}

/** Cuts the connections of a server whose TLS handshake is not done. node:http does not know them, and a close would wait for them. */
export function cutHandshakes(server: Server): void {
  HANDSHAKES.get(server)?.cut();
}

const HANDSHAKES = new WeakMap<Server, Handshakes>();

/** Connections whose TLS handshake is not done. They count, and give way, as others that never had a reply. */
class Handshakes {
  private readonly open = new Map<Socket, EvictableConnection>();

  constructor(private readonly crowd: ConnectionPool) {}

  begun(socket: Socket): void {
    const connection = { isServed: false, giveWay: () => void socket.destroy() };
    this.open.set(socket, connection);
    this.crowd.add(connection);
    socket.once('close', () => this.over(socket));
  }

  /** The secure connection is another socket. Node keeps the one below it in a property that its types do not know. */
  done({ _parent: socket }: Socket & { readonly _parent?: Socket }): void {
    if (socket !== undefined) this.over(socket);
  }

  cut(): void {
    for (const connection of this.open.values()) connection.giveWay();
  }

  private over(socket: Socket): void {
    const connection = this.open.get(socket);
    if (connection === undefined) return;
    this.open.delete(socket);
    this.crowd.remove(connection);
  }
}

export class ConnectionGate {
  readonly handshakes: Handshakes;
  private readonly connections = new WeakMap<object, GatedConnection>();
  private readonly crowd: ConnectionPool;

  constructor(
    private readonly serve: Serve,
    private readonly limits: GateLimits,
  ) {
    this.crowd = new ConnectionPool(limits.connectionsMax, limits.onFull);
    this.handshakes = new Handshakes(this.crowd);
  }

  open(socket: Socket): void {
    const { crowd, serve, limits } = this;
    const connection = new GatedConnection(socket, serve, { ...limits, crowd });
    this.connections.set(socket, connection);
    crowd.add(connection);
  }

  take(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.connections.get(request.socket);
    if (connection === undefined) this.serve(request, response);
    else connection.take(request, response);
  }

  /** Releases a connection that another protocol takes over. Returns the bytes that node:http has not been fed. */
  leave(socket: object): Buffer {
    const connection = this.connections.get(socket);
    if (connection === undefined) return Buffer.alloc(0);
    this.connections.delete(socket);
    this.crowd.remove(connection);
    return connection.leave();
  }

  /** Stops counting a connection while it carries a stream: streams have their own limits. */
  uncount(socket: object): void {
    const connection = this.connections.get(socket);
    if (connection === undefined) return;
    this.crowd.remove(connection);
    connection.isStreaming = true;
  }

  /** Returns true if a request is late only because the gate keeps its rest from the parser. Its time then begins later. */
  excuse(socket: object): boolean {
    return this.connections.get(socket)?.excuse() ?? false;
  }

  /**
   * Ends a connection that brought something else than HTTP. Requests from before have run, and may have moved money: their replies
   * go out first, in order. A reply of the end would stand in the place of theirs.
   */
  endUnreadable(socket: Socket, end: (hasBegunAnswer: boolean) => void): void {
    const connection = this.connections.get(socket);
    if (connection === undefined || socket.destroyed) end(false);
    else connection.endUnreadable(end);
  }

  /**
   * Handles the timer of a socket on which nothing moved. Between two requests that is the end of keep-alive. While bytes wait,
   * the other side does not read. A call that is still processed has nothing to move, and stays open.
   */
  timedOut(socket: Socket): void {
    const connection = this.connections.get(socket);
    if (connection === undefined || connection.isKeptAlive || socket.writableLength > 0) socket.destroy();
  }
}

/**
 * Requests of one connection in one turn of the event loop. Most replies end in the turn in which they begin. Only this limit
 * keeps one connection with thousands of cheap requests from delaying everybody else.
 */
const TURN_REQUESTS_MAX = 4;

/** Bytes fed at once. A request has at least 26 bytes, so that at most some 150 of them are parsed beyond the limit. */
const SLICE_BYTES = 4096;
const NOTHING: Buffer = Buffer.alloc(0);

interface HeldRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

class GatedConnection implements EvictableConnection {
  private readonly open = new Set<ServerResponse>();
  private held: HeldRequest[] = [];
  /** True while a reply is a stream, which nobody waits for. */
  isStreaming = false;
  private hasServed = false;
  private servedInTurn = 0;
  private isExcused = false;
  private lateness: NodeJS.Timeout | undefined;
  /** Ends the connection once its replies have gone out. Undefined while its bytes are HTTP. */
  private end: (() => void) | undefined;
  /** Rest of the chunk that is being fed. */
  private unfed: Buffer = NOTHING;
  private readonly feed: (chunk: Buffer) => void;
  private readonly onData = (chunk: Buffer): void => this.read(chunk);
  private readonly onClosed = (): void => this.closed();

  constructor(
    private readonly socket: Socket,
    private readonly serve: Serve,
    private readonly limits: GateLimits & { readonly crowd: ConnectionPool },
  ) {
    const [feed] = socket.listeners('data') as ((chunk: Buffer) => void)[];
    if (feed === undefined) throw new Error('node:http has attached no parser to this connection.');
    this.feed = feed;
    socket.removeListener('data', feed);
    socket.on('data', this.onData);
    socket.once('close', this.onClosed);
  }

  get isServed(): boolean {
    for (const response of this.open) if (response.req.complete) return true;
    return false;
  }

  giveWay(): void {
    this.socket.destroy();
  }

  get isKeptAlive(): boolean {
    return this.hasServed && this.open.size === 0 && this.held.length === 0;
  }

  take(request: IncomingMessage, response: ServerResponse): void {
    if (this.isShut() || this.isFull()) {
      this.held.push({ request, response });
      this.socket.pause();
    } else this.begin({ request, response });
  }

  excuse(): boolean {
    this.isExcused = this.isShut();
    return this.isExcused;
  }

  /** The parser reports the same problem again for whatever follows. Only the first report counts. */
  endUnreadable(end: (hasBegunAnswer: boolean) => void): void {
    if (this.end !== undefined) return;
    this.end = () => end([...this.open].some((response) => response.headersSent));
    // A request whose rest is unreadable never ends.
    this.held = this.held.filter(({ request }) => request.complete);
    this.socket.pause();
    this.endIfAnswered();
  }

  private endIfAnswered(): void {
    if (this.end !== undefined && (this.isStreaming || !(this.isServed || this.isShut()))) this.end();
  }

  /** Lets go of the socket. A WebSocket lives for hours, and must not keep this object and the parser of node:http. */
  leave(): Buffer {
    this.socket.removeListener('data', this.onData);
    this.socket.removeListener('close', this.onClosed);
    clearTimeout(this.lateness);
    return this.takeUnfed();
  }

  private isShut(): boolean {
    return this.held.length > 0;
  }

  /** Returns true if the parser must not be fed: we or node:http, which marks its own pauses, paused the socket, or it failed. */
  private isPaused(): boolean {
    const { socket } = this;
    const isPausedByNode = (socket as { _paused?: boolean })._paused === true;
    return socket.destroyed || this.end !== undefined || this.isShut() || socket.isPaused() || isPausedByNode;
  }

  private read(chunk: Buffer): void {
    this.unfed = chunk;
    while (this.unfed.length > 0 && !this.isPaused()) {
      const slice = this.unfed.subarray(0, SLICE_BYTES);
      this.unfed = this.unfed.subarray(slice.length);
      this.feed(slice);
    }
    const rest = this.takeUnfed();
    if (rest.length === 0 || this.socket.destroyed) return;
    this.socket.pause();
    this.socket.unshift(rest);
  }

  private takeUnfed(): Buffer {
    const { unfed } = this;
    this.unfed = NOTHING;
    return unfed;
  }

  private begin({ request, response }: HeldRequest): void {
    this.hasServed = true;
    if (this.servedInTurn === 0) setImmediate(() => this.turned());
    this.servedInTurn += 1;
    clearTimeout(this.lateness);
    this.open.add(response);
    response.once('close', () => this.ended(response));
    this.serve(request, response);
  }

  private ended(response: ServerResponse): void {
    this.open.delete(response);
    if (this.isStreaming && this.open.size === 0) {
      this.isStreaming = false;
      if (!this.socket.destroyed) this.limits.crowd.add(this);
    }
    this.limits.crowd.hadAnswer(this);
    this.goOn();
    this.endIfAnswered();
  }

  private turned(): void {
    this.servedInTurn = 0;
    this.goOn();
  }

  private goOn(): void {
    if (!this.isShut()) return;
    for (let next = this.next(); next !== undefined; next = this.next()) this.begin(next);
    if (!this.isShut() && this.end === undefined) this.readOn();
  }

  private readOn(): void {
    const { socket } = this;
    if (this.isExcused) {
      this.isExcused = false;
      this.lateness = setTimeout(() => socket.destroy(), this.limits.requestTimeoutMs);
    }
    // If node:http has paused too, it resumes by itself once its own reason is gone.
    if ((socket as { _paused?: boolean })._paused !== true) socket.resume();
  }

  private closed(): void {
    this.limits.crowd.remove(this);
    this.held = [];
    clearTimeout(this.lateness);
  }

  private next(): HeldRequest | undefined {
    return this.isFull() ? undefined : this.held.shift();
  }

  private isFull(): boolean {
    const { waitingRequestsMax, waitingBytesMax } = this.limits;
    if (this.servedInTurn >= TURN_REQUESTS_MAX) return true;
    if (this.open.size === 0) return false;
    if (this.open.size >= waitingRequestsMax) return true;
    let bytes = 0;
    for (const response of this.open) bytes += response.writableLength;
    return bytes >= waitingBytesMax;
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
