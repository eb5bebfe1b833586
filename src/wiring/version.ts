import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version of package.json, beside `dist` in a checkout and in an installed package. */
export const VERSION: string = readVersion();

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(join(__dirname, '..', '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}
