import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { filesIn, ROOT } from './tree.js';

const IMPORT = /^(?:import|export)\b[^'";]*?from '([^']+)'|^import '([^']+)'/gms;
/** Files outside that the console uses: the generated documents, the spelling of enums in them, the runbook, and pure rules. */
const SHARED = [
  'src/cli/generated/operations',
  'src/cli/enum-values',
  'docs/runbook.md',
  'src/cli/transactions/csv-records',
  'src/core/access/permissions',
  'src/core/transactions/booked-row',
  'src/core/transactions/compare-day',
  'src/core/transactions/day-difference',
  'src/core/transactions/day-file',
  'src/core/transactions/money',
  'src/core/transactions/result-codes',
  'src/core/wire/csv',
];

describe('console', () => {
  const imports = filesIn('console/src')
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) =>
      [...readFileSync(join(ROOT, path), 'utf8').matchAll(IMPORT)].map(([, from, alone]) => ({
        path,
        from: from ?? alone ?? '',
      })),
    );

  it('imports only the generated documents, the spelling of enums, the runbook and pure rules from outside', () => {
    const outside = imports
      .filter(({ from }) => from.startsWith('.'))
      .map(({ path, from }) => normalize(join(dirname(path), from)).replace(/\.js$/, ''))
      .filter((target) => !target.startsWith('console/src/'));
    expect(new Set(outside)).toEqual(new Set(SHARED));
    expect(imports.length).toBeGreaterThan(100);
  });

  it('imports packages that are named in package.json', () => {
    const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      devDependencies: Record<string, string>;
    };
    // Packages that the gateway ships itself.
    const shipped = ['graphql', 'graphql-ws', '@graphql-typed-document-node/core'];
    const nameOf = (from: string): string =>
      from
        .split('/')
        .slice(0, from.startsWith('@') ? 2 : 1)
        .join('/');
    const packages = new Set(
      imports.filter(({ from }) => !from.startsWith('.')).map(({ from }) => nameOf(from)),
    );
    const unknown = [...packages].filter((name) => !(name in devDependencies) && !shipped.includes(name));
    expect(unknown).toEqual([]);
  });

  it('names only existing files', () => {
    const missing = imports
      .filter(({ from }) => from.startsWith('.'))
      .map(({ path, from }) => join(dirname(path), from))
      .filter(
        (target) =>
          ![target, target.replace(/\.js$/, '.ts'), target.replace(/\.js$/, '.tsx')].some((file) =>
            existsSync(join(ROOT, file)),
          ),
      );
    expect(missing).toEqual([]);
  });
});
