/** Resolves as soon as the condition holds; fails with `what` when it does not in time. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 10_000,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`It did not come to pass that ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
