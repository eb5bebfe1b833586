/**
 * The same piece of work whenever it is asked for, in a process of its own: what a gateway does all day (texts into objects and
 * back, digests, look-ups in more memory than the processor keeps at hand). Its processor time says how fast the machine is now.
 *
 * For each line on stdin, one line on stdout: milliseconds of processor time.
 */
const { createHmac } = require('node:crypto');
const { createInterface } = require('node:readline');

const ROWS = 60_000;
const rows = new Map(
  Array.from({ length: ROWS }, (_, id) => [`id-${id}`, { id, text: `wallet ${id * 7919}` }]),
);
const BODY = JSON.stringify({
  request: Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`field_${index}`, `value ${index}`])),
});

function work() {
  let place = 1;
  let seen = 0;
  for (let turn = 0; turn < 2500; turn += 1) {
    const { request } = JSON.parse(BODY);
    request.turn = turn;
    seen += createHmac('sha256', 'key').update(JSON.stringify(request)).digest()[0];
    for (let look = 0; look < 20; look += 1) {
      place = (place * 48_271) % 2_147_483_647;
      seen += rows.get(`id-${place % ROWS}`).text.length;
    }
  }
  return seen;
}

for (let warming = 0; warming < 10; warming += 1) work();
createInterface({ input: process.stdin }).on('line', () => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  process.stdout.write(`${(user + system) / 1000}\n`);
});
