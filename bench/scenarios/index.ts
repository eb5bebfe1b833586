import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEDUCT_DOCUMENT } from '../load/deduct-document.js';
import { access } from './access.js';
import { allocation } from './allocation.js';
import { builds } from './builds.js';
import { consolePage } from './console-page.js';
import { duplicates } from './duplicates.js';
import { exporting } from './exporting.js';
import { growth, memory } from './growth.js';
import { importing } from './importing.js';
import { ledger } from './ledger.js';
import { latency } from './latency.js';
import { postgres } from './postgres.js';
import type { Scenario } from './scenario.js';
import { search } from './search.js';
import { secrets } from './secrets.js';
import { slowestInput } from './slowest-input.js';
import { sockets } from './sockets.js';
import { start } from './start.js';
import { twoCores } from './two-cores.js';
import { comparison } from './throughput.js';

export const SCENARIOS: readonly Scenario[] = [
  comparison({
    name: 'json',
    about: 'P1: the JSON interface against the durable floor, and against the floor, which saves nothing',
    kind: 'json',
    peers: ['durable-floor', 'floor'],
    target: { name: 'P1', peer: 'durable-floor', atLeast: 0.7 },
    cost: { name: 'P1', peer: 'floor', atMost: 3.2 },
  }),
  comparison({
    name: 'xml',
    about: 'P2: the XML-RPC interface against the durable floor, and against the floor, which saves nothing',
    kind: 'xml',
    peers: ['durable-floor', 'floor'],
    target: { name: 'P2', peer: 'durable-floor', atLeast: 0.65 },
    cost: { name: 'P2', peer: 'floor', atMost: 3.5 },
  }),
  comparison({
    name: 'graphql',
    about:
      'P3: any document over GraphQL, durable, against Mercurius with its compiler and Yoga, which save nothing',
    kind: 'graphql',
    peers: ['mercurius', 'yoga'],
    target: { name: 'P3', peer: 'mercurius', atLeast: 0.5 },
  }),
  comparison({
    name: 'trusted',
    about: 'P3: the same with a registered document',
    kind: 'graphql',
    peers: ['mercurius'],
    gateway(stage) {
      const path = join(stage.folder, 'documents.json');
      writeFileSync(path, JSON.stringify({ deduct: DEDUCT_DOCUMENT }));
      return stage.startGateway({
        name: 'gateway-trusted',
        env: { CARDWAY_GRAPHQL_DOCUMENTS: path },
      });
    },
    target: { name: 'P3', peer: 'mercurius', atLeast: 0.7 },
  }),
  ...(['json', 'xml', 'graphql'] as const).map((kind) =>
    comparison({
      name: `stock-${kind}`,
      about: `P4: the ${kind} interface against the same packages put together the usual way, durable too`,
      kind,
      peers: ['stock'],
      target: { name: 'P4', peer: 'stock', atLeast: 8 },
    }),
  ),
  latency,
  allocation,
  twoCores,
  growth,
  ledger,
  duplicates,
  search,
  exporting,
  consolePage,
  memory,
  sockets,
  postgres,
  start,
  importing,
  secrets,
  slowestInput,
  access,
  builds,
];
