import { Gauge, type Registry } from 'prom-client';

export interface StreamCounts {
  readonly connections: number;
  readonly subscriptions: number;
}

/** WebSockets and event streams of this process, read when they are asked for. */
export function streamMetrics(registry: Registry, read: () => StreamCounts): void {
  const gauge = (name: string, help: string, value: (counts: StreamCounts) => number): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(value(read()));
      },
    });
  };
  gauge(
    'cardway_stream_connections',
    'WebSockets and event streams that are open.',
    (counts) => counts.connections,
  );
  gauge('cardway_stream_subscriptions', 'Subscriptions that they carry.', (counts) => counts.subscriptions);
}
