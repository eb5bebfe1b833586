import { isRunning, requireNode, ToyProject, until } from './toy-project.js';

let project: ToyProject;
beforeEach(() => {
  project = new ToyProject();
  project.installAsNpmDoes();
});
afterEach(() => {
  project.write('go', '');
  project.remove();
});

/** Begins a build that continues until the project has a file named `go`. */
async function startLongBuild() {
  project.write('src/wait', '');
  const owner = project.startPreparing();
  await until(() => project.compilerRuns().length === 1);
  const [compiler] = project.compilerRuns();
  return { owner, compiler: compiler! };
}

describe('two processes that need the same work', () => {
  it('do it once; the later one waits and names the first', async () => {
    const { owner } = await startLongBuild();
    const other = project.startPreparing();
    await until(() => other.told.includes('Waiting for process'));
    project.write('go', '');
    expect(await owner.ended).toMatchObject({ status: 0 });
    expect(await other.ended).toMatchObject({ status: 0 });
    expect(project.compilerRuns()).toHaveLength(1);
  });

  it('do it once with any number of processes', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => project.prepare()));
    expect(all.map(({ status }) => status)).toEqual([0, 0, 0, 0, 0]);
    expect(project.compilerRuns()).toHaveLength(1);
    expect(project.list('.cache/setup-lock')).toEqual([]);
  });

  it('take no lock once it is done', async () => {
    await project.prepare();
    project.remove('.cache/setup-lock');
    project.write('.cache/setup-lock', 'a file, where the lock would need a folder');
    expect(await project.prepare()).toEqual({ status: 0, signal: null, told: '' });
  });
});

describe('a lock without a living owner', () => {
  it('is taken over after the owner was killed, whose compiler is killed with it', async () => {
    const { owner, compiler } = await startLongBuild();
    owner.kill('SIGKILL');
    await owner.ended;
    await until(() => !isRunning(compiler));

    project.write('go', '');
    expect(await project.prepare()).toMatchObject({ status: 0 });
    expect(project.list('.cache/setup-lock')).toEqual([]);
    expect(project.list().filter((name) => name.startsWith('.build-'))).toEqual([]);
  });

  it('is taken over when another process has the process id of the owner', async () => {
    project.write(`.cache/setup-lock/${String(process.pid)}-1`, '');
    const ended = await project.prepare();
    expect(ended.told).not.toContain('Waiting');
    expect(project.compilerRuns()).toHaveLength(1);
  });
});

describe('a signal', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'ends the set-up, its compiler and its lock: %s',
    async (signal) => {
      const { owner, compiler } = await startLongBuild();
      owner.kill(signal);
      expect(await owner.ended).toMatchObject({ status: null, signal });
      expect(isRunning(compiler)).toBe(false);
      expect(project.list('.cache/setup-lock')).toEqual([]);
      expect(project.has('dist')).toBe(false);
    },
  );
});

describe('the version of Node', () => {
  it.each(['18.20.8', '20.20.2', '22.22.0'])('%s is refused in a sentence', async (version) => {
    const { failed, told } = await requireNode(version);
    expect(failed).toBe(true);
    expect(told).toMatch(
      new RegExp(`^Cardway needs Node 24 or later; this is Node ${version} \\(.*\\)\\..*\\n$`),
    );
  });

  it.each(['24.0.0', '24.9.0', '26.10.0'])('%s is accepted', async (version) => {
    expect(await requireNode(version)).toEqual({ failed: false, told: '' });
  });
});
