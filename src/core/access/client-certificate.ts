import { isUtf8 } from 'node:buffer';

/** Certificate that a caller proved to have, in the TLS handshake with the gateway or with a trusted proxy. */
export interface ClientCertificate {
  /** SHA-256 of the certificate, 64 lower-case hex digits. */
  readonly fingerprint: string;
  /** Subject as `subjectOf` spells it: the most specific name first, `CN=till-7,O=Shop`. */
  readonly subject: string;
  readonly validFromMs: number;
  readonly validUntilMs: number;
}

/**
 * Reads a certificate that a terminal or a key is bound to: `sha256:` and the fingerprint, with or without colons, or `subject:` and
 * a name as in RFC 4514. Returns its one spelling; null for everything else.
 */
export function readCertificateBinding(written: string): string | null {
  const [, kind = '', value = ''] = /^\s*(sha256|subject):(.*)$/is.exec(written) ?? [];
  if (kind.toLowerCase() === 'sha256') {
    const digits = value.replaceAll(/[:\s]/g, '').toLowerCase();
    return /^[0-9a-f]{64}$/.test(digits) ? `sha256:${digits}` : null;
  }
  const names = partsOf(value, BETWEEN_COMMAS);
  if (names.length === 0 || value.length > SUBJECT_CHARACTERS_MAX) return null;
  return names.every((name) => /^[A-Za-z][A-Za-z0-9.-]*=./s.test(name))
    ? `subject:${subjectOf(value)}`
    : null;
}

const SUBJECT_CHARACTERS_MAX = 500;

/**
 * Returns the one spelling of a subject. openssl writes `é` as `\C3\A9`, and Node does not. Both may write the parts of one name in
 * another order, with or without spaces around their plus sign.
 */
export function subjectOf(written: string): string {
  const names = partsOf(written.replaceAll(ESCAPED, unescaped), BETWEEN_COMMAS);
  return names.map((name) => partsOf(name, BETWEEN_PLUS_SIGNS).sort().join('+')).join(',');
}

/** A backslash that stands for itself, or bytes of UTF-8 beyond ASCII. */
const ESCAPED = /\\\\|(?:\\[89A-F][0-9A-F])+/gi;

function unescaped(run: string): string {
  const bytes = Buffer.from(run.replaceAll('\\', ''), 'hex');
  return bytes.length > 0 && isUtf8(bytes) ? bytes.toString('utf8') : run;
}

const BETWEEN_COMMAS = /(?:\\.|[^,\\])+/gs;
const BETWEEN_PLUS_SIGNS = /(?:\\.|[^+\\])+/gs;

/** Splits a text at a sign, but not behind a backslash. A space behind a backslash belongs to its part. */
function partsOf(text: string, between: RegExp): string[] {
  return (text.match(between) ?? []).map((part) => {
    const plain = part.trimEnd();
    return (plain.endsWith('\\') ? part.slice(0, plain.length + 1) : plain).trimStart();
  });
}

/** Returns the reason to refuse a caller for its certificate; null where the certificate is right, or none is needed. */
export function certificateProblem(
  bindings: readonly string[] | null | undefined,
  certificate: ClientCertificate | null | undefined,
  nowMs: number,
): string | null {
  if (bindings == null) return null;
  if (certificate == null) return 'There is no client certificate that the gateway trusts.';
  const { fingerprint, subject } = certificate;
  // A binding that an earlier version saved may have another spelling.
  const isBound = bindings.some(
    (bound) => bound === `sha256:${fingerprint}` || readCertificateBinding(bound) === `subject:${subject}`,
  );
  if (!isBound) return 'The client certificate is another one.';
  return isValidAt(certificate, nowMs) ? null : 'The client certificate is expired, or not yet valid.';
}

export function isValidAt({ validFromMs, validUntilMs }: ClientCertificate, nowMs: number): boolean {
  return validFromMs <= nowMs && nowMs <= validUntilMs;
}
