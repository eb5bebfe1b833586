import { knownNames, lettersOf } from '../transactions/known-names.js';

/** One key of the KLV text that terminals send as `transactionData` and `messageData` (docs/reference/protocol.md#klv). */
interface KlvKey {
  /** Three digits. */
  readonly key: string;
  /**
   * Member of `transaction_data`: one of the 18 names of docs/reference/protocol.md#klv, else the documented title in snake case.
   */
  readonly name: string;
  /** Title in the processor's documentation. */
  readonly title: string;
  /** True when GraphQL has an argument for it, named in camel case. Other keys are given as `other`. */
  readonly isArgument?: boolean;
  /** Storage rule of the value (keep.ts). Default: a free text. The forwarded value is never changed. */
  readonly storage?: 'cut' | 'never' | 'identifier' | 'amount';
}

/** Member that holds the unreadable end of a KLV text. */
export const KLV_REST = 'klv_rest';

/** Returns `tracking_number` for `002`, and `klv_<key>` for a key that is not in the table. */
export function klvName(key: string): string {
  return BY_KEY.get(key)?.name ?? `klv_${key}`;
}

/** Returns the title in the processor's documentation; null for a key that is not in the table. */
export function klvTitle(key: string): string | null {
  return BY_KEY.get(key)?.title ?? null;
}

/** Returns the key and its documented title, for schemas. */
export function describeKlv(name: string): string {
  const row = BY_NAME.get(name);
  return row === undefined ? '' : `KLV ${row.key}, ${row.title}.`;
}

/** Returns the known name that differs from this one only in case, spaces, signs or width. Undefined where none exists. */
export function klvNameMeant(name: string): string | undefined {
  const key = NUMBERED_LETTERS.exec(lettersOf(name))?.[1];
  return key === undefined ? KLV_NAMES.meantBy(name) : klvName(key);
}

/** Returns true for a name of the table. `klv_<key>` is not one. */
export function isKlvName(name: string): boolean {
  return BY_NAME.has(name);
}

/** Returns the three digits behind a known name or `klv_<three digits>`; undefined for every other name, including `klv_rest`. */
export function klvKey(name: string): string | undefined {
  return BY_NAME.get(name)?.key ?? (NUMBERED.test(name) ? name.slice(-3) : undefined);
}

/** Ascending by key. */
export const KLV_KEYS: readonly KlvKey[] = [
  { key: '002', name: 'tracking_number', title: 'Tracking Number', isArgument: true, storage: 'identifier' },
  {
    key: '004',
    name: 'original_transaction_amount',
    title: 'Original Transaction Amount',
    isArgument: true,
    storage: 'amount',
  },
  { key: '010', name: 'conversion_rate', title: 'Conversion Rate' },
  { key: '026', name: 'merchant_category_code', title: 'Merchant category code', isArgument: true },
  {
    key: '032',
    name: 'acquiring_institution_code',
    title: 'Acquiring Institution Code',
    isArgument: true,
    storage: 'identifier',
  },
  {
    key: '037',
    name: 'retrieval_reference_number',
    title: 'Retrieval Reference Number',
    isArgument: true,
    storage: 'identifier',
  },
  { key: '041', name: 'terminal_id', title: 'Terminal ID', isArgument: true },
  {
    key: '042',
    name: 'merchant_identifier',
    title: 'Merchant Identifier',
    isArgument: true,
    storage: 'identifier',
  },
  { key: '043', name: 'merchant_description', title: 'Merchant Description' },
  { key: '044', name: 'merchant_name', title: 'Merchant name' },
  { key: '045', name: 'transaction_type_identifier', title: 'Transaction type identifier' },
  { key: '048', name: 'fraud_scoring_data', title: 'Fraud scoring data', isArgument: true },
  { key: '049', name: 'original_currency_code', title: 'Original Currency Code', isArgument: true },
  { key: '050', name: 'from_account', title: 'From Account' },
  { key: '052', name: 'pin_block', title: 'PIN block', storage: 'never' },
  { key: '061', name: 'pos_data', title: 'POS data' },
  { key: '063', name: 'trace_id', title: 'TraceID', isArgument: true, storage: 'identifier' },
  { key: '067', name: 'extended_payment_code', title: 'Extended payment code' },
  { key: '068', name: 'is_recurring', title: 'Is recurring', isArgument: true },
  { key: '069', name: 'message_reason_code', title: 'Message reason code' },
  { key: '085', name: 'markup_amount', title: 'Markup Amount', storage: 'amount' },
  { key: '108', name: 'recipient_name', title: 'Recipient name' },
  { key: '109', name: 'recipient_address', title: 'Recipient address' },
  { key: '110', name: 'recipient_account_number', title: 'Recipient account number' },
  { key: '111', name: 'recipient_account_type', title: 'Recipient account type' },
  { key: '250', name: 'capture_mode', title: 'Capture Mode', isArgument: true },
  { key: '251', name: 'network', title: 'Network', isArgument: true },
  { key: '252', name: 'fee_type', title: 'Fee Type', isArgument: true },
  { key: '253', name: 'last_four_digits_pan', title: 'Last four digits PAN', isArgument: true },
  { key: '254', name: 'mdes_digitized_pan', title: 'MDES Digitized PAN', storage: 'cut' },
  { key: '255', name: 'mdes_digitized_wallet_id', title: 'MDES Digitized Wallet ID' },
  { key: '256', name: 'adjustment_reason', title: 'Adjustment Reason' },
  { key: '257', name: 'reference_id', title: 'Reference ID' },
  { key: '258', name: 'markup_type', title: 'Markup Type', isArgument: true },
  { key: '259', name: 'acquirer_country', title: 'Acquirer Country', isArgument: true },
  { key: '260', name: 'mobile_number', title: 'Mobile number' },
  {
    key: '261',
    name: 'transaction_fee_amount',
    title: 'Transaction Fee Amount',
    isArgument: true,
    storage: 'amount',
  },
  { key: '262', name: 'transaction_subtype', title: 'Transaction subtype' },
  { key: '263', name: 'card_issuer_data', title: 'Card Issuer Data' },
  { key: '264', name: 'tax', title: 'Tax' },
  { key: '265', name: 'tax_base', title: 'Tax base' },
  { key: '266', name: 'retailer_data', title: 'Retailer data' },
  { key: '267', name: 'iac_tax', title: 'IAC tax' },
  { key: '268', name: 'number_of_installments', title: 'Number of Installments' },
  { key: '269', name: 'customer_id', title: 'Customer ID' },
  { key: '270', name: 'security_services_data', title: 'Security Services Data' },
  { key: '271', name: 'on_behalf_of_services', title: 'On behalf of services' },
  { key: '272', name: 'original_merchant_description', title: 'Original Merchant Description' },
  { key: '273', name: 'installments_financing_type', title: 'Installments financing type' },
  { key: '274', name: 'status', title: 'Status' },
  { key: '275', name: 'installments_grace_period', title: 'Installments grace period' },
  { key: '276', name: 'installments_credit_type', title: 'Installments credit type' },
  { key: '277', name: 'payments_initiator', title: 'Payments Initiator' },
  { key: '278', name: 'payment_initiator_subtype', title: 'Payment Initiator Subtype' },
  { key: '300', name: 'additional_amount', title: 'Additional amount', storage: 'amount' },
  { key: '301', name: 'second_additional_amount', title: 'Second additional amount', storage: 'amount' },
  { key: '302', name: 'cashback_pos_currency', title: 'Cashback POS currency' },
  { key: '303', name: 'cashback_pos_amount', title: 'Cashback POS amount', storage: 'amount' },
  { key: '400', name: 'sender_name', title: 'Sender name' },
  { key: '401', name: 'sender_address', title: 'Sender address' },
  { key: '402', name: 'sender_city', title: 'Sender city' },
  { key: '403', name: 'sender_state', title: 'Sender state' },
  { key: '404', name: 'sender_country', title: 'Sender country' },
  { key: '405', name: 'sanction_screening_score', title: 'Sanction screening score' },
  { key: '406', name: 'business_application_id', title: 'Business application id' },
  { key: '408', name: 'special_condition', title: 'Special condition' },
  { key: '409', name: 'business_tax_id', title: 'Business tax id' },
  { key: '410', name: 'individual_tax_id', title: 'Individual tax id' },
  { key: '411', name: 'source_of_funds', title: 'Source of funds' },
  { key: '412', name: 'sender_account_number', title: 'Sender account number' },
  { key: '413', name: 'sender_account_type', title: 'Sender account type' },
  { key: '414', name: 'mvv', title: 'MVV' },
  { key: '415', name: 'sender_reference_number', title: 'Sender reference number' },
  { key: '416', name: 'is_afd_transaction', title: 'Is AFD transaction' },
  { key: '417', name: 'acquirer_fee_amount', title: 'Acquirer fee amount', storage: 'amount' },
  { key: '418', name: 'address_verification_result', title: 'Address Verification Result' },
  { key: '419', name: 'postal_code', title: 'Postal code' },
  { key: '420', name: 'street_address', title: 'Street address' },
  { key: '421', name: 'sender_date_of_birth', title: 'Sender date of birth' },
  { key: '422', name: 'oct_activity_check', title: 'OCT activity check' },
  { key: '423', name: 'sender_postal_code', title: 'Sender postal code' },
  { key: '424', name: 'recipient_city', title: 'Recipient city' },
  { key: '425', name: 'recipient_country', title: 'Recipient country' },
  { key: '900', name: '3d_secure_otp', title: '3D Secure OTP', storage: 'never' },
  { key: '901', name: 'digitization_activation', title: 'Digitization activation', storage: 'never' },
  { key: '902', name: 'activation_method_type', title: 'Activation method type' },
  { key: '903', name: 'activation_method_value', title: 'Activation method value' },
  { key: '904', name: 'activation_method_expiry', title: 'Activation method expiry' },
  { key: '905', name: 'final_tokenization_decision', title: 'Final tokenization decision' },
  { key: '906', name: 'device_name', title: 'Device name' },
  { key: '910', name: 'digitized_device_id', title: 'Digitized Device ID' },
  { key: '911', name: 'digitized_pan_expiry', title: 'Digitized PAN expiry' },
  { key: '912', name: 'digitized_fpan_masked', title: 'Digitized FPAN Masked' },
  { key: '913', name: 'token_unique_reference', title: 'Token Unique Reference', storage: 'identifier' },
  { key: '915', name: 'token_requestor_id', title: 'Token Requestor ID', storage: 'identifier' },
  { key: '916', name: 'visa_digitized_pan', title: 'Visa digitized PAN', storage: 'cut' },
  { key: '917', name: 'visa_token_type', title: 'Visa token type' },
  { key: '920', name: 'pos_transaction_status', title: 'POS transaction status' },
  { key: '921', name: 'pos_security', title: 'POS security' },
  { key: '922', name: 'pos_auth_lifecycle', title: 'POS auth lifecycle' },
  { key: '923', name: 'digitization_event_type', title: 'Digitization event type' },
  { key: '924', name: 'digitization_event_reason_code', title: 'Digitization event reason code' },
  { key: '925', name: 'supports_partial_auth', title: 'Supports partial auth' },
  { key: '929', name: 'digitization_path', title: 'Digitization path' },
  { key: '930', name: 'wallet_recommendation', title: 'Wallet recommendation' },
  { key: '931', name: 'tokenization_pan_source', title: 'Tokenization pan source' },
  { key: '932', name: 'unique_transaction_reference', title: 'Unique transaction reference' },
  { key: '933', name: 'transaction_purpose', title: 'Transaction purpose' },
  { key: '934', name: '3ds_otp_ref_code', title: '3DS OTP RefCode' },
  { key: '999', name: 'generic', title: 'Generic' },
];

const BY_KEY = new Map(KLV_KEYS.map((row) => [row.key, row]));
const BY_NAME = new Map(KLV_KEYS.map((row) => [row.name, row]));
const NUMBERED = /^klv_\d{3}$/;
const NUMBERED_LETTERS = /^klv(\d{3})$/;
const KLV_NAMES = knownNames([...BY_NAME.keys(), KLV_REST]);

/** The names that have an argument in GraphQL, ascending by key. */
export const KLV_ARGUMENTS: readonly string[] = KLV_KEYS.filter(({ isArgument }) => isArgument === true).map(
  ({ name }) => name,
);
