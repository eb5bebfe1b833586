import { ruleOf } from '../../../src/core/keep.js';
import {
  isKlvName,
  KLV_ARGUMENTS,
  KLV_KEYS,
  KLV_REST,
  klvKey,
  klvName,
} from '../../../src/core/wire/klv-keys.js';

/** The 18 fields of docs/reference/protocol.md#klv. */
const SERVICE_NAMES = {
  tracking_number: '002',
  original_transaction_amount: '004',
  merchant_category_code: '026',
  acquiring_institution_code: '032',
  retrieval_reference_number: '037',
  terminal_id: '041',
  merchant_identifier: '042',
  fraud_scoring_data: '048',
  original_currency_code: '049',
  trace_id: '063',
  is_recurring: '068',
  capture_mode: '250',
  network: '251',
  fee_type: '252',
  last_four_digits_pan: '253',
  markup_type: '258',
  acquirer_country: '259',
  transaction_fee_amount: '261',
};

/** Keys of the processor's documentation. */
const KEYS_DOCUMENTED =
  '002 004 010 026 032 037 041 042 043 044 045 048 049 050 052 061 063 067 068 069 085 108 109 110 111 ' +
  '250 251 252 253 254 255 256 257 258 259 260 261 262 263 264 265 266 267 268 269 270 271 272 273 274 275 276 277 278 ' +
  '300 301 302 303 400 401 402 403 404 405 406 408 409 410 411 412 413 414 415 416 417 418 419 420 421 422 423 424 425 ' +
  '900 901 902 903 904 905 906 910 911 912 913 915 916 917 920 921 922 923 924 925 929 930 931 932 933 934 999';

describe('the KLV key table', () => {
  it('has every documented key once, ascending', () => {
    expect(KLV_KEYS.map(({ key }) => key)).toEqual(KEYS_DOCUMENTED.split(' '));
  });

  it('names the 18 fields as the reference maps them', () => {
    expect(KLV_ARGUMENTS).toEqual(Object.keys(SERVICE_NAMES));
    for (const [name, key] of Object.entries(SERVICE_NAMES))
      expect([name, klvKey(name)]).toEqual([name, key]);
  });

  it('gives every key a unique name in snake case, different from numbered names', () => {
    const names = KLV_KEYS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^(?!klv_)[a-z0-9]+(_[a-z0-9]+)*$/);
  });

  it.each(KLV_KEYS.filter(({ name }) => name !== 'trace_id' && name !== '3ds_otp_ref_code'))(
    'derives $name from the title $title',
    ({ name, title }) => {
      expect(title.toLowerCase().replaceAll(' ', '_')).toBe(name);
    },
  );

  it.each(KLV_KEYS)('finds $key by $name and back', ({ key, name }) => {
    expect([klvName(key), klvKey(name)]).toEqual([name, key]);
    expect(isKlvName(name)).toBe(true);
  });

  it('names unknown keys by their digits, and reads such names', () => {
    expect([klvName('123'), klvKey('klv_123')]).toEqual(['klv_123', '123']);
    expect(isKlvName('klv_123')).toBe(false);
  });

  it.each([KLV_REST, 'klv_12', 'klv_1234', 'klv_12a', 'KLV_123', '123', 'constructor', '__proto__', ''])(
    'finds no key for %j',
    (name) => {
      expect(klvKey(name)).toBeUndefined();
    },
  );

  it('lets no PIN block, one-time code or unreadable text be saved under any name', () => {
    const names = [
      'pin_block',
      '3d_secure_otp',
      'digitization_activation',
      'klv_052',
      'klv_900',
      'klv_901',
      KLV_REST,
    ];
    for (const name of names) expect([name, ruleOf(name)]).toEqual([name, 'never']);
  });

  it('lets digitized card numbers be saved cut, and everything else unchanged', () => {
    expect(['mdes_digitized_pan', 'klv_254', 'visa_digitized_pan'].map(ruleOf)).toEqual(Array(3).fill('cut'));
    expect(['merchant_name', 'klv_123', 'no_key'].map(ruleOf)).toEqual(Array(3).fill('free'));
  });
});
