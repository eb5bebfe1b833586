const PAUSE_MS_MAX = 50;

/**
 * Resolves soon after the condition holds; fails with `what` when it never does. It looks less and less often: to look costs processor
 * time, here and where it looks.
 */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 60_000,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (let pauseMs = 2; !(await condition()); pauseMs = Math.min(pauseMs * 1.25, PAUSE_MS_MAX)) {
    if (performance.now() > deadline) throw new Error(`It did not come to pass that ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
