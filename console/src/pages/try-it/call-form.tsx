import type { ReactNode } from 'react';
import type { SandboxCallInput, SandboxMethod } from '../../../../src/cli/generated/operations.js';
import { SelectField, TextField } from '../../parts/field.js';

const TERMINALS = ['0068766621', '0029504320'] as const;
const WALLETS = ['43172792905', '556789731480'] as const;

/** Amounts at which the simulated wallet service misbehaves. */
const MISBEHAVIOUR =
  '951 to 957 misbehave: 951 HTTP 500, 952 no answer, 953 malformed, 954 cut, 955 slow, 956 fault, 957 late.';

export function CallForm({
  input,
  onChange,
}: {
  readonly input: SandboxCallInput;
  readonly onChange: (input: SandboxCallInput) => void;
}): ReactNode {
  const set = (change: Partial<SandboxCallInput>): void => onChange({ ...input, ...change });
  const isDeduct = input.methodName === 'DEDUCT';
  return (
    <form className="call" onSubmit={(event) => event.preventDefault()}>
      <SelectField
        label="Method"
        value={input.methodName}
        options={[
          ['DEDUCT', 'Deduct'],
          ['BALANCE', 'Balance'],
        ]}
        onChange={(event) => set({ methodName: event.target.value as SandboxMethod })}
      />
      <SelectField
        label="Terminal"
        value={input.terminalId}
        options={TERMINALS.map((id) => [id, id])}
        onChange={(event) => set({ terminalId: event.target.value })}
      />
      <SelectField
        label="Wallet reference"
        value={input.reference}
        options={WALLETS.map((reference) => [reference, reference])}
        onChange={(event) => set({ reference: event.target.value })}
      />
      {isDeduct && (
        <TextField
          label="Amount in minor units"
          inputMode="numeric"
          value={String(input.requestAmount ?? 0)}
          hint={MISBEHAVIOUR}
          onChange={(event) => {
            const amount = Number(event.target.value.replace(/\D/g, ''));
            set({ requestAmount: amount, transactionData: dataFor(input, amount) });
          }}
        />
      )}
      <TextField
        label="Narrative"
        value={input.narrative}
        onChange={(event) => set({ narrative: event.target.value })}
      />
      {isDeduct && (
        <TextField
          label="Transaction type"
          value={input.transactionType ?? '00'}
          maxLength={2}
          onChange={(event) => set({ transactionType: event.target.value })}
        />
      )}
      <TextField
        label="Transaction id"
        value={input.transactionId}
        onChange={(event) => set({ transactionId: event.target.value })}
      />
      <TextField
        label="Transaction date (UTC)"
        value={input.transactionDate}
        onChange={(event) => set({ transactionDate: event.target.value })}
      />
    </form>
  );
}

function dataFor(input: SandboxCallInput, amount: number): SandboxCallInput['transactionData'] {
  return { ...input.transactionData, original_transaction_amount: String(amount).padStart(12, '0') };
}
