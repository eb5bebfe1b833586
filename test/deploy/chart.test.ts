/** Tests the values of the chart. Helm itself renders its templates, which are not tested here. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../tidy/tree.js';
import { unknownNames } from './known-names.js';

const CHART = join(ROOT, 'deploy/helm/cardway');
type Values = Record<string, unknown>;

const read = (path: string): string => readFileSync(join(CHART, path), 'utf8');
const defaults = parse(read('values.yaml')) as Values;
const { version, appVersion } = parse(read('Chart.yaml')) as Record<string, string>;

it('the chart has the version of the package', () => {
  const { version: packaged } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    version: string;
  };
  expect([version, appVersion]).toEqual([packaged, packaged]);
});

it('the settings in its values are known to the program', () => {
  expect(unknownNames(Object.keys(defaults['settings'] as Values))).toEqual([]);
});

it.each(['deployment.yaml', 'migrate.yaml'])(
  'the pods of %s get no variables for the Services of their namespace',
  (name) => {
    expect(read(`templates/${name}`).match(/^ {6}enableServiceLinks: .*$/gm)).toEqual([
      '      enableServiceLinks: false',
    ]);
  },
);
