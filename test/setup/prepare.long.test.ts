import { ToyProject, until } from './toy-project.js';

/** Script that copies the page to its output folder, as seen from the page's folder. */
const BUNDLER = `
  const out = process.argv.find((arg) => arg.startsWith('--outDir=')).slice('--outDir='.length);
  require('node:fs').cpSync('console', require('node:path').join('console', out), { recursive: true });
`;

let project: ToyProject;
beforeEach(() => {
  project = new ToyProject();
});
afterEach(() => project.remove());

const NOTHING_DONE = { status: 0, signal: null, told: '' };

describe('installing', () => {
  it('installs from the lock file, builds, and then has nothing left to do', async () => {
    const first = await project.prepare();
    expect(first).toMatchObject({
      status: 0,
      told: expect.stringMatching(/Installing packages.*done.*Building.*done/s),
    });
    expect(project.read('dist/main.js')).toBe('first');

    expect(await project.prepare()).toEqual(NOTHING_DONE);
  });

  it('leaves out the tools of tests and checks when unneeded, and adds them later', async () => {
    project.addTools();
    const first = await project.prepare({ built: false, tools: false });
    expect(first).toMatchObject({ status: 0, told: expect.stringContaining('(npm ci): done') });
    expect(project.list('node_modules').filter((name) => !name.startsWith('.'))).toEqual(['typescript']);
    expect(await project.prepare({ built: false, tools: false })).toEqual(NOTHING_DONE);

    project.write('node_modules/.cache/of-a-program-that-runs', '');
    const lockFile = project.read('package-lock.json');
    const second = await project.prepare({ built: false });
    expect(second).toMatchObject({ status: 0, told: expect.stringContaining('(npm install): done') });
    expect(project.list('node_modules').filter((name) => !name.startsWith('.'))).toEqual([
      'linter',
      'toy-tools',
      'typescript',
    ]);
    expect(project.has('node_modules/.cache/of-a-program-that-runs')).toBe(true);
    expect(project.read('package-lock.json')).toBe(lockFile);
    expect(await project.prepare({ built: false })).toEqual(NOTHING_DONE);
    expect(await project.prepare({ built: false, tools: false })).toEqual(NOTHING_DONE);
  });

  it('runs the install scripts of the packages that are allowed to, and compiles nothing', async () => {
    const script = { install: 'echo ran > ran' };
    project.write(
      'compiler/package.json',
      JSON.stringify({ name: 'typescript', version: '1.0.0', scripts: script }),
    );
    project.write('compiler/binding.gyp', 'no file of gyp');
    await project.prepare({ built: false });
    expect(project.has('compiler/ran')).toBe(false);

    project.remove('node_modules');
    const manifest = project.read('package.json');
    project.write('package.json', manifest.replace('{', '{"allowScripts":{"typescript":true,"other":true},'));
    expect(await project.prepare({ built: false })).toMatchObject({ status: 0 });
    expect(project.has('compiler/ran')).toBe(true);
  });
});

describe('building', () => {
  beforeEach(() => project.installAsNpmDoes());

  it.each([
    ['a source file is edited', 'src/main.js', 'second'],
    ['a source file is added', 'src/more.js', ''],
    ['a compiler option is edited', 'tsconfig.json', '{}'],
  ])('builds again when %s', async (_what, path, text) => {
    await project.prepare();
    project.write(path, text);
    await project.prepare();
    expect(project.compilerRuns()).toHaveLength(2);
  });

  it('builds the console into the gateway’s folder, and each of the two only when it is stale', async () => {
    project.write('console/page.js', 'first');
    project.write('node_modules/vite/bin/vite.js', BUNDLER);
    const whole = await project.prepare();
    expect(whole.told).toMatch(/Building the gateway.*Building the console/s);
    expect(project.read('dist/console/page.js')).toBe('first');

    project.write('src/main.js', 'second');
    expect((await project.prepare()).told).not.toContain('console');
    expect([project.read('dist/main.js'), project.read('dist/console/page.js')]).toEqual(['second', 'first']);

    project.write('console/page.js', 'second');
    expect((await project.prepare()).told).not.toContain('gateway');
    expect(project.read('dist/console/page.js')).toBe('second');
    expect(await project.prepare()).toMatchObject({ told: '' });
  });

  it('runs once for two processes: the later one waits and names the first', async () => {
    project.write('src/wait', '');
    const owner = project.startPreparing();
    await until(() => project.compilerRuns().length === 1);
    const other = project.startPreparing();
    await until(() => other.told.includes('Waiting for process'));
    project.write('go', '');
    expect(await owner.ended).toMatchObject({ status: 0 });
    expect(await other.ended).toMatchObject({ status: 0 });
    expect(project.compilerRuns()).toHaveLength(1);
  });
});
