/** Apache XML-RPC's types beyond the standard ones live here. */
const EXTENSIONS_NAMESPACE = 'http://ws.apache.org/xmlrpc/namespaces/extensions';

const DECLARATION = 'xmlns:';

/**
 * Which prefix stands for which namespace, element by element. The parser's own namespace mode costs a third of its speed, and all
 * but one client do without prefixes.
 */
export class PrefixScopes {
  private declared: Map<string, string> | undefined;
  /** What each open element declares itself; undefined where it declares nothing. */
  private readonly scopes: (ReadonlyMap<string, string> | undefined)[] = [];

  /** Takes an attribute of the element that is opened next. */
  bind(attribute: string, value: string): void {
    if (!attribute.startsWith(DECLARATION)) return;
    this.declared ??= new Map();
    this.declared.set(attribute.slice(DECLARATION.length), value.trim());
  }

  /** The element's name with the prefix made canonical; undefined where the prefix is not bound. */
  open(tag: string): string | undefined {
    this.scopes.push(this.declared);
    this.declared = undefined;
    const colon = tag.indexOf(':');
    if (colon < 0) return tag;
    const namespace = this.resolve(tag.slice(0, colon));
    if (namespace === undefined) return undefined;
    return `${namespace === EXTENSIONS_NAMESPACE ? 'ex' : ''}:${tag.slice(colon + 1)}`;
  }

  close(): void {
    this.scopes.pop();
  }

  private resolve(prefix: string): string | undefined {
    return this.scopes.findLast((scope) => scope?.has(prefix))?.get(prefix);
  }
}
