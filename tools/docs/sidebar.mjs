// The navigation of the site, by reader. docs/README.md has the same groups for readers on a code host.

/** Where the sandbox serves the site. */
export const BASE = '/docs/';

/** @typedef {readonly [text: string, link: string]} Entry */

/** @type {readonly (readonly [reader: string, entries: readonly Entry[]])[]} */
export const GROUPS = [
  [
    'Start here',
    [
      ['Overview', '/'],
      ['Quickstart', '/quickstart'],
      ['Testing in the sandbox', '/testing'],
      ['Console', '/console'],
      ['Glossary', '/glossary'],
    ],
  ],
  [
    'Integrators',
    [
      ['Push provisioning', '/provisioning'],
      ['Digitization', '/digitization'],
      ['Events', '/events'],
      ['Webhooks', '/webhooks'],
      ['Members of events', '/reference/events#members-of-each-type'],
    ],
  ],
  [
    'Backends',
    [
      ['Interfaces', '/interfaces'],
      ['Checksums', '/checksums'],
      ['Wallet services', '/wallet-service'],
      ['GraphQL', '/graphql'],
      ['Transactions', '/transactions'],
      ['Errors', '/errors'],
      ['Client library and samples', '/client'],
      ['GraphQL reference', '/generated/graphql'],
      ['GraphQL types', '/generated/graphql-types'],
      ['REST reference', '/generated/rest'],
      ['Result codes', '/reference/protocol#result-codes'],
    ],
  ],
  [
    'Terminals and processors',
    [
      ['XML-RPC', '/interfaces#xml-rpc'],
      ['Methods and fields', '/reference/protocol#methods'],
      ['Checksum texts', '/reference/protocol#checksum-texts'],
      ['KLV', '/reference/protocol#klv'],
      ['KLV keys', '/generated/klv'],
      ['Result codes', '/reference/protocol#result-codes'],
      ['Digitization messages', '/digitization#reports'],
    ],
  ],
  [
    'Operators',
    [
      ['Operations', '/operations'],
      ['Runbook', '/runbook'],
      ['Administration', '/administration'],
      ['Reconciliation', '/reconciliation'],
      ['Settings', '/settings'],
      ['Commands', '/commands'],
      ['Command reference', '/generated/commands'],
      ['Metrics and alerts', '/metrics'],
      ['PostgreSQL', '/postgresql'],
      ['Scaling', '/scaling'],
      ['Performance', '/performance'],
    ],
  ],
  [
    'Security and audit',
    [
      ['Threat model', '/threat-model'],
      ['Security', '/security'],
      ['Stored data', '/security#stored-data'],
      ['Dependencies', '/dependencies'],
    ],
  ],
  [
    'Contributors',
    [
      ['Architecture', '/architecture'],
      ['Contributing', '/contributing'],
      ['Tests', '/testing-internals'],
      ['Protocol reference', '/reference/protocol'],
      ['Transaction reference', '/reference/transactions'],
      ['Event reference', '/reference/events'],
    ],
  ],
];

/**
 * Returns the side navigation of VitePress, without pages that this checkout does not have.
 *
 * @param {(page: string) => boolean} exists takes a path from docs/
 */
export function sidebarOf(exists) {
  return GROUPS.map(([text, entries]) => ({
    text,
    collapsed: false,
    items: entries
      .filter(([, link]) => link === '/' || exists(`${link.slice(1).replace(/#.*/, '')}.md`))
      .map(([text, link]) => ({ text, link })),
  }));
}
