import { send } from '../support/channels/http.js';

/** Figures that a gateway reports, as numbers. */
export interface Gauges {
  readonly residentMb: number;
  readonly heapMb: number;
  readonly cpuSeconds: number;
  readonly openFiles: number;
  readonly handles: number;
  readonly sockets: number;
  readonly pending: number;
  readonly inDoubt: number;
  readonly contradicted: number;
  readonly queued: number;
  readonly webhooksInFlight: number;
  readonly webhooksPending: number;
}

export async function readGauges(url: string): Promise<Gauges> {
  const text = (await send(`${url}/metrics`, { method: 'GET' })).bytes.toString();
  const value = (series: string): number => {
    const line = text.split('\n').find((each) => each.startsWith(`${series} `));
    if (line === undefined) throw new Error(`There is no ${series}.`);
    return Number(line.slice(series.length + 1));
  };
  const MB = 1024 * 1024;
  return {
    residentMb: value('cardway_process_resident_memory_bytes') / MB,
    heapMb: value('cardway_nodejs_heap_size_used_bytes') / MB,
    cpuSeconds: value('cardway_process_cpu_seconds_total'),
    openFiles: value('cardway_process_open_fds'),
    handles: value('cardway_nodejs_active_handles_total'),
    sockets: value('cardway_stream_connections'),
    pending: value('cardway_transactions_open{state="pending"}'),
    inDoubt: value('cardway_transactions_open{state="in_doubt"}'),
    contradicted: value('cardway_transactions_open{state="contradicted"}'),
    queued: value('cardway_transactions_open{state="queued"}'),
    webhooksInFlight: value('cardway_webhook_attempts_in_flight'),
    webhooksPending: value('cardway_webhook_deliveries_pending'),
  };
}
