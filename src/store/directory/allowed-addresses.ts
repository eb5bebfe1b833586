import { readNetwork, type Network } from '../../core/network.js';

/** As the column has it: a JSON list of networks, null for anywhere. */
export function addressesOf(written: string | null): readonly string[] | null {
  return written === null ? null : (JSON.parse(written) as string[]);
}

/** What cannot be read lets nobody in. */
export function networksOf(written: string | null): readonly Network[] | null {
  return addressesOf(written)?.flatMap((network) => readNetwork(network) ?? []) ?? null;
}
