import { type ReactNode, useState } from 'react';
import type { SandboxCallInput } from '../../../../src/cli/generated/operations.js';
import { useSession } from '../../gateway/session.js';
import { Empty } from '../../parts/notice.js';
import { Page } from '../../parts/page.js';
import { CallForm } from './call-form.js';
import { Composed } from './composed.js';

/** Shows a call from its fields to its answer, in the form of every interface. */
export function TryItPage(): ReactNode {
  const { about } = useSession();
  const [input, setInput] = useState<SandboxCallInput>(firstCall);
  return (
    <Page title="Try it">
      {about.sandbox ? (
        <>
          <p>
            Put a Balance or a Deduct together, see it as each interface reads it, how its checksum and its
            signature come about, and send it.
          </p>
          <CallForm input={input} onChange={setInput} />
          <Composed input={input} onSent={() => setInput((before) => ({ ...before, ...freshIds() }))} />
        </>
      ) : (
        <Empty title="This gateway is no sandbox.">
          Calls are put together and sent only where no real money moves: start a sandbox with{' '}
          <code>npm start</code>.
        </Empty>
      )}
    </Page>
  );
}

function firstCall(): SandboxCallInput {
  return {
    methodName: 'DEDUCT',
    terminalId: '0068766621',
    reference: '43172792905',
    requestAmount: 1439,
    narrative: 'CUR ESPERAMOS SUPERMAR CURACAO       CUW',
    transactionType: '00',
    transactionData: {
      original_transaction_amount: '000000001439',
      original_currency_code: '840',
      network: 'MasterCard',
    },
    ...freshIds(),
  };
}

/** Returns new ids, so that the next call is no repetition. */
function freshIds(): Pick<SandboxCallInput, 'transactionId' | 'transactionDate'> {
  return {
    transactionId: String(100_000 + Math.floor(Math.random() * 900_000)),
    transactionDate: new Date().toISOString().slice(0, 19).replace(/-/g, ''),
  };
}
