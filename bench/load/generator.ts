// The load generator's process: runs one job at a time for its parent.
import { deductCalls } from './calls.js';
import { Connection, type Answer } from './connection.js';
import type { Job, JobMessage, JobReport } from './job.js';
import { quantile } from './latencies.js';

process.on('message', (job: Job) => void runJob(job).then((report) => tell({ kind: 'done', report })));
process.on('disconnect', () => process.exit(0));

function tell(message: JobMessage): void {
  process.send?.(message);
}

const CONNECTIONS = 32;

async function runJob(job: Job): Promise<JobReport> {
  const { hostname: host, port } = new URL(job.url);
  const next = deductCalls(job);
  const tally = createTally();
  let isOver = false;
  let sent = 0;
  const free: Connection[] = [];
  const late: number[] = [];
  const mayGoOn = (): boolean => !isOver && (job.callsMax === null || sent < job.callsMax);
  const send = (connection: Connection, sinceMs?: number): void => {
    sent += 1;
    connection.send(next(), sinceMs);
  };
  const goOn = (connection: Connection): void => {
    if (mayGoOn()) send(connection);
    else free.push(connection);
  };
  const onAnswer = (connection: Connection, answer: Answer): void => {
    tally.add(answer);
    if (job.ratePerSecond === null) return goOn(connection);
    const due = late.shift();
    if (due === undefined || !mayGoOn()) free.push(connection);
    else send(connection, due);
  };
  const connections = Array.from(
    { length: CONNECTIONS },
    () => new Connection({ host, port: Number(port) }, onAnswer, () => tally.addBroken()),
  );
  const pace =
    job.ratePerSecond === null
      ? null
      : startPace(job.ratePerSecond, (dueMs) => {
          const connection = free.pop();
          if (connection === undefined) late.push(dueMs);
          else send(connection, dueMs);
        });
  if (pace === null) for (const connection of connections) goOn(connection);
  else free.push(...connections);
  await wait(job.warmUpMs);
  tally.restart();
  tell({ kind: 'measuring' });
  const endsAtMs = performance.now() + job.measureMs;
  while (performance.now() < endsAtMs && !(free.length === connections.length && !mayGoOn())) await wait(5);
  const report = tally.report();
  tell({ kind: 'measured' });
  isOver = true;
  pace?.stop();
  const giveUpAtMs = performance.now() + DRAIN_MS;
  while (free.length < connections.length && performance.now() < giveUpAtMs) await wait(2);
  for (const connection of connections) connection.end();
  return report;
}

const DRAIN_MS = 3000;

/** Calls `due` at an even pace. Calls that are due since the last tick leave together: timers are no finer than a millisecond. */
function startPace(ratePerSecond: number, due: (dueMs: number) => void): { stop(): void } {
  const gapMs = 1000 / ratePerSecond;
  let nextMs = performance.now() + gapMs;
  const timer = setInterval(() => {
    for (const nowMs = performance.now(); nextMs <= nowMs; nextMs += gapMs) due(nextMs);
  }, 1);
  return { stop: () => clearInterval(timer) };
}

interface Tally {
  add(answer: Answer): void;
  addBroken(): void;
  restart(): void;
  report(): JobReport;
}

function createTally(): Tally {
  let latenciesMs: number[] = [];
  let refused = 0;
  let broken = 0;
  let refusal: string | null = null;
  let sinceMs = performance.now();
  let lastMs = sinceMs;
  return {
    add({ isApproved, latencyMs, text }) {
      latenciesMs.push(latencyMs);
      lastMs = performance.now();
      if (isApproved) return;
      refused += 1;
      refusal ??= text.slice(0, 600);
    },
    addBroken() {
      broken += 1;
    },
    restart() {
      latenciesMs = [];
      sinceMs = performance.now();
    },
    report() {
      const seconds = Math.max(0.001, (lastMs - sinceMs) / 1000);
      const sorted = latenciesMs.sort((a, b) => a - b);
      return {
        calls: sorted.length,
        perSecond: sorted.length / seconds,
        p50Ms: quantile(sorted, 0.5),
        p99Ms: quantile(sorted, 0.99),
        refused,
        refusal,
        broken,
      };
    },
  };
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
