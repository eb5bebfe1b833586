import { lazy, type ComponentType } from 'react';

/** Interval at which a gateway that is away is looked for. */
const RETRY_MS = 2000;

/**
 * Returns a component whose code is loaded with its first use. It waits for a gateway that is away: browsers keep the failure of
 * an import, so that the page would stay broken until it is loaded again.
 */
export function later<Props>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return lazy(async () => {
    await gatewayIsThere();
    return { default: (await load()) as ComponentType<unknown> };
  }) as ComponentType<Props>;
}

/** Waits until the gateway answers. */
async function gatewayIsThere(): Promise<void> {
  const look = (): Promise<boolean> =>
    fetch(import.meta.url, { method: 'HEAD', cache: 'no-store' }).then(
      () => true,
      () => false,
    );
  while (!(await look())) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
}
