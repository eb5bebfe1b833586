/** Resolves as soon as the condition holds. Fails with `what` where the test would hang, even on a busy machine. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 100_000,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  // A condition that takes long is checked less and less often.
  for (let pauseMs = 5; !(await condition()); pauseMs = Math.min(50, pauseMs * 1.2)) {
    if (performance.now() > deadline) throw new Error(`Gave up waiting until ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
