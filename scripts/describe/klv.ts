import { KLV_KEYS } from '../../src/core/wire/klv-keys.js';
import { table } from './markdown.js';

const HEAD = `# KLV keys

This page lists the names of KLV keys, for developers of terminals and backends.

The build makes it from the program. [Checksums](../checksums.md#klv) shows how a KLV text is written.
`;

/** Returns every named key with its name and the processor's title. */
export function klvPage(): string {
  const rows = KLV_KEYS.map(({ key, name, title }) => [key, `\`${name}\``, title]);
  return `${HEAD}\n${table(['key', 'name', 'title of the processor'], rows).join('\n')}`;
}
