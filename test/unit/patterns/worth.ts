/**
 * The processor time of `run` in looks at each character of `text`; the least of several runs, because others' work, compilation and
 * garbage collection only ever add to it. Tries on only while it is beyond `enough`.
 */
export function worthOf(text: string, run: () => void, enough: number): number {
  let least = Infinity;
  for (let attempt = 0; attempt < 4 && least > enough; attempt += 1) {
    const look = Math.max(
      cpuUs(() => looksAt(text)),
      text.length * LOOK_US_MIN,
    );
    least = Math.min(least, cpuUs(run) / look);
  }
  return least;
}

/** A compiled look takes about a nanosecond; a shorter time could not be measured. */
const LOOK_US_MIN = 0.001;

/** How many characters of the text are NUL: none, but every one has been looked at. */
export function looksAt(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) === 0) count += 1;
  return count;
}

function cpuUs(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
