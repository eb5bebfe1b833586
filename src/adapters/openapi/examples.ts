/**
 * A call and its reply in `/openapi.json`. A fresh sandbox gives these replies to these calls in this order: test/openapi makes
 * the calls and compares. `volatile` members differ each time: the test compares their form, not their value.
 */
export interface Example {
  readonly request?: Readonly<Record<string, unknown>> | string;
  readonly pathParameter?: string;
  readonly reply: Readonly<Record<string, unknown>> | string;
  readonly volatile?: readonly string[];
}

/** The processor's published sample, as JSON. */
export const DEDUCT_REQUEST = {
  request: {
    terminal_id: '0068766621',
    reference: '43172792905',
    request_amount: 200,
    narrative: 'KARINA FURNITURE       CURACAO       CUW',
    transaction_type: '00',
    transaction_id: '401897',
    checksum: '19C2E6C157EA6E0A5E9BB52B85D2EB771110CB54EA498D6F9D23637502669D01',
    method_name: 'Deduct',
    transaction_data: {
      tracking_number: '627028100000021',
      original_transaction_amount: '000000000200',
      merchant_category_code: '5712',
      original_currency_code: '840',
      markup_amount: '',
      capture_mode: 'EMV',
      network: 'MasterCard',
      last_four_digits_pan: '5112',
      mdes_digitized_pan: '',
      mdes_digitized_wallet_id: '',
    },
    transaction_date: '20200817T17:58:57',
  },
  customer_id: 1001,
  card_id: 5001,
  request_id: '5001_20200817175857_1',
};

const DEDUCT_REPLY = {
  status: 'success',
  message: '',
  customer_id: 1001,
  response: { resultCode: 1, balanceAmount: 999800, actualBalance: 999800 },
};

const BALANCE_XML =
  '<?xml version="1.0"?><methodCall><methodName>Balance</methodName><params>' +
  '<param><value><string>0029504320</string></value></param>' +
  '<param><value><string>556789731480</string></value></param>' +
  '<param><value><string>STARBUCKS              HANOI         VNM</string></value></param>' +
  '<param><value><string>002157613861000015920041200000000000002604601103712127399089060041081234567804205123450490370405002300850025003MAG25110MasterCard252010253044562258010</string></value></param>' +
  '<param><value><string>415099</string></value></param>' +
  '<param><value><dateTime.iso8601>20200824T14:17:06</dateTime.iso8601></value></param>' +
  '<param><value><string>C1934E02B0D8582761453D56513BC8997C61AACB08B9AFB4A6571F78FE941BD1</string></value></param>' +
  '</params></methodCall>';

const TOKEN = {
  card_id: 5001,
  wallet_id: '103',
  token_reference: 'DAPLMC00001312345678901234567890123456789012345678',
  token_requestor_id: '50110030273',
};

const ATTEMPT_ID = '01a1ffce-a094-7ac4-a1d2-befd1d9698b7';
const AT = '2026-11-21T20:31:34.158Z';
const STAMP = '2026-11-21T20:31:34.158+00:00';

const envelope = (name: string, payload: object) => ({
  text: 'Success',
  timestamp: STAMP,
  endpoint: `/debit/v1/digitization/${name}`,
  error: {},
  payload,
});

export const EXAMPLES = {
  deduct: {
    request: DEDUCT_REQUEST,
    reply: DEDUCT_REPLY,
  },
  transaction: {
    pathParameter: DEDUCT_REQUEST.request_id,
    reply: {
      request_id: DEDUCT_REQUEST.request_id,
      state: 'answered',
      default: false,
      reply_reason: null,
      method_name: 'Deduct',
      answer: DEDUCT_REPLY,
      error_code: null,
      original_request_id: null,
      attempt: 1,
      received_at: AT,
      claimed_at: AT,
      sent_at: AT,
      answered_at: AT,
      settled_at: AT,
    },
    volatile: ['received_at', 'claimed_at', 'sent_at', 'answered_at', 'settled_at'],
  },
  balanceXml: {
    request: BALANCE_XML,
    reply: {
      status: 'success',
      message: '',
      customer_id: 1002,
      response: { resultCode: 1, balanceAmount: 626900, actualBalance: 626900 },
    },
  },
  balanceRpc: {
    request: BALANCE_XML,
    reply:
      '<?xml version="1.0"?><methodResponse><params><param><value><struct>' +
      '<member><name>actualBalance</name><value><int>626900</int></value></member>' +
      '<member><name>balanceAmount</name><value><int>626900</int></value></member>' +
      '<member><name>resultCode</name><value><int>1</int></value></member>' +
      '</struct></value></param></params></methodResponse>',
  },
  generateSecret: {
    request: { card_id: 5001 },
    reply: envelope('generate-time-based-secret', { secret: '001#27887646' }),
    volatile: ['timestamp', 'secret'],
  },
  verifySecret: {
    request: { card_id: 5001, secret: '001#27887646' },
    reply: envelope('verify-time-based-secret', { valid: true, attempt_id: ATTEMPT_ID, verified_at: AT }),
    volatile: ['timestamp', 'attempt_id', 'verified_at'],
  },
  activationCode: {
    request: { card_id: 5002, secret: '001#27887646' },
    reply: envelope('activation-code', { valid: true, activation_code: '90341447', expires_at: AT }),
    volatile: ['timestamp', 'activation_code', 'expires_at'],
  },
  verifyActivationCode: {
    request: { card_id: 5002, activation_code: '90341447' },
    reply: envelope('verify-activation-code', { valid: true, attempt_id: ATTEMPT_ID, verified_at: AT }),
    volatile: ['timestamp', 'attempt_id', 'verified_at'],
  },
  authorizeToken: {
    request: { ...TOKEN, path: 'GREEN' },
    reply: {
      decision: 'APPROVED',
      reason: 'attempt_verified',
      attempt_id: ATTEMPT_ID,
      card_id: 5001,
      token_reference: TOKEN.token_reference,
      decided_at: AT,
    },
    volatile: ['attempt_id', 'decided_at'],
  },
  reportDigitization: {
    request: { ...TOKEN, device: '21', digitized_pan: '530842XXXXXX0116' },
    reply: {
      status: 'accepted',
      id: 'evt_000000000001',
      type: 'digitization.complete',
      occurred_at: AT,
      programme: 'sandbox',
      card_id: 5001,
      customer_id: 1001,
      wallet: 'APPLE_PAY',
      wallet_id: '103',
      token_reference: TOKEN.token_reference,
      token_requestor_id: '50110030273',
      device_type: '21',
      pan_last_four: '0116',
      attempt_id: ATTEMPT_ID,
    },
    volatile: ['id', 'occurred_at', 'attempt_id'],
  },
} as const satisfies Record<string, Example>;
