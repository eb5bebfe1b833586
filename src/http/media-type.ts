/** A Content-Type header, taken apart (RFC 9110 8.3). The media type is in lower case; '' without a header. */
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
