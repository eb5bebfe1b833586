/**
 * Returns why the sandbox refuses a caller; null when it does not. The sandbox's keys are public, and every browser on the
 * machine reaches it. A page of any site could send calls there. With its own name at 127.0.0.1 it could read the answers too
 * (DNS rebinding). Browsers always send Host, and Origin with every change. Other programs need not send Origin.
 *
 * `hosts`: names and addresses that are allowed beside loopback, in lower case and without a port.
 */
export function sandboxCallerProblem(
  caller: { readonly host: string | undefined; readonly origin: string | undefined },
  hosts: readonly string[],
): string | null {
  const isAllowed = (host: string | null): boolean =>
    host !== null && (isLoopbackHost(host) || hosts.includes(host));
  if (caller.host !== undefined && !isAllowed(hostIn(caller.host))) return problemOf('this Host');
  if (caller.origin === undefined) return null;
  const written = /^https?:\/\/(.+)$/i.exec(caller.origin)?.[1];
  return written !== undefined && isAllowed(hostIn(written)) ? null : problemOf('pages of this Origin');
}

function problemOf(caller: string): string {
  return `The sandbox does not answer ${caller}: only localhost and loopback addresses are allowed, and the hosts in the setting sandbox.hosts (CARDWAY_SANDBOX_HOSTS).`;
}

/** Returns the host of `host:port`, in lower case and without brackets; null for other text. */
export function hostIn(written: string): string | null {
  const match = /^(?:\[([0-9a-f:.]+)\]|([^\s:/?#@[\]]+))(?::\d{0,5})?$/i.exec(written);
  return (match?.[1] ?? match?.[2])?.toLowerCase() ?? null;
}

/** Returns true for a name that always resolves to loopback, or a loopback address. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || LOOPBACK.test(host);
}

const LOOPBACK = /^127(?:\.(?:0|[1-9]\d?|1\d\d|2[0-4]\d|25[0-5])){3}$/;
