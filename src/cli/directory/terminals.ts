import type { Entity } from '../entities/entity.js';

/** Describes `terminals list|show|add|set|rotate|enable|disable`. */
export const TERMINALS: Entity = {
  command: 'terminals',
  about: 'Adds, lists and changes terminals.',
  type: 'Terminal',
  key: { field: 'terminalId', name: 'terminal' },
  columns: {
    Terminal: 'terminalId',
    Programme: 'programme',
    Enabled: 'enabled',
    Checksum: 'checksumAlgorithm',
    'Overlap until': 'previousPasswordUntil',
    Created: 'createdAt',
    Addresses: ({ allowedAddresses }: { allowedAddresses: readonly string[] | null }) =>
      allowedAddresses ?? 'any',
  },
  list: {
    query: 'terminals',
    whenEmpty: 'No terminals yet. Add one: cardway terminals add <terminal> --programme <name>',
  },
  show: { query: 'terminal', missing: 'terminal has this id' },
  changes: {
    add: { mutation: 'addTerminal' },
    set: { mutation: 'setTerminal' },
    rotate: { mutation: 'rotateTerminalPassword' },
    enable: { mutation: 'enableTerminal' },
    disable: { mutation: 'disableTerminal' },
  },
  examples: `
Examples:
  cardway terminals add 0068766621 --programme shop --password-file terminal.password
  cardway terminals rotate 0068766621 --overlap 48h < new.password
  cardway terminals set 0068766621 --checksum sha1
  cardway terminals set 0068766621 --allow 192.0.2.7,2001:db8:5::/48
  cardway terminals list --programme shop --json

A password is read from --password-file, from standard input, or asked for; it is never an argument and never printed.`,
};
