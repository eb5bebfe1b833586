import type { ReactNode } from 'react';
import { Link } from 'wouter';

export function TransactionLink({ requestId }: { readonly requestId: string }): ReactNode {
  return (
    <Link href={`/transactions/${encodeURIComponent(requestId)}`}>
      <code>{requestId}</code>
    </Link>
  );
}
