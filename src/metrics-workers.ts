import { AggregatorRegistry, type MetricObject, type Registry } from 'prom-client';
import type { Metric, Snapshot } from './cluster/messages.js';
import type { Siblings } from './cluster/siblings.js';

interface MetricsText {
  readonly contentType: string;
  readonly text: string;
}

/** What `/metrics` answers: of this process, or of all workers as one, whichever of them is asked. */
export function readMetrics(registry: Registry, siblings: Siblings | undefined): () => Promise<MetricsText> {
  const { contentType } = registry;
  if (siblings === undefined) return async () => ({ contentType, text: await registry.metrics() });
  siblings.measureBy(() => registry.getMetricsAsJSON() as unknown as Promise<Snapshot>);
  return async () => ({ contentType, text: await together(await siblings.gather()).metrics() });
}

/** Values of the same name and labels become one, each as its metric says. */
export function addSnapshots(snapshots: readonly Snapshot[]): Snapshot {
  const names = new Set(snapshots.flatMap((snapshot) => snapshot.map(({ name }) => name)));
  const registry = together(snapshots);
  return [...names].flatMap((name) => {
    const metric = registry.getSingleMetric(name) as unknown as Metric | undefined;
    return metric === undefined ? [] : [plain(metric)];
  });
}

/** Without the functions of a registered metric, which cannot be sent. */
function plain({ name, help, type, aggregator, values }: Metric): Metric {
  return { name, help, type, aggregator, values };
}

function together(snapshots: readonly Snapshot[]): Registry {
  return AggregatorRegistry.aggregate(snapshots as unknown as MetricObject[]);
}
