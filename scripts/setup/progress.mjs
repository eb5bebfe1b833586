/**
 * Reports one step on standard error while it runs: on a terminal one line that counts the seconds, in a pipe one line at the
 * beginning and one at the end.
 *
 * @template T
 * @param {string} title what is done, as in "Installing packages"
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const startedAt = performance.now();
  const seconds = (/** @type {number} */ digits) =>
    `${((performance.now() - startedAt) / 1000).toFixed(digits)} s`;
  const show = () => process.stderr.write(`\r\x1b[2K${title} … ${seconds(0)}`);
  const ticking = process.stderr.isTTY ? setInterval(show, 1000) : undefined;
  if (ticking) show();
  else writeLine(`${title} …`);
  try {
    const result = await work();
    endLine(ticking, `${title}: done in ${seconds(1)}`);
    return result;
  } catch (error) {
    endLine(ticking, `${title}: failed after ${seconds(1)}`);
    throw error;
  }
}

/** @param {string} line */
export function writeLine(line) {
  process.stderr.write(`${line}\n`);
}

/**
 * @param {NodeJS.Timeout | undefined} ticking
 * @param {string} line
 */
function endLine(ticking, line) {
  clearInterval(ticking);
  writeLine(ticking ? `\r\x1b[2K${line}` : line);
}
