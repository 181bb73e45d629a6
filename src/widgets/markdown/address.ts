/** What an address in a stranger's text leads to. */
export type MarkdownAddress =
  /** Another site, or a mail program. `href` is the address as the browser reads it. */
  | { kind: 'outside'; href: string; host: string; isSecure: boolean }
  /** A file of the package. */
  | { kind: 'file'; path: string }
  /** A place in the text itself, as a footnote. */
  | { kind: 'here'; id: string }
  /** Anything else: relative, or of a scheme that could run code or read files. Never followed. */
  | { kind: 'none' };

const SCHEMES = new Set(['https:', 'http:', 'mailto:']);

/**
 * Reads an address. `fileOf` gives the package's path for the addresses that its format has for its own files; it is asked first, so
 * that such an address is never taken for a relative one and requested.
 */
export function readAddress(address: string, fileOf: (address: string) => string | undefined): MarkdownAddress {
  const path = fileOf(decoded(address));
  if (path !== undefined) return { kind: 'file', path };
  if (address.startsWith('#')) return { kind: 'here', id: decoded(address.slice(1)) };
  // Without a base, so that what is relative does not parse.
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !SCHEMES.has(url.protocol)) return { kind: 'none' };
  return { kind: 'outside', href: url.href, host: url.host, isSecure: url.protocol === 'https:' };
}

/** The parser percent-encodes what stands in addresses. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
