import type { ReactNode } from 'react';
import { useTitle } from '../../parts/title.js';
import { SubPages } from '../../parts/sub-pages.js';
import { AuditList } from './audit-list.js';
import { KeyList } from './key-list.js';
import { ProgrammeList } from './programme-list.js';
import { TerminalList } from './terminal-list.js';
import { WalletList } from './wallet-list.js';

const LISTS = [
  ['/directory', 'Terminals'],
  ['/directory/wallets', 'Wallets'],
  ['/directory/programmes', 'Programmes and shared keys'],
  ['/directory/keys', 'API keys'],
  ['/directory/audit', 'Audit log'],
] as const;

/** Shows terminals, wallets, programmes, keys and the audit log. */
export function DirectoryPage({ list }: { readonly list: string }): ReactNode {
  useTitle('Directory and keys');
  return (
    <>
      <h1>Directory and keys</h1>
      <SubPages label="Directory and keys" pages={LISTS} />
      <Chosen list={list} />
    </>
  );
}

function Chosen({ list }: { readonly list: string }): ReactNode {
  switch (list) {
    case 'wallets':
      return <WalletList />;
    case 'programmes':
      return <ProgrammeList />;
    case 'keys':
      return <KeyList />;
    case 'audit':
      return <AuditList />;
    default:
      return <TerminalList />;
  }
}
