/** Uses of processor time, in the order of a call's way through the gateway. */
export const STAGES = [
  'reading',
  'checks',
  'graphql',
  'saving',
  'commit',
  'forwarding',
  'normalising',
  'writing',
  'events',
  'logs and metrics',
  'garbage',
  'other',
] as const;

export type Stage = (typeof STAGES)[number];

export type SourceOf = (file: string, line: number) => string | null;

/** A CPU profile as V8's inspector gives it; times in microseconds. */
export interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  /** Node ids, one per sample. */
  readonly samples?: readonly number[];
  /** Microseconds since the previous sample. */
  readonly timeDeltas?: readonly number[];
}

export interface ProfileNode {
  readonly id: number;
  readonly callFrame: {
    readonly functionName: string;
    readonly url: string;
    /** Line number, from 0. */
    readonly lineNumber: number;
  };
  readonly children?: readonly number[];
}

export interface StageCosts {
  /** Microseconds of the main thread by stage. */
  readonly us: Readonly<Record<Stage, number>>;
  readonly busyUs: number;
  /** Busy and idle microseconds. */
  readonly totalUs: number;
}

/**
 * Sums up a profile by stages. A sample belongs to the innermost function on its stack that a stage knows: hashing counts for the
 * check that asked for it. Idle time belongs to no stage. `sourceOf` returns the source file of a line (from 1) of a built file,
 * or null.
 */
export function stageCosts(profile: CpuProfile, sourceOf: SourceOf): StageCosts {
  const us = Object.fromEntries(STAGES.map((stage) => [stage, 0])) as Record<Stage, number>;
  const stages = stagesOfNodes(profile.nodes, sourceOf);
  let totalUs = 0;
  let busyUs = 0;
  profile.samples?.forEach((id, index) => {
    const deltaUs = Math.max(0, profile.timeDeltas?.[index] ?? 0);
    totalUs += deltaUs;
    const stage = stages.get(id);
    if (stage === null) return;
    busyUs += deltaUs;
    us[stage ?? 'other'] += deltaUs;
  });
  return { us, busyUs, totalUs };
}

/** Returns the stage of each node. Null for the idle node. */
function stagesOfNodes(nodes: readonly ProfileNode[], sourceOf: SourceOf): ReadonlyMap<number, Stage | null> {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const found = new Map<number, Stage | null>();
  const stageOf = (id: number | undefined): Stage | null => {
    const node = id === undefined ? undefined : byId.get(id);
    if (node === undefined) return 'other';
    const known = found.get(node.id);
    if (known !== undefined) return known;
    const stage = ownStage(node, sourceOf) ?? stageOf(parents.get(node.id));
    found.set(node.id, stage);
    return stage;
  };
  for (const { id } of nodes) found.set(id, isIdle(byId.get(id)) ? null : stageOf(id));
  return found;
}

function isIdle(node: ProfileNode | undefined): boolean {
  return node?.callFrame.functionName === '(idle)';
}

/** Returns the stage that a function belongs to by itself. Undefined where it works for its callers. */
function ownStage({ callFrame }: ProfileNode, sourceOf: SourceOf): Stage | undefined {
  if (callFrame.functionName === '(garbage collector)') return 'garbage';
  const source = sourceOf(callFrame.url, callFrame.lineNumber + 1);
  const path = (source === null ? callFrame.url : `/${source}`).replaceAll('\\', '/');
  // The bundler adds numbers to functions of the same name in several files.
  const functionName = callFrame.functionName.replace(/\$\d+$/, '');
  return RULES.find(({ file, name }) => file.test(path) && (name === undefined || name.test(functionName)))
    ?.stage;
}

/**
 * Rules of the stages; the first match counts. Files are sources. A function in none of them, such as an HMAC, works for its
 * callers.
 */
const RULES: readonly { readonly stage: Stage; readonly file: RegExp; readonly name?: RegExp }[] = [
  { stage: 'commit', file: /\/store\/engine\/sqlite\/handle\./, name: /^control$/ },
  { stage: 'checks', file: /\/src\/store\/(directory|access)\// },
  { stage: 'events', file: /\/src\/(outbound\/(webhooks|feed)\/|use-cases\/events\/|store\/events\/)/ },
  { stage: 'saving', file: /\/src\/store\/|\/node_modules\/(better-sqlite3|pg|kysely)\// },
  {
    stage: 'normalising',
    file: /\/src\/(outbound\/downstream\/answer|core\/transactions\/(normalise|mask))/,
  },
  { stage: 'forwarding', file: /\/src\/outbound\/downstream\/|\/node_modules\/undici\// },
  { stage: 'forwarding', file: /\/core\/wire\/signature\./, name: /^(sign|verify)/ },
  {
    stage: 'logs and metrics',
    file: /\/node_modules\/prom-client\/|\/src\/platform\/log\.|\/app\/externals\./,
  },
  {
    stage: 'checks',
    file: /\/src\/(use-cases\/(access|provisioning)\/|core\/(wire\/(checksum|klv)|transactions\/(method|field))|use-cases\/transactions\/(authenticate|resolve-wallet)|app\/authentication)/,
  },
  { stage: 'saving', file: /\/use-cases\/transactions\/(compose|settle|settlement)/ },
  {
    stage: 'graphql',
    file: /\/src\/graphql\/|\/node_modules\/(graphql|graphql-ws|type-graphql|@apollo)\//,
  },
  {
    stage: 'writing',
    file: /\/src\/http\/listener\.|^node:_http_outgoing|^node:_http_server/,
    name: /^(write|end|writeHead|_send|_writeRaw|answer)$/,
  },
  {
    stage: 'writing',
    file: /\/src\/adapters\/(?:[\w-]{1,40}\/){0,3}[\w-]{0,40}(?:writer|replies|reply|answer)[\w.-]{0,40}$/,
  },
  {
    stage: 'reading',
    file: /\/src\/(adapters|http)\/|\/node_modules\/(saxes|express)\/|^node:(_http_server|_http_common|_http_incoming)/,
  },
];
