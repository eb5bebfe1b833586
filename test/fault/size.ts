/** Returns the size of a fault test: a number from the environment, or the small default of every commit. */
export function sizeOf(name: string, small: number): number {
  const written = process.env[name];
  if (written === undefined || written === '') return small;
  if (!/^[1-9]\d{0,8}$/.test(written)) throw new Error(`${name} must be a whole number above 0.`);
  return Number(written);
}

/** Returns a limit that only a long run on a quiet machine sets: elsewhere it would measure other programs. */
export function limitOf(name: string): number {
  return sizeOf(name, Infinity);
}

/** Prints a measurement for the person who runs the test in full size. */
export function printSize(what: string): void {
  process.stderr.write(`${what}\n`);
}
