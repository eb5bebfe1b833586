import { CardwayError } from '../platform/errors.js';

/** Parses a Content-Type header (RFC 9110 8.3). The media type is in lower case; '' without a header. */
export function parseContentType(header: string | undefined): {
  readonly mediaType: string;
  readonly charset: string | undefined;
} {
  const [type = '', ...parameters] = (header ?? '').split(';');
  const charset = parameters
    .map((parameter) => /^\s*charset\s*=\s*"?([^"\s]+)"?\s*$/i.exec(parameter)?.[1])
    .find((value) => value !== undefined);
  return { mediaType: type.trim().toLowerCase(), charset };
}

/**
 * Refuses JSON in another charset than UTF-8 (RFC 8259). Labels of ASCII and its supersets are common and change nothing in it.
 * Labels of wider characters mean another text. Errors: UNSUPPORTED_MEDIA_TYPE.
 */
export function requireJsonCharset(mediaType: string, charset: string | undefined): void {
  if (mediaType !== 'application/json' || charset === undefined || !WIDE.test(charset)) return;
  throw new CardwayError('UNSUPPORTED_MEDIA_TYPE', { message: 'JSON must be UTF-8.' });
}

const WIDE = /^(?:utf-?(?:7|16|32)|ucs-?[24]|iso-10646)/i;
