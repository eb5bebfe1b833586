import {
  administrativeMessage,
  balance,
  deduct,
  klvText,
  loadAuth,
  validatePin,
  type Call,
} from './channels/index.js';

/** Secrets that must never be disclosed. */
export const CANARIES = {
  pan: '4111111111111111',
  groupedPan: '5555 5555 5555 4444',
  otherPan: '378282246310005',
  dottedPan: '6011.0009.9013.9424',
  halvedPan: '40128888 88881881',
  wideDinersPan: '\uff13\uff16227206271667',
  cardCode: 'card_code_canary_917',
  trackData: 'track_canary_5a1e=2812101',
  cardholder: 'CANARY/JOHN',
  discretionaryData: '271220177335500',
  pinBlock: 'C0FFEE00D15EA5ED',
  klvPinBlock: 'FACADE0012345DEF',
  oneTimePassword: '73519284',
  activationCode: '86420975',
  terminalPassword: 'terminal_password_canary',
  signingKey: 'signing_key_canary_41c7',
  masterKey: '5a17c0de'.repeat(8),
  wrongKey: 'wrong_bearer_canary_7d1f',
  tracingToken: 'collector_canary_22ee',
} as const;

/** One number of each scheme, from test numbers and issuers' ranges. All satisfy Luhn. */
export const CARD_NUMBERS: readonly { readonly scheme: string; readonly number: string }[] = [
  { scheme: 'Visa', number: '4111111111111111' },
  { scheme: 'Visa with 13 digits', number: '4222222222222' },
  { scheme: 'Visa with 19 digits', number: withCheckDigit('411111111111111111') },
  { scheme: 'Mastercard', number: '5555555555554444' },
  { scheme: 'Mastercard, 2 series', number: '2223003122003222' },
  { scheme: 'American Express', number: '378282246310005' },
  { scheme: 'Diners Club, 30', number: '30569309025904' },
  { scheme: 'Diners Club, 309', number: withCheckDigit('3096000000000') },
  { scheme: 'Diners Club, 36', number: '36227206271667' },
  { scheme: 'Diners Club, 38', number: '38520000023237' },
  { scheme: 'Diners Club, 39', number: withCheckDigit('3900000000123') },
  { scheme: 'Diners Club with 16 digits', number: withCheckDigit('360000000000012') },
  { scheme: 'Discover', number: '6011111111111117' },
  { scheme: 'JCB', number: '3530111333300000' },
  { scheme: 'UnionPay', number: '6200000000000005' },
  { scheme: 'UnionPay with 19 digits', number: withCheckDigit('620000000000000123') },
  { scheme: 'Maestro', number: '6759649826438453' },
  { scheme: 'Maestro with 19 digits', number: '6799990100000000019' },
  { scheme: 'Mir', number: withCheckDigit('220012345678901') },
  { scheme: 'RuPay', number: withCheckDigit('508500000000001') },
  { scheme: 'Elo', number: withCheckDigit('506699000000001') },
  { scheme: 'Troy', number: withCheckDigit('979200000000012') },
];

/** Spellings of a card number that a machine or a person has used. */
export const CARD_NUMBER_FORMS: readonly { readonly title: string; readonly written: string }[] = [
  { title: 'in fours', written: '4111 1111 1111 1111' },
  { title: 'with hyphens', written: '4111-1111-1111-1111' },
  { title: 'with dots', written: '4111.1111.1111.1111' },
  { title: 'with underscores', written: '4111_1111_1111_1111' },
  { title: 'with slashes', written: '4111/1111/1111/1111' },
  { title: 'with another sign each time', written: '4111 1111-1111.1111' },
  { title: 'in full-width digits', written: '\uff14\uff11\uff11\uff11'.concat('\uff11'.repeat(12)) },
  { title: 'in mathematical digits', written: '\u{1d7d2}'.concat('\u{1d7cf}'.repeat(15)) },
  { title: 'in Arabic digits', written: '\u0664'.concat('\u0661'.repeat(15)) },
  { title: 'in 8 and 8', written: '41111111 11111111' },
  { title: 'in 6 and 10', written: '411111 1111111111' },
  { title: 'in 4, 6 and 5', written: '3782 822463 10005' },
  { title: 'digit by digit', written: '4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1' },
  { title: 'with its expiry behind it', written: '4111 1111 1111 1111 12/28' },
  { title: 'with a number before it', written: '0017 4111 1111 1111 1111' },
  { title: 'between letters', written: 'A4111111111111111B' },
  { title: 'filled up with zeros', written: '0004111111111111111' },
  { title: 'filled up to 24 digits from behind', written: '378282246310005000000000' },
];

/** Names of members that must never be stored, in callers' spellings. */
export const SENSITIVE_NAMES = [
  ...['cvv', 'CVV2', 'cvc', 'Cvc-2', 'cav', 'cav2', 'CID', 'card_verification_code', 'cardVerificationValue'],
  ...[
    'pin',
    'PINBlock',
    'pin-block',
    'track',
    'Track 1',
    'track2',
    'track_2_data',
    'TRACK3DATA',
    'magnetic stripe',
  ],
  ...['otp', 'password', 'Passwd', 'secret', 'c_v_v', 'c.v.v', 'cvv:'],
  ...[
    '\uff43\uff56\uff56',
    'CV\u2164',
    'pa\u017fswd',
    'P\u0131n',
    'cvv\u00a0',
    'cvv\t',
    'cv\u200bv',
    'c\u00advv2',
  ],
] as const;

/** Texts with a secret of three digits or more behind its name, in words of people and in dumps of programs. */
export const SPOKEN_SECRETS: readonly ((secret: string) => string)[] = [
  (secret) => `cvv ${secret}`,
  (secret) => `the CVV is ${secret}, it was refused`,
  (secret) => `CVV 2: ${secret}`,
  (secret) => `cvv => ${secret}`,
  (secret) => `Array ( [pan] => x [cvv] => ${secret} )`,
  (secret) => `["cvv"]=> string(3) "${secret}"`,
  (secret) => `'cvv' => '${secret}'`,
  (secret) => `a:1:{s:3:"cvv";s:3:"${secret}";}`,
  (secret) => `:cvv=>"${secret}"`,
  (secret) => `PIN -> ${secret}`,
  (secret) => `PIN block ${secret}`,
  (secret) => `card verification code ${secret}`,
  (secret) => `track 2 data was ${secret}`,
  (secret) => `your OTP code is ${secret}.`,
  (secret) => `card[cvv]=${secret}&x=1`,
];

/** Texts with a secret beside its name. */
export const PAIRED_SECRETS: readonly ((secret: string) => string)[] = [
  (secret) => `{"name":"cvv","value":"${secret}"}`,
  (secret) => `{"value":"${secret}","reference":"1","key":"PIN"}`,
  (secret) => `[{"field":"otp","meta":{"a":1},"rejectedValue":"${secret}"}]`,
  (secret) => `{"a":{"type":"cvv","data":{"x":["${secret}"]}}}`,
  (secret) => JSON.stringify({ text: `{"name":"cvv","value":"${secret}"}` }),
  (secret) => `<field name="cvv" value="${secret}"/>`,
  (secret) => `<param name="cvv">${secret}</param>`,
  (secret) => `<entry><key>cvv</key><value>${secret}</value></entry>`,
  (secret) => `<member><value>${secret}</value><name>cvv</name></member>`,
  (secret) => `<member>\n<value><string>${secret}</string></value>\n<name>PIN</name></member>`,
  (secret) =>
    `<member><value><array><data><value>${secret}</value></data></array></value><name>cvv</name></member>`,
  (secret) => JSON.stringify({ a: `<entry><ns:value a="b">${secret}</ns:value>\n<key>o-t-p</key></entry>` }),
  (secret) => `&lt;value&gt;${secret}&lt;/value&gt;&lt;name&gt;cvv&lt;/name&gt;`,
  (secret) => `<property name="cvv"><value>${secret}</value></property>`,
  (secret) => `name=cvv&value=${secret}`,
];

/** Returns the digits of a text in ASCII, one after the other. */
export function digitsOf(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/\D/g, '');
}

function withCheckDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${digits}${String((10 - (sum % 10)) % 10)}`;
}

/** Track 1, track 2 and tag 57 of a chip, as a reader gives them. */
const TRACKS: readonly string[] = [
  `%B${CANARIES.pan}^${CANARIES.cardholder}^${CANARIES.discretionaryData}?`,
  `;${CANARIES.groupedPan}=${CANARIES.discretionaryData}?`,
  `9F02060000000010005713${CANARIES.pan}D${CANARIES.discretionaryData}F`,
];

const SECRET_DATA = klvText([
  ['035', `${CANARIES.pan}=${CANARIES.discretionaryData}`],
  ['036', `01${CANARIES.pan}=${CANARIES.discretionaryData}`],
  ['052', CANARIES.klvPinBlock],
  ['055', `5713${CANARIES.pan}D${CANARIES.discretionaryData}F`],
  ['254', CANARIES.pan],
  ['900', CANARIES.oneTimePassword],
  ['901', CANARIES.activationCode],
]);

/** A sentence that discloses card numbers alone. */
const NUMBERS = `${CANARIES.pan} and ${CANARIES.groupedPan}, ${CANARIES.dottedPan}; ${CANARIES.wideDinersPan}, ${CANARIES.halvedPan}`;

/** A sentence that discloses secrets. */
export const INDISCRETION = [
  `${NUMBERS}, Bearer ${CANARIES.wrongKey}`,
  `{"cvv":"${CANARIES.cardCode}"} <track2>${CANARIES.trackData}</track2>`,
].join(' ');

/** Members of an answer that disclose secrets. */
export const INDISCREET_MEMBERS = {
  CVV2: CANARIES.cardCode,
  'Track 2 Data': CANARIES.trackData,
  note: INDISCRETION,
  resultText: INDISCRETION,
  [`for ${CANARIES.dottedPan}`]: 'x',
  transactionData: SECRET_DATA,
  echo: SECRET_DATA,
  ...Object.fromEntries(TRACKS.map((track, index) => [`read${String(index)}`, track])),
  said: TRACKS.join('\n'),
} as const;

/** Returns calls with canaries in every field. Amounts, dates and ids keep their definition: see core/keep. */
export function canaryCalls(narrative = INDISCRETION): readonly Call[] {
  const secret = { narrative, transaction_data: SECRET_DATA };
  return [
    deduct(secret),
    deduct({ ...secret, narrative: NUMBERS }),
    balance(secret),
    loadAuth(secret),
    deduct({ ...secret, transaction_type: CANARIES.otherPan.slice(0, 2) }),
    validatePin({ pin_block: CANARIES.pinBlock }),
    administrativeMessage({ message_name: 'note', message_data: SECRET_DATA }),
    deduct({ ...secret, reference: CANARIES.pan }),
    ...TRACKS.flatMap((track) => [
      deduct({ narrative: track, transaction_data: klvText([['043', track]]) }),
      deduct({ terminal_id: track }),
      { ...deduct(), method: track },
      { ...deduct(), requestId: track },
    ]),
    { ...deduct(secret), password: CANARIES.terminalPassword },
    { ...deduct(secret), method: CANARIES.pan },
    // A caller that mixes its parameters up, with a whole and a broken KLV text
    ...[SECRET_DATA, `${SECRET_DATA}9`, `x${SECRET_DATA}`].flatMap((data) => [
      { ...deduct(), method: data },
      deduct({ terminal_id: data }),
      { ...deduct(), requestId: data },
    ]),
  ];
}

/** Returns the canaries in a text, each with its surroundings. */
export function canariesIn(text: string, more: Readonly<Record<string, string>> = {}): readonly string[] {
  const lower = text.toLowerCase();
  return Object.entries({
    ...CANARIES,
    ungroupedPan: '5555555555554444',
    undottedPan: '6011000990139424',
    narrowDinersPan: '36227206271667',
    ...more,
  }).flatMap(([name, canary]) => {
    const at = lower.indexOf(canary.toLowerCase());
    return at < 0 ? [] : [`${name}: ${text.slice(Math.max(0, at - 120), at + canary.length + 40)}`];
  });
}
