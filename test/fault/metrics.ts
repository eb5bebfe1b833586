/** Returns the value of one series of /metrics. Returns 0 where it is missing. `labels` as written: `route="default"`. */
export async function metric(url: string, name: string, labels = ''): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const values = text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .filter((line) => line.includes(labels))
    .map((line) => Number(line.slice(line.lastIndexOf(' ') + 1)));
  return values.reduce((sum, value) => sum + value, 0);
}

/** Returns the number of open TCP connections, as the process itself counts them. */
export function openSockets(url: string): Promise<number> {
  return metric(url, 'cardway_nodejs_active_resources', 'type="TCPSocketWrap"');
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
