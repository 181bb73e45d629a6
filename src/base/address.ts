import { hostText } from './host.ts';
import { isRightToLeft, quote, shortened, visibleText } from './text.ts';

/** A web address as it may be shown. */
export interface ShownAddress {
  /** As people read it. It names the host that is asked, on one line, from left to right. */
  text: string;
  /** As the browser asks for it: in ASCII, without a user name and password. For links, tooltips and the clipboard. */
  href: string;
  /** The host, as people read it. */
  host: string;
  /** What of the written address is in neither, in words: "user name left out". */
  note?: string;
}

/**
 * How to show an http or https address that a stranger wrote. Undefined of any other text. The address may be written
 * to mislead: `https://github.com@evil.example` leads to evil.example, and a Cyrillic “а” looks like a Latin one.
 */
export function shownAddress(written: string): ShownAddress | undefined {
  const url = URL.canParse(written) ? new URL(written) : undefined;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined;
  const note = noteOf(written, url);
  url.username = '';
  url.password = '';
  const { href } = url;
  const start = `${url.protocol}//${url.host}`;
  const host = hostText(url.host);
  const rest = href.slice(start.length);
  const text = isPlain(written, start) ? written : `${url.protocol}//${host}${rest.replace(ENCODED, readable)}`;
  return { text, href, host, note };
}

/** `text` of an address with its note, for a sentence or a tooltip. Of a text that is not a web address, `visibleText`. */
export function addressText(written: string): string {
  const shown = shownAddress(written);
  return shown ? withNote(shown.text, shown.note) : visibleText(written);
}

/** `href` of an address with its note, for a tooltip. Of a text that is not a web address, `visibleText`. */
export function addressTitle(written: string): string {
  const shown = shownAddress(written);
  return shown ? withNote(shown.href, shown.note) : visibleText(written);
}

/** `addressText` in quotation marks, cut to a readable length, to stand in a sentence. */
export function quoteAddress(written: string): string {
  const shown = shownAddress(written);
  return shown ? withNote(`“${shortened(shown.text)}”`, shown.note) : quote(written);
}

function withNote(text: string, note: string | undefined): string {
  return note === undefined ? text : `${text} (${note})`;
}

function noteOf(written: string, { username, password }: URL): string | undefined {
  const left: string[] = [];
  if (username !== '') left.push('user name');
  if (password !== '') left.push('password');
  // The URL parser drops them too.
  if (/[\t\n\r]|^\p{Cc}|\p{Cc}$/u.test(written)) left.push('control characters');
  return left.length === 0 ? undefined : `${left.join(', ')} left out`;
}

/** Whether an address can be shown as it is written: printable ASCII that begins with the host that is asked. */
function isPlain(written: string, start: string): boolean {
  return (
    /^[!-~]+$/.test(written) &&
    !start.includes('xn--') &&
    written.slice(0, start.length).toLowerCase() === start &&
    /^[/?#]|^$/.test(written.slice(start.length))
  );
}

const ENCODED = /(?:%[89A-F][0-9A-F])+/g;

/**
 * Letters and digits that a path has percent-encoded. Text from right to left stays encoded: it would move the host.
 */
function readable(encoded: string): string {
  try {
    const text = decodeURIComponent(encoded);
    const isReadable = /^[\p{L}\p{M}\p{N}]+$/u.test(text) && !isRightToLeft(text) && visibleText(text) === text;
    return isReadable ? text : encoded;
  } catch {
    return encoded;
  }
}

/** A text without percent-encoding. One that is encoded incorrectly stays as it is. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The scheme of an absolute address, with its colon: `https:`. Undefined for any other text. */
export function schemeOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).protocol : undefined;
}

/**
 * Names of query parameters that give access to whoever has the address: signatures of S3, Google, Azure, CloudFront
 * and other stores of objects, tokens, keys and passwords. A name that only sounds like one costs little: the address
 * is not kept, and sharing it asks.
 */
const SECRET_PARAMETER =
  /sig(?:nature)?$|token|auth|jwt|hmac|^hm$|^hdnts?$|credential|secret|passw|api_?key|^(?:key|rlkey)$/i;

/**
 * Whether an address holds a signature or a token: it then gives access to whoever has it. False of a text that is no
 * address.
 */
export function isSigned(address: string): boolean {
  if (!URL.canParse(address)) return false;
  return [...new URL(address).searchParams.keys()].some((name) => SECRET_PARAMETER.test(name));
}
