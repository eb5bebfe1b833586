import { lazy, type ComponentType } from 'react';

/** Interval at which a gateway that is away is looked for. */
const RETRY_MS = 2000;

/**
 * Returns a component of a module that is loaded with its first use. It waits for a gateway that is away: browsers keep the failure
 * of an import, so that the page would stay broken until it is loaded again.
 */
export function later<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): Module[Name] {
  return lazy(async () => {
    await gatewayIsThere();
    return { default: (await load())[name] as ComponentType<unknown> };
  }) as Module[Name];
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
