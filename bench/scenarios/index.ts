import { allocation } from './allocation.js';
import { growth, memory } from './growth.js';
import { latency } from './latency.js';
import { postgres } from './postgres.js';
import type { Scenario } from './scenario.js';
import { slowestInput } from './slowest-input.js';
import { sockets } from './sockets.js';
import { start } from './start.js';
import { comparison } from './throughput.js';

export const SCENARIOS: readonly Scenario[] = [
  comparison({
    name: 'json',
    about: 'P1: the JSON interface against the durable floor; its CPU against the floor, which saves nothing',
    kind: 'json',
    target: { name: 'P1', peer: 'durable-floor', atLeast: 0.75 },
    cost: { peer: 'floor', atMost: 2.7 },
  }),
  comparison({
    name: 'xml',
    about:
      'P2: the XML-RPC interface against the durable floor; its CPU against the floor, which saves nothing',
    kind: 'xml',
    target: { name: 'P2', peer: 'durable-floor', atLeast: 0.65 },
    cost: { peer: 'floor', atMost: 3.2 },
  }),
  comparison({
    name: 'graphql',
    about: 'P3: any document over GraphQL, durable, against Mercurius with its compiler, which saves nothing',
    kind: 'graphql',
    target: { name: 'P3', peer: 'mercurius', atLeast: 0.6 },
  }),
  ...(
    [
      ['json', 7],
      ['xml', 6],
      ['graphql', 5],
    ] as const
  ).map(([kind, atLeast]) =>
    comparison({
      name: `stock-${kind}`,
      about: `P4: the ${kind} interface against the same packages put together the usual way, durable too`,
      kind,
      target: { name: 'P4', peer: 'stock', atLeast },
    }),
  ),
  latency,
  allocation,
  growth,
  memory,
  sockets,
  postgres,
  start,
  slowestInput,
];
