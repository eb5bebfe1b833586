import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium, type Browser } from 'playwright-core';

const CACHE = resolve(__dirname, '..', '..', '.cache');
const UNPACKED = join(CACHE, 'chromium-147.0.0');

/** Opens a headless Chromium that comes with npm: @sparticuz/chromium, with its own libraries, so that the machine needs none. */
export async function openBrowser(): Promise<Browser> {
  if (!existsSync(UNPACKED)) unpack();
  const { path, env } = locate(UNPACKED);
  return chromium.launch({
    executablePath: path,
    // In containers, tests run as root, which Chromium's sandbox does not allow.
    args: ['--no-sandbox'],
    env: { PATH: process.env['PATH'] ?? '', HOME: UNPACKED, ...env, FONTCONFIG_FILE: fontsOf(UNPACKED) },
  });
}

/** Unpacks beside the final place and then moves: another process finds a complete one or none. */
function unpack(): void {
  const scratch = `${UNPACKED}.${String(process.pid)}`;
  mkdirSync(scratch, { recursive: true });
  locate(scratch);
  try {
    renameSync(scratch, UNPACKED);
  } catch {
    rmSync(scratch, { recursive: true, force: true }); // Another test was faster.
  }
}

/**
 * Returns a configuration with only its own fonts. With fonts of the machine, it ends at a character that none of its own has.
 */
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

/** Locates Chromium in a separate process: the package is an ES module, unpacks to TMPDIR, and changes the environment. */
function locate(folder: string): Located {
  const program = `
    const { default: chromium } = await import('@sparticuz/chromium');
    const path = await chromium.executablePath();
    const { LD_LIBRARY_PATH, FONTCONFIG_PATH } = process.env;
    console.log(JSON.stringify({ path, env: { LD_LIBRARY_PATH, FONTCONFIG_PATH } }));
  `;
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    // Under this name it brings libnss3 and other libraries that a bare machine lacks.
    env: { PATH: process.env['PATH'], TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' },
    cwd: resolve(__dirname, '..', '..'),
    encoding: 'utf8',
  });
  return JSON.parse(out) as Located;
}
