/** Appends this many events, some at a time: append-events.ts FILE PREFIX COUNT */
import { appenderOn, digitized } from '../../../stream/appender.js';

const [file = '', prefix = '', count = '0'] = process.argv.slice(3);
const AT_ONCE = 5;

async function main(): Promise<void> {
  const appender = await appenderOn(file);
  for (let number = 0; number < Number(count); number += AT_ONCE) {
    const events = Array.from({ length: AT_ONCE }, (_, index) =>
      digitized(Number(`${prefix}000${number + index}`)),
    );
    await appender.append(...events);
  }
  await appender.close();
}

void main();
