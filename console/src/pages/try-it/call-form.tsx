import { NativeSelect, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { SandboxCallInput, SandboxMethod } from '../../../../src/cli/generated/operations.js';

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
      <NativeSelect
        label="Method"
        value={input.methodName}
        data={[
          { value: 'DEDUCT', label: 'Deduct' },
          { value: 'BALANCE', label: 'Balance' },
        ]}
        onChange={(event) => set({ methodName: event.currentTarget.value as SandboxMethod })}
      />
      <NativeSelect
        label="Terminal"
        value={input.terminalId}
        data={[...TERMINALS]}
        onChange={(event) => set({ terminalId: event.currentTarget.value })}
      />
      <NativeSelect
        label="Wallet reference"
        value={input.reference}
        data={[...WALLETS]}
        onChange={(event) => set({ reference: event.currentTarget.value })}
      />
      {isDeduct && (
        <TextInput
          label="Amount in minor units"
          inputMode="numeric"
          value={String(input.requestAmount ?? 0)}
          description={MISBEHAVIOUR}
          onChange={(event) => {
            const amount = Number(event.currentTarget.value.replace(/\D/g, ''));
            set({ requestAmount: amount, transactionData: dataFor(input, amount) });
          }}
        />
      )}
      <TextInput
        label="Narrative"
        value={input.narrative}
        onChange={(event) => set({ narrative: event.currentTarget.value })}
      />
      {isDeduct && (
        <TextInput
          label="Transaction type"
          value={input.transactionType ?? '00'}
          maxLength={2}
          onChange={(event) => set({ transactionType: event.currentTarget.value })}
        />
      )}
      <TextInput
        label="Transaction id"
        value={input.transactionId}
        onChange={(event) => set({ transactionId: event.currentTarget.value })}
      />
      <TextInput
        label="Transaction date (UTC)"
        value={input.transactionDate}
        onChange={(event) => set({ transactionDate: event.currentTarget.value })}
      />
    </form>
  );
}

function dataFor(input: SandboxCallInput, amount: number): SandboxCallInput['transactionData'] {
  return { ...input.transactionData, original_transaction_amount: String(amount).padStart(12, '0') };
}
