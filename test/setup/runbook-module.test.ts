/** Tests that the build turns a runbook into entries for the console. */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const MODULE = pathToFileURL(join(resolve(__dirname, '..', '..'), 'scripts', 'setup', 'runbook.mjs')).href;
const SCRIPT = `
  import { readFileSync } from 'node:fs';
  import { entriesOf } from ${JSON.stringify(MODULE)};
  console.log(JSON.stringify(entriesOf(readFileSync(0, 'utf8'))));`;

function run(source: string): { readonly stdout: string; readonly stderr: string } {
  return spawnSync(process.execPath, ['--input-type=module', '--eval', SCRIPT], {
    input: source,
    encoding: 'utf8',
  });
}

const entriesOf = (source: string): unknown => JSON.parse(run(source).stdout);
const htmlOf = (words: string): unknown => entriesOf(`## Title\n\n${words}\n`);
const withHtml = (html: string): unknown => [
  { anchor: 'title', title: 'Title', blocks: [{ kind: 'html', html }] },
];

it('makes an entry of each heading, with the anchor of GitHub and its commands one by one', () => {
  const source = 'About.\n\n## A key, or two\n\nWords.\n\n```sh\na --b\nc $D\n```\n\n## Last\n';
  expect(entriesOf(`# Runbook\n\n${source}`)).toEqual([
    {
      anchor: 'a-key-or-two',
      title: 'A key, or two',
      blocks: [
        { kind: 'html', html: '<p>Words.</p>\n' },
        { kind: 'commands', commands: ['a --b', 'c $D'] },
      ],
    },
    { anchor: 'last', title: 'Last', blocks: [] },
  ]);
});

it.each([
  ['<script>go()</script>', '&lt;script&gt;go()&lt;/script&gt;\n'],
  ['a <b onclick="go()">c</b>', '<p>a &lt;b onclick=&quot;go()&quot;&gt;c&lt;/b&gt;</p>\n'],
  ['![a picture](picture.png)', '<p>a picture</p>\n'],
  ['[words](javascript:go())', '<p>words (javascript:go())</p>\n'],
])('lets no HTML, picture or script of the text pass: %s', (words, html) => {
  expect(htmlOf(words)).toEqual(withHtml(html));
});

it('turns links to other documents into text with the name of the file', () => {
  expect(htmlOf('[metrics.md](metrics.md#alerts), [rules](../deploy/alerts.yaml)')).toEqual(
    withHtml('<p>metrics.md, rules (alerts.yaml)</p>\n'),
  );
});

it('leads links between entries to their addresses in the console', () => {
  expect(htmlOf('[here](#title)')).toEqual(withHtml('<p><a href="/console/runbook/title">here</a></p>\n'));
});

it('refuses a link to an entry that does not exist', () => {
  expect(run('## Title\n\n[there](#elsewhere)\n').stderr).toContain('The runbook has no entry elsewhere.');
});
