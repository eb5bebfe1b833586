import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, read } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openLogOutput } from '../../../src/cli/log-output.js';
import { temporaryFolder } from '../../support/gateway.js';

if (process.platform === 'win32') it('is not run: there are no named pipes', () => undefined);
else {
  describe('a log whose reader does not read', () => {
    let folder: string;
    let pipe: number;

    beforeEach(() => {
      folder = temporaryFolder();
      const path = join(folder, 'pipe');
      execFileSync('mkfifo', [path]);
      // Both ends at once: nothing waits for the other side.
      pipe = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
    });

    afterEach(() => {
      closeSync(pipe);
    });

    it('keeps 16 MiB of lines, and says how many it dropped once they are read', async () => {
      const log = openLogOutput(pipe, failed);
      const line = `${'x'.repeat(1024 * 1024 - 1)}\n`;
      for (let count = 1; count <= 19; count += 1) log.write(line);
      const text = await readUntil('dropped');
      const lines = text.trimEnd().split('\n');
      expect(lines).toHaveLength(17);
      expect(lines.slice(0, 16).every((each) => each === line.trimEnd())).toBe(true);
      expect(JSON.parse(lines[16]!)).toMatchObject({ level: 'error', count: 3 });
    });

    it('does not hold up the end of the process', async () => {
      const log = openLogOutput(pipe, failed);
      log.write(`${'x'.repeat(1024 * 1024)}\n`);
      await log.end();
      log.flushSync();
    });

    async function readUntil(word: string): Promise<string> {
      const chunks: Buffer[] = [];
      const chunk = Buffer.alloc(65_536);
      for (;;) {
        const bytesRead = await promisify(read)(pipe, chunk, 0, chunk.length, null).then(
          (result) => result.bytesRead,
          () => 0,
        );
        chunks.push(Buffer.from(chunk.subarray(0, bytesRead)));
        if (chunks.at(-1)!.includes(word)) return Buffer.concat(chunks).toString('utf8');
      }
    }
  });
}

function failed(error: Error): never {
  throw error;
}
