// node scripts/check/schema-changes.mjs [REF]: lists the effects of this GraphQL schema on clients of the last release, or of
// REF. Fails where it breaks them and the package version does not declare that (Semantic Versioning).
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { buildSchema, findBreakingChanges, findDangerousChanges } from 'graphql';

const SCHEMA = 'schema/schema.graphql';
const MANIFEST = 'package.json';

const release = process.argv[2] ?? lastRelease();
if (release === null) console.log('No release yet: there is no schema to compare with.');
else compareWith(release);

/** @param {string} ref */
function compareWith(ref) {
  const before = buildSchema(at(ref, SCHEMA));
  const after = buildSchema(readFileSync(SCHEMA, 'utf8'));
  const breaking = findBreakingChanges(before, after);
  list(`Breaks clients of ${ref}`, breaking);
  list(`Can surprise clients of ${ref}`, findDangerousChanges(before, after));
  if (breaking.length === 0) return;
  const released = versionIn(at(ref, MANIFEST));
  const current = versionIn(readFileSync(MANIFEST, 'utf8'));
  if (breakingPart(released) !== breakingPart(current)) return;
  console.error(
    `Version ${current} promises not to break clients of ${released}. Keep what they use, or change the version.`,
  );
  process.exitCode = 1;
}

/** @returns {string | null} the tag of the last release before this commit */
function lastRelease() {
  try {
    return git('describe', '--tags', '--abbrev=0', '--match=v[0-9]*');
  } catch {
    return null; // no tag, or no checkout
  }
}

/**
 * @param {string} ref
 * @param {string} path
 */
function at(ref, path) {
  return git('show', `${ref}:${path}`);
}

/**
 * @param {string} manifest text of a package.json
 * @returns {string}
 */
function versionIn(manifest) {
  return JSON.parse(manifest).version;
}

/** @param {string[]} args */
function git(...args) {
  return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}

/** @param {string} version `1.4.2` is compatible with 1, `0.4.2` with 0.4 */
function breakingPart(version) {
  const [major = '0', minor = '0'] = version.split('.');
  return major === '0' ? `0.${minor}` : major;
}

/**
 * @param {string} title
 * @param {{ type: string, description: string }[]} changes
 */
function list(title, changes) {
  if (changes.length > 0)
    console.log([`${title}:`, ...changes.map(({ description }) => `  ${description}`)].join('\n'));
}
