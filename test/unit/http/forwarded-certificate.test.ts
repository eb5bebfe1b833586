import { X509Certificate } from 'node:crypto';
import { clientCertificateOf } from '../../../src/http/client-certificate.js';
import { fromProxyOf } from '../../../src/http/client-address.js';

/** Self-signed, of `O=Shop, CN=till-7`. */
const PEM = `-----BEGIN CERTIFICATE-----
MIIBljCCATugAwIBAgIUASbyr6lyNMX2kZUlL+jgqcJb1XIwCgYIKoZIzj0EAwIw
IDENMAsGA1UECgwEU2hvcDEPMA0GA1UEAwwGdGlsbC03MB4XDTI2MTEyODAwMzAx
NloXDTI2MTIwMTAwMzAxNlowIDENMAsGA1UECgwEU2hvcDEPMA0GA1UEAwwGdGls
bC03MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEZpWevPWZiyo3lHxPCJZJbWXU
n1vCoSLtzjBPdKmV5UVoEKpDEezxgFSNUW1GwBPrn6huN/hg3TfCceX7thl9TqNT
MFEwHQYDVR0OBBYEFHcsccbBEIL8ALdeeD0xBWKRKj0jMB8GA1UdIwQYMBaAFHcs
ccbBEIL8ALdeeD0xBWKRKj0jMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwID
SQAwRgIhAMxZ1oX+AIdQNnF34f3P8z8saLdNvyGxtzBBAehhHcgQAiEAhSTojrui
z0NcEeScbF4gxRN3QS7o2H9R6Ycp/UGy/v4=
-----END CERTIFICATE-----
`;
const { raw, fingerprint256, validFromDate, validToDate } = new X509Certificate(PEM);
const TILL = {
  fingerprint: fingerprint256.replaceAll(':', '').toLowerCase(),
  subject: 'CN=till-7,O=Shop',
};
const PROXY = '10.0.0.1';
const DER = raw.toString('base64');
const ENCODED = encodeURIComponent(PEM);

/** Returns the certificate of a request. The clock is within its validity, unless `atMs` says otherwise. */
function certificateIn(
  forwarded: 'client-cert' | 'x-forwarded-client-cert',
  header: string | undefined,
  { peer = PROXY, atMs = validFromDate.getTime() } = {},
) {
  const of = clientCertificateOf({
    forwarded,
    isFromProxy: fromProxyOf(PROXY),
    clock: { nowMs: () => atMs },
  });
  const headers = header === undefined ? {} : { [forwarded]: header };
  const request = { socket: { remoteAddress: peer }, headers };
  // The second time, the certificate is remembered.
  expect(of(request)).toEqual(of(request));
  return of(request);
}

describe('Client-Cert', () => {
  it.each([`:${DER}:`, ` :${DER}: `])('names a certificate', (header) => {
    expect(certificateIn('client-cert', header)).toMatchObject(TILL);
  });

  it.each([
    ['is missing', undefined],
    ['is empty', ''],
    ['has no colons', DER],
    ['has one colon', `:${DER}`],
    ['has two values', `:${DER}:, :${DER}:`],
    ['holds no base64', ':%%%%:'],
    ['holds no certificate', ':AAAA:'],
    ['holds nothing', '::'],
    ['is another header', `Cert="${ENCODED}"`],
  ])('names none where it %s', (_what, header) => {
    expect(certificateIn('client-cert', header)).toBeNull();
  });
});

describe('X-Forwarded-Client-Cert', () => {
  it.each([
    `Cert="${ENCODED}"`,
    `cert=${ENCODED}`,
    `By=a;Hash=00; Cert="${ENCODED}" ;URI=b`,
    // A subject may hold what separates members and elements.
    String.raw`Subject="O=\"a, b; Cert=c\"";Cert="${ENCODED}"`,
    String.raw`Subject="a\\";Cert="${ENCODED}"`,
  ])('names a certificate', (header) => {
    expect(certificateIn('x-forwarded-client-cert', header)).toMatchObject(TILL);
  });

  it.each([
    ['has no certificate', 'Hash=00;Subject="Cert"'],
    ['is empty', ''],
    ['has two elements', `Cert="${ENCODED}",Hash=00`],
    ['has two elements, as after a forgery', `Hash=00,Cert="${ENCODED}"`],
    ['has a forged element before that of the proxy', `Cert="${ENCODED}";By=a,Cert="${ENCODED}"`],
    ['has two certificates', `Cert="${ENCODED}";Cert="${ENCODED}"`],
    ['has a quote without an end', `Cert="${ENCODED}";Subject="a`],
    ['has the certificate in a subject only', `Subject="a;Cert=${ENCODED}"`],
    ['has the certificate behind an escaped quote', String.raw`Subject="a\";Cert=${ENCODED};b"`],
    ['is not URL encoding', 'Cert="%zz"'],
    ['holds another text', 'Cert="till-7"'],
    ['is another header', `:${DER}:`],
  ])('names none where it %s', (_what, header) => {
    expect(certificateIn('x-forwarded-client-cert', header)).toBeNull();
  });
});

it('a forwarded certificate counts from trusted proxies only, and while it is valid', () => {
  const header = `:${DER}:`;
  const from = validFromDate.getTime();
  const until = validToDate.getTime();
  expect(certificateIn('client-cert', header, { peer: '10.0.0.2' })).toBeNull();
  for (const atMs of [from, until])
    expect(certificateIn('client-cert', header, { atMs })).toMatchObject(TILL);
  for (const atMs of [from - 1, until + 1]) expect(certificateIn('client-cert', header, { atMs })).toBeNull();
});
