import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium, type Browser } from 'playwright-core';

const CACHE = resolve(__dirname, '..', '..', '.cache');
const UNPACKED = join(CACHE, 'chromium-147.0.0');

/** A headless Chromium that comes with npm: @sparticuz/chromium, with its own libraries, so that the machine needs none. */
export async function openBrowser(): Promise<Browser> {
  if (!existsSync(UNPACKED)) unpack();
  const { path, env } = locate(UNPACKED);
  return chromium.launch({
    executablePath: path,
    // In containers tests run as root, which Chromium's sandbox does not allow.
    args: ['--no-sandbox'],
    env: { PATH: process.env['PATH'] ?? '', HOME: UNPACKED, ...env, FONTCONFIG_FILE: fontsOf(UNPACKED) },
  });
}

/** Beside its place and then moved there: whoever comes meanwhile finds a whole one or none. */
function unpack(): void {
  const scratch = `${UNPACKED}.${String(process.pid)}`;
  mkdirSync(scratch, { recursive: true });
  locate(scratch);
  try {
    renameSync(scratch, UNPACKED);
  } catch {
    rmSync(scratch, { recursive: true, force: true }); // another test was faster
  }
}

/** Its own fonts and no others: with those of the machine beside them it ends when a character is in none of its own. */
function fontsOf(folder: string): string {
  const file = join(folder, 'own-fonts.conf');
  const fonts = `<dir>${join(folder, 'fonts', 'fonts')}</dir><dir>${join(folder, 'fonts')}</dir>`;
  writeFileSync(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>${fonts}<cachedir>${folder}</cachedir></fontconfig>`,
  );
  return file;
}

interface Located {
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
}

/** In a process of its own: the package is an ES module, unpacks where TMPDIR points, and changes the environment. */
function locate(folder: string): Located {
  const program = `
    const { default: chromium } = await import('@sparticuz/chromium');
    const path = await chromium.executablePath();
    const { LD_LIBRARY_PATH, FONTCONFIG_PATH } = process.env;
    console.log(JSON.stringify({ path, env: { LD_LIBRARY_PATH, FONTCONFIG_PATH } }));
  `;
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    // So named, it brings libnss3 and what else a bare machine lacks.
    env: { PATH: process.env['PATH'], TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' },
    cwd: resolve(__dirname, '..', '..'),
    encoding: 'utf8',
  });
  return JSON.parse(out) as Located;
}
