/** The part of the xmlrpc package that writes; @types/xmlrpc leaves it out. */
declare module 'xmlrpc/lib/serializer.js' {
  /** Writes compact XML 1.0 with a declaration. Throws for characters that XML cannot hold. */
  export function serializeMethodResponse(value: unknown): string;
  export function serializeFault(fault: {
    readonly faultCode: number;
    readonly faultString: unknown;
  }): string;
}
