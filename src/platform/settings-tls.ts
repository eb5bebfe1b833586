import { choice, text } from './settings-kinds.js';

/** Settings of the group `tls`. */
export const TLS = {
  about: 'Certificate of the listener, and certificates of callers.',
  settings: {
    cert: text('PEM file with the certificate chain', 'a path'),
    key: text('PEM file with the private key', 'a path'),
    clientCertificates: choice(
      'Certificates of callers: `required` refuses callers without one, `optional` only asks for it',
      'off',
      ['off', 'optional', 'required'],
    ),
    clientCa: text('PEM file with the authorities that sign certificates of callers', 'a path'),
    clientCrl: text('PEM file with a revocation list of each of these authorities', 'a path'),
    forwardedCertificate: choice(
      'Header in which trusted proxies pass on the certificate of their caller; it needs `trustProxy`',
      'off',
      ['off', 'client-cert', 'x-forwarded-client-cert'],
    ),
  },
};
