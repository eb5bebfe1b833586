import type { AnswerMembers, TypeAndValue } from './method-response.js';
import type { WalletCall } from './wallet-call.js';

export interface Original {
  readonly requestId: string;
  /** What it did to the balance, in minor units. */
  readonly movement: number;
}

/** What the book knows of the transactions around a call. */
export interface Related {
  /** The transaction that this one refers to, unless it was reversed already. */
  original(method: string): Original | null;
  /** A reversal of this very transaction came before it. */
  isReversedBy(method: string): boolean;
}

export interface Decision {
  readonly members: AnswerMembers;
  /** To be added to the balance, minor units. */
  readonly movement: number;
  /** Request id of the original that is reversed by this. */
  readonly reverses: string | null;
}

/** A read moves nothing and is never answered from memory. */
export function isRead(call: WalletCall): boolean {
  return call.method === 'Balance';
}

/** What a wallet service does with a call of a wallet that it knows (wire.md 1.2, 1.4, 1.5). */
export function decide(call: WalletCall, balance: number, related: Related): Decision {
  switch (call.method) {
    case 'Balance':
      return answered(withBalances(1, balance));
    case 'Deduct':
      return decideDeduct(call, balance, related);
    case 'LoadAuth':
      return related.isReversedBy('LoadAuthReversal') ? answered({ resultCode: -3 }) : move(call, balance, 1);
    case 'DeductReversal':
      return reverse(related.original('Deduct'));
    case 'LoadAuthReversal':
      return reverse(related.original('LoadAuth'));
    case 'LoadAdjustment':
      return move(call, balance, 1);
    case 'LoadReversal':
    case 'DeductAdjustment':
      return move(call, balance, -1);
    case 'AdministrativeMessage':
      return answered({ resultCode: 1, ...MESSAGE_MEMBERS[call.messageName] });
    case 'Stop':
    case 'ValidatePIN':
    case 'BrazilianInstallmentSettled':
    case 'MexicanInstallmentSettled':
      return answered({ resultCode: 1 });
    default:
      return answered({ resultCode: -41 });
  }
}

function decideDeduct(call: WalletCall, balance: number, related: Related): Decision {
  if (related.isReversedBy('DeductReversal')) return answered({ resultCode: -3 });
  if (call.amount !== null && call.amount > balance) return answered(withBalances(-17, balance));
  const decision = move(call, balance, -1);
  return { ...decision, members: withBalances(decision.members.resultCode, balance + decision.movement) };
}

/** -19 for what is no amount, and for what would leave the range of safe integers. */
function move(call: WalletCall, balance: number, sign: 1 | -1): Decision {
  const movement = call.amount === null ? Number.NaN : sign * call.amount;
  if (!Number.isSafeInteger(balance + movement)) return answered({ resultCode: -19 });
  return { members: { resultCode: 1 }, movement, reverses: null };
}

/** Undoes what the original did, whatever amount the reversal names; 1 also when there is nothing to undo (wire.md 1.7). */
function reverse(original: Original | null): Decision {
  if (original === null) return answered({ resultCode: 1 });
  return { members: { resultCode: 1 }, movement: 0 - original.movement, reverses: original.requestId };
}

function answered(members: AnswerMembers): Decision {
  return { members, movement: 0, reverses: null };
}

function withBalances(resultCode: number, balance: number): AnswerMembers {
  return { resultCode, balanceAmount: balance, actualBalance: balance };
}

const MESSAGE_MEMBERS: Readonly<Record<string, Readonly<Record<string, readonly TypeAndValue[]>>>> = {
  'digitization.activationmethods': {
    activationMethods: [
      { type: '1', value: '+1 (***) ***-0123' },
      { type: '2', value: 'c***@example.com' },
    ],
  },
  'cardholder.maskedContactDetails': {
    maskedContactDetails: [
      { type: 'phoneNumber', value: '+1 (***) ***-0123' },
      { type: 'emailAddress', value: 'c***@example.com' },
    ],
  },
};
