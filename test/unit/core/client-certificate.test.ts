import {
  certificateProblem,
  type ClientCertificate,
  readCertificateBinding,
} from '../../../src/core/access/client-certificate.js';

const FINGERPRINT = 'ab'.repeat(32);
const TILL: ClientCertificate = {
  fingerprint: FINGERPRINT,
  subject: 'CN=till-7,O=Shop',
  validFromMs: 1000,
  validUntilMs: 2000,
};

describe('a certificate that a terminal or key is bound to', () => {
  it.each([
    [`sha256:${FINGERPRINT}`, `sha256:${FINGERPRINT}`],
    [` SHA256:${'AB:'.repeat(31)}AB`, `sha256:${FINGERPRINT}`],
    ['subject:CN=till-7, O=Shop', 'subject:CN=till-7,O=Shop'],
    [String.raw`subject:CN=a\,O=b,O=Shop`, String.raw`subject:CN=a\,O=b,O=Shop`],
    [String.raw`subject:CN=Caf\C3\A9 \e6\97\a5,O=Shop`, 'subject:CN=Café 日,O=Shop'],
    [String.raw`subject:CN=Caf\\C3\\A9,O=\C3\09`, String.raw`subject:CN=Caf\\C3\\A9,O=\C3\09`],
    ['subject:UID=7+CN=till, O=Shop', 'subject:CN=till+UID=7,O=Shop'],
    ['subject:CN=till + UID=7,O=Shop', 'subject:CN=till+UID=7,O=Shop'],
    [String.raw`subject:CN=a\+b,O=\ Shop\  `, String.raw`subject:CN=a\+b,O=\ Shop\ `],
    [String.raw`subject:CN=a\ ,O=\ `, String.raw`subject:CN=a\ ,O=\ `],
    ['subject:CN=till\n\t7 \u00a0, \r\n O=Shop\n', 'subject:CN=till\n\t7,O=Shop'],
    [`subject:CN=${'a'.repeat(497)}`, `subject:CN=${'a'.repeat(497)}`],
    [`subject:CN=${'a'.repeat(498)}`, null],
    ['subject:CN=till-7,Shop', null],
    ['subject:,CN=till-7', 'subject:CN=till-7'],
    ['x subject:CN=till-7', null],
    [`sha256:${FINGERPRINT}ab`, null],
    ['subject:till-7', null],
    ['subject:', null],
    ['sha256:abcd', null],
    ['sha1:abcd', null],
    [FINGERPRINT, null],
    [`subject:CN=${'a'.repeat(500)}`, null],
  ])('is read: %s', (written, read) => {
    expect(readCertificateBinding(written)).toBe(read);
  });

  it('is needed only by those that are bound', () => {
    expect(certificateProblem(null, null, 1500)).toBeNull();
    expect(certificateProblem(['subject:CN=till-7,O=Shop'], null, 1500)).toContain('no client certificate');
  });

  it('is compared as a whole, and not a name with a comma in it', () => {
    const forged = { ...TILL, subject: String.raw`CN=till-7\,O=Shop` };
    expect(certificateProblem(['subject:CN=till-7,O=Shop'], TILL, 1500)).toBeNull();
    expect(certificateProblem(['subject:CN=till-7,O=Shop'], forged, 1500)).toContain('another one');
  });

  it.each([
    ['subject:UID=7 + CN=till-7,O=Shop', 'CN=till-7+UID=7,O=Shop'],
    [String.raw`subject:CN=Caf\C3\A9,O=Shop`, 'CN=Café,O=Shop'],
  ])('fits a binding that an earlier version saved: %s', (bound, subject) => {
    expect(certificateProblem([bound], { ...TILL, subject }, 1500)).toBeNull();
  });

  it('counts only while it is valid, also on a connection that stays open', () => {
    expect(certificateProblem([`sha256:${FINGERPRINT}`], TILL, 1000)).toBeNull();
    expect(certificateProblem([`sha256:${FINGERPRINT}`], TILL, 2000)).toBeNull();
    expect(certificateProblem([`sha256:${FINGERPRINT}`], TILL, 2001)).toContain('expired');
    expect(certificateProblem([`sha256:${FINGERPRINT}`], TILL, 999)).toContain('not yet valid');
  });
});
