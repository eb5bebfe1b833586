import { decimalPlaces, isCurrency, moneyText } from '../../../src/core/transactions/money.js';

it.each([
  [354, 'EUR', '3.54 EUR'],
  [5, 'USD', '0.05 USD'],
  [-354, 'EUR', '-3.54 EUR'],
  [0, 'EUR', '0.00 EUR'],
  [354, 'JPY', '354 JPY'],
  [3541, 'KWD', '3.541 KWD'],
  // Speakers write these without hundredths. Their minor units are hundredths all the same (ISO 4217).
  [35_400, 'HUF', '354.00 HUF'],
  [35_400, 'IDR', '354.00 IDR'],
  [35_400, 'PKR', '354.00 PKR'],
  [3541, 'IQD', '3.541 IQD'],
])('%d minor units of %s are %s', (minorUnits, currency, text) => {
  expect(moneyText(minorUnits, currency)).toBe(text);
});

it('every known currency has its places by ISO 4217', () => {
  const withPlaces = (places: number): readonly string[] =>
    Intl.supportedValuesOf('currency').filter((currency) => decimalPlaces(currency) === places);
  expect(withPlaces(0)).toEqual(expect.arrayContaining(['JPY', 'KRW', 'CLP', 'XAF', 'VND']));
  expect(withPlaces(2)).toEqual(expect.arrayContaining(['EUR', 'USD', 'HUF', 'COP']));
  expect(withPlaces(3)).toEqual(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND']);
});

it('three capital letters of ISO 4217 are a currency, and nothing else is', () => {
  for (const text of ['EUR', 'JPY', 'KWD']) expect(isCurrency(text)).toBe(true);
  for (const text of ['', 'E', 'eur', 'Eur', 'EURO', 'XEUR', 'QQQ', '978', ' EUR'])
    expect(isCurrency(text)).toBe(false);
});
