import { lookup, Resolver } from 'node:dns/promises';

/** Every address of a name, IPv4 and IPv6; rejects when there is none. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

/**
 * Asks the name servers directly. The system's own look-up occupies one of a few threads for as long as it takes, so that some
 * dead names would hold up every other one; it is asked only for what name servers do not know (the hosts file).
 */
export function createResolveHost(): ResolveHost {
  const resolver = new Resolver({ timeout: QUERY_MS, tries: 2 });
  return async (host) => {
    if (/(?:^|\.)localhost$/i.test(host)) return ['127.0.0.1', '::1'];
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    const silent = answers.find((answer) => answer.status === 'rejected' && isSilence(answer.reason));
    if (silent?.status === 'rejected') throw silent.reason;
    return (await lookup(host, { all: true })).map(({ address }) => address);
  };
}

const QUERY_MS = 2000;

function isSilence(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ETIMEOUT';
}
