import { asSecret, text } from './settings-kinds.js';

/** Settings of the group `tls`. */
export const TLS = {
  about: 'Certificate of the listener, and authorities of its callers.',
  settings: {
    cert: text('PEM file with the certificate chain', 'a path'),
    key: text('PEM file with the private key', 'a path'),
    clientCa: text(
      'PEM file with authorities. Every connection then needs a client certificate of one of them',
      'a path',
    ),
  },
};

/** Settings of the group `signIn`. */
export const SIGN_IN = {
  about:
    'Sign-in of people with OpenID Connect, for the console. Without an issuer people sign in with a key.',
  settings: {
    issuer: text('URL of the OpenID provider', 'an https URL; http on loopback'),
    clientId: text('Client id of the gateway at the provider', 'text'),
    clientSecret: asSecret(text('Client secret; none for a public client', 'text')),
    roles: text(
      'Roles of groups. The first group of this list that a person has decides; without one nobody gets in',
      'group=role with commas between them; roles are auditor, settler, custodian, operator',
    ),
    groupsClaim: text('Claim with the groups of a person', 'text', 'groups'),
    scopes: text(
      'Scopes that the gateway asks for. Some providers give refresh tokens only for `offline_access`',
      'text with openid in it',
      'openid profile email',
    ),
  },
};
