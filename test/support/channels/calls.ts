import type { Call } from './call.js';
import { klvText } from './klv.js';

let made = 0;

/** Returns a transaction id that no other call of this file has. */
export function freshId(): string {
  made += 1;
  return `t${String(made).padStart(6, '0')}`;
}

type Fields = Readonly<Record<string, string>>;

/** Returns a new Deduct. */
export function deduct(fields: Fields = {}): Call {
  return {
    method: 'Deduct',
    fields: {
      terminal_id: '0068766621',
      reference: '43172792905',
      request_amount: '200',
      narrative: 'KARINA FURNITURE       CURACAO       CUW',
      transaction_type: '00',
      transaction_data: klvText([
        ['026', '5712'],
        ['251', 'MasterCard'],
      ]),
      transaction_id: freshId(),
      transaction_date: '20260817T17:58:57',
      ...fields,
    },
  };
}

/** Returns a new Balance. */
export function balance(fields: Fields = {}): Call {
  return {
    method: 'Balance',
    fields: {
      terminal_id: '0029504320',
      reference: '556789731480',
      narrative: 'STARBUCKS              HANOI         VNM',
      transaction_data: klvText([['251', 'MasterCard']]),
      transaction_id: freshId(),
      transaction_date: '20260824T14:17:06',
      ...fields,
    },
  };
}

export function loadAuth(fields: Fields = {}): Call {
  return { ...deduct({ transaction_type: '20', ...fields }), method: 'LoadAuth' };
}

/** Returns the reversal of a Deduct, or of another call with the same identification. */
export function reversalOf(original: Call, fields: Fields = {}, method = 'DeductReversal'): Call {
  const { terminal_id, reference, request_amount, narrative, transaction_id, transaction_date } =
    original.fields as Record<string, string>;
  return {
    method,
    fields: {
      terminal_id: terminal_id!,
      reference: reference!,
      request_amount: request_amount!,
      narrative: narrative!,
      transaction_data: '',
      reference_id: transaction_id!,
      reference_date: transaction_date!,
      transaction_id: freshId(),
      transaction_date: '20260817T18:58:57',
      ...fields,
    },
  };
}

export function validatePin(fields: Fields = {}): Call {
  return {
    method: 'ValidatePIN',
    fields: {
      terminal_id: '0068766621',
      reference: '43172792905',
      pin_block: 'D45201B9E3136796',
      transaction_id: freshId(),
      transaction_date: '20260315T12:35:09',
      ...fields,
    },
  };
}

export function administrativeMessage(fields: Fields = {}): Call {
  return {
    method: 'AdministrativeMessage',
    fields: {
      terminal_id: '0068766621',
      reference: '43172792905',
      message_name: '3DSecureOTP',
      message_data: '',
      transaction_id: freshId(),
      transaction_date: '20261008T12:29:55',
      ...fields,
    },
  };
}

export function stop(fields: Fields = {}): Call {
  return {
    method: 'Stop',
    fields: {
      terminal_id: '0068766621',
      reference: '43172792905',
      voucher_number: '2310XXXXXXXX5112',
      stop_reason: '4',
      transaction_data: '',
      transaction_id: freshId(),
      transaction_date: '20260817T14:02:39',
      ...fields,
    },
  };
}

export function withFields(call: Call, fields: Fields): Call {
  return { ...call, fields: { ...call.fields, ...fields } };
}

export function without(call: Call, name: string): Call {
  const { [name]: _left, ...fields } = call.fields;
  return { ...call, fields };
}
