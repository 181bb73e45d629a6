import { percentDecoded, shownAddress } from '../../base/address.ts';

/** What an address in a stranger's text leads to. */
export type MarkdownAddress =
  /** Another site, or a mail program. `href` is the address as the browser reads it, without a user name. */
  | { kind: 'outside'; href: string; host: string; isSecure: boolean }
  /** A file of the package. */
  | { kind: 'file'; path: string }
  /** A heading or a footnote of the text itself. */
  | { kind: 'here'; id: string }
  /** Anything else: a relative address, or one of a scheme that could run code or read files. Never followed. */
  | { kind: 'none' };

const SCHEMES = new Set(['https:', 'http:', 'mailto:']);

/**
 * Says where an address leads. `fileOf` gives the path of the package's file that an address names, and undefined of
 * any other address. It is asked first, so that the address of a file is never requested from a host.
 */
export function readAddress(address: string, fileOf: (address: string) => string | undefined): MarkdownAddress {
  // The Markdown parser percent-encodes addresses.
  const path = fileOf(percentDecoded(address));
  if (path !== undefined) return { kind: 'file', path };
  if (address.startsWith('#')) return { kind: 'here', id: percentDecoded(address.slice(1)) };
  // Relative addresses do not parse, since there is no base.
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !SCHEMES.has(url.protocol)) return { kind: 'none' };
  const href = shownAddress(address)?.href ?? url.href;
  return { kind: 'outside', href, host: url.host, isSecure: url.protocol === 'https:' };
}

/**
 * The image that an address names, if the page may load it from another host. Only https: the page's policy allows no
 * http.
 */
export function remoteImage(address: MarkdownAddress): { href: string; host: string } | undefined {
  return address.kind === 'outside' && address.isSecure && address.host !== '' ? address : undefined;
}

/**
 * Whether a link's text names a host that the link does not lead to: “https://good.example/login” on a link to
 * evil.example. A text without `https://` or `www.` may name anything, as main.py does.
 */
export function namesAnotherHost(text: string, host: string): boolean {
  const named = /(?:https?:\/\/|www\.)[^\s<>"“”]+/i.exec(text)?.[0].replace(/[\p{Pe}\p{Pf}.,;:!?…']+$/u, '');
  if (named === undefined) return false;
  const address = /^www\./i.test(named) ? `https://${named}` : named;
  const bare = (name: string) => name.replace(/^www\./, '');
  return !URL.canParse(address) || bare(new URL(address).host) !== bare(host);
}
