/** Returns what a failed TLS connection means and what to do, from its code. Null for a code that is not of TLS. */
export function certificateFailure(code: string): string | null {
  return FAILURES.find(({ codes }) => codes.test(code))?.why ?? null;
}

const FAILURES: readonly { readonly codes: RegExp; readonly why: string }[] = [
  { codes: /^CERT_HAS_EXPIRED$/, why: 'The certificate has expired. Its owner must renew it.' },
  { codes: /^CERT_NOT_YET_VALID$/, why: 'The certificate is not valid yet. Check both clocks.' },
  {
    codes: /SELF_SIGNED|UNABLE_TO_(VERIFY|GET)/,
    why: 'The certificate is self-signed, or of an authority that this machine does not know. Name the file of the authority in NODE_EXTRA_CA_CERTS.',
  },
  {
    codes: /ALTNAME/,
    why: 'The certificate is for another host name. Use the name that is in the certificate.',
  },
  { codes: /SSL|TLS|EPROTO/, why: 'TLS failed. The other side may speak plain http at this port.' },
];
