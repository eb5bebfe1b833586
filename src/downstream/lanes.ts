import type { Clock, Route, Timer } from '../usecase/ports.js';
import { openLane, type Lane } from './lane.js';
import { createRoutes, type RouteConfig } from './routes.js';
import type { DownstreamSettings } from './settings.js';
import { createSigners } from './signers.js';

/** The lanes of the routes, which may be exchanged while calls are under way. */
export interface Lanes {
  readonly all: readonly Lane[];
  find(route: string): Lane | undefined;
  /** What use cases may know of the route of a method. */
  forMethod(methodName: string): Route;
  /** Makes ready for other routes, and changes nothing until it is told to take them. Throws INTERNAL for what cannot be used. */
  prepare(routes: readonly RouteConfig[]): { take(): void };
  /** Cuts what is open, in former lanes too. */
  close(): Promise<void>;
}

export function createLanes(deps: {
  readonly routes: readonly RouteConfig[];
  readonly settings: DownstreamSettings;
  readonly clock: Clock;
  readonly timer: Timer;
}): Lanes {
  let routes = createRoutes(deps.routes);
  let lanes = new Map(deps.routes.map((route) => [route.name, openLane({ ...deps, route })]));
  const leaving = new Set<Lane>();

  /** Connections are closed when the last call that uses one has ended. */
  function leave(lane: Lane): void {
    leaving.add(lane);
    void lane.pool
      .close()
      .catch(() => undefined)
      .then(() => leaving.delete(lane));
  }

  return {
    get all() {
      return [...lanes.values()];
    },
    find: (route) => lanes.get(route),
    forMethod: (methodName) => routes.forMethod(methodName),
    prepare(configs) {
      const nextRoutes = createRoutes(configs);
      const changes = configs.map((route) => laneFor(lanes.get(route.name), route, deps));
      return {
        take() {
          const next = new Map(changes.map(({ route, take }) => [route, take()]));
          const former = [...lanes.values()].filter((lane) => next.get(lane.route)?.pool !== lane.pool);
          routes = nextRoutes;
          lanes = next;
          former.forEach(leave);
        },
      };
    },
    async close() {
      await Promise.all([...lanes.values(), ...leaving].map((lane) => lane.pool.destroy()));
    },
  };
}

interface LaneChange {
  readonly route: string;
  readonly take: () => Lane;
}

/** A change of keys concerns the next call only; whatever else changes is another service, perhaps. */
function laneFor(
  known: Lane | undefined,
  route: RouteConfig,
  deps: { readonly settings: DownstreamSettings; readonly clock: Clock; readonly timer: Timer },
): LaneChange {
  if (known?.config.url !== route.url || known.config.timeoutMs !== route.timeoutMs) {
    const opened = openLane({ ...deps, route });
    return { route: route.name, take: () => opened };
  }
  const signers = isSameKeys(known.config, route) ? null : createSigners(route);
  return {
    route: route.name,
    take() {
      if (signers !== null) known.signers = signers;
      known.config = route;
      return known;
    },
  };
}

function isSameKeys(one: RouteConfig, other: RouteConfig): boolean {
  const text = ({ signingKey, otherSigningKey }: RouteConfig): string =>
    `${signingKey.toString('hex')} ${otherSigningKey?.toString('hex') ?? ''}`;
  return text(one) === text(other);
}
