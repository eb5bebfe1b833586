/**
 * The same piece of work whenever it is asked for, in a process of its own: what a gateway does all day (calls over loopback, writes that must
 * be on the disk, texts into objects and back, digests, look-ups in more memory than the processor keeps at hand). Its processor time says
 * how fast the machine is now, its kernel included.
 *
 * For each line on stdin, one line on stdout: milliseconds of processor time.
 */
const { createHmac } = require('node:crypto');
const { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } = require('node:fs');
const { Agent, createServer, request } = require('node:http');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { createInterface } = require('node:readline');

const CALLS = 25;
const ROWS = 60_000;
const PAGE = Buffer.alloc(4096, 7);
const BODY = JSON.stringify({
  request: Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`field_${index}`, `value ${index}`])),
});

const rows = new Map(
  Array.from({ length: ROWS }, (_, id) => [`id-${id}`, { id, text: `wallet ${id * 7919}` }]),
);
const folder = mkdtempSync(join(tmpdir(), 'cardway-fixed-work-'));
const file = openSync(join(folder, 'pages'), 'w');
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const server = createServer((incoming, outgoing) => {
  incoming.resume().once('end', () => outgoing.end(BODY));
});

let place = 1;
let seen = 0;

function compute() {
  for (let turn = 0; turn < 15; turn += 1) {
    const { request: fields } = JSON.parse(BODY);
    fields.turn = turn;
    seen += createHmac('sha256', 'key').update(JSON.stringify(fields)).digest()[0];
    for (let look = 0; look < 20; look += 1) {
      place = (place * 48_271) % 2_147_483_647;
      seen += rows.get(`id-${place % ROWS}`).text.length;
    }
  }
}

/** Two commits of two pages, as for a call that is saved before and after. */
function write() {
  for (let commit = 0; commit < 2; commit += 1) {
    for (let page = 0; page < 2; page += 1) writeSync(file, PAGE, 0, PAGE.length, page * PAGE.length);
    fdatasyncSync(file);
  }
}

function call(port) {
  return new Promise((resolve, reject) => {
    const sending = request({ port, host: '127.0.0.1', method: 'POST', agent }, (response) => {
      response.resume().once('end', resolve);
    });
    sending.once('error', reject);
    sending.end(BODY);
  });
}

async function work() {
  const { port } = server.address();
  for (let turn = 0; turn < CALLS; turn += 1) {
    compute();
    write();
    await call(port);
  }
}

async function measure() {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  process.stdout.write(`${(user + system) / 1000}\n`);
}

server.listen(0, '127.0.0.1', async () => {
  for (let warming = 0; warming < 10; warming += 1) await work();
  let last = Promise.resolve();
  createInterface({ input: process.stdin })
    .on('line', () => {
      last = last.then(measure);
    })
    .on('close', () => {
      server.close();
      agent.destroy();
      closeSync(file);
      rmSync(folder, { recursive: true, force: true });
    });
});
