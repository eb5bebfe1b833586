/** KLV keys of the cases, with their names in docs/reference/protocol.md#klv. */
export const KLV_NAMES: Readonly<Record<string, string>> = {
  '002': 'tracking_number',
  '004': 'original_transaction_amount',
  '010': 'conversion_rate',
  '026': 'merchant_category_code',
  '032': 'acquiring_institution_code',
  '037': 'retrieval_reference_number',
  '041': 'terminal_id',
  '042': 'merchant_identifier',
  '043': 'merchant_description',
  '048': 'fraud_scoring_data',
  '049': 'original_currency_code',
  '050': 'from_account',
  '052': 'pin_block',
  '061': 'pos_data',
  '063': 'trace_id',
  '068': 'is_recurring',
  '069': 'message_reason_code',
  '085': 'markup_amount',
  '250': 'capture_mode',
  '251': 'network',
  '252': 'fee_type',
  '253': 'last_four_digits_pan',
  '254': 'mdes_digitized_pan',
  '255': 'mdes_digitized_wallet_id',
  '256': 'adjustment_reason',
  '258': 'markup_type',
  '259': 'acquirer_country',
  '260': 'mobile_number',
  '261': 'transaction_fee_amount',
  '270': 'security_services_data',
  '900': '3d_secure_otp',
  '901': 'digitization_activation',
  '910': 'digitized_device_id',
  '911': 'digitized_pan_expiry',
  '912': 'digitized_fpan_masked',
  '913': 'token_unique_reference',
  '915': 'token_requestor_id',
  '924': 'digitization_event_reason_code',
  '999': 'generic',
};

/** The 18 names that GraphQL has as its own fields (docs/reference/protocol.md#klv). */
export const SPECIFIED_NAMES: readonly string[] = [
  ...['tracking_number', 'original_transaction_amount', 'merchant_category_code'],
  ...['acquiring_institution_code', 'retrieval_reference_number', 'terminal_id', 'merchant_identifier'],
  ...['fraud_scoring_data', 'original_currency_code', 'trace_id', 'is_recurring', 'capture_mode', 'network'],
  ...['fee_type', 'last_four_digits_pan', 'markup_type', 'acquirer_country', 'transaction_fee_amount'],
];

export function klvText(entries: readonly (readonly [key: string, value: string])[]): string {
  return entries
    .map(([key, value]) => `${key}${String([...value].length).padStart(2, '0')}${value}`)
    .join('');
}

/** Reads entries as far as the text is readable, in code points. Returns them and the rest of the text. */
export function readKlv(text: string): { entries: [key: string, value: string][]; rest: string } {
  const characters = [...text];
  const entries: [string, string][] = [];
  for (let at = 0; ;) {
    const head = /^(\d{3})(\d{2})$/.exec(characters.slice(at, at + 5).join(''));
    const length = Number(head?.[2]);
    if (head === null || at + 5 + length > characters.length) {
      return { entries, rest: characters.slice(at).join('') };
    }
    entries.push([head[1]!, characters.slice(at + 5, at + 5 + length).join('')]);
    at += 5 + length;
  }
}

/** Returns `transaction_data` for a KLV text, keys ascending (docs/reference/protocol.md#klv). */
export function klvObject(text: string): Record<string, string> {
  const { entries, rest } = readKlv(text);
  const named = ascending(entries).map(([key, value]) => [KLV_NAMES[key] ?? `klv_${key}`, value]);
  return Object.fromEntries(rest === '' ? named : [...named, ['klv_rest', rest]]) as Record<string, string>;
}

/** Returns the text of the object in a checksum: keys ascending, the rest last. */
export function canonicalKlv(text: string): string {
  const { entries, rest } = readKlv(text);
  return klvText(ascending(entries)) + rest;
}

function ascending(entries: readonly [string, string][]): [string, string][] {
  return [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
}
