/** `request.items[2].name`, cut at a length; undefined at the top. Odd names could carry anything, so they show as `?`. */
export function memberPath(path: readonly (string | number)[]): string | undefined {
  if (path.length === 0) return undefined;
  const steps = path.map((step) => {
    if (typeof step === 'number') return `[${step}]`;
    return NAME_TO_SHOW.test(step) ? `.${step}` : '.?';
  });
  return steps.join('').replace(/^\./, '').slice(0, PATH_LENGTH_MAX);
}

const PATH_LENGTH_MAX = 200;
const NAME_TO_SHOW = /^[A-Za-z_]\w{0,63}$/;
