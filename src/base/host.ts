/**
 * Scripts that one label of a host may be written in. Japanese, Chinese and Korean are written in several at once
 * (UTS 39, "highly restrictive"). Latin has a list of its own, and no label mixes it with another script.
 */
const CJK = [
  ['Hani', 'Hira', 'Kana'],
  ['Hani', 'Bopo'],
  ['Hani', 'Hang'],
];

/**
 * Other scripts in everyday use (UAX 31, table 5). Their letters may look like Latin ones, so the whole host must be in
 * one. None from right to left: browsers would draw a path that begins with a number before such a host.
 */
const OTHERS = 'Armn Beng Cyrl Deva Ethi Geor Grek Gujr Guru Khmr Knda Laoo Mlym Mymr Orya Sinh Taml Telu Thai Tibt'
  .split(' ')
  .map((script) => [script]);

// Not ・ (U+30FB), which looks like a dot.
const labelIn = (scripts: readonly string[]) =>
  new RegExp(`^(?:(?!\\u30fb)[${scripts.map((name) => `\\p{scx=${name}}`).join('')}]|[0-9-])+$`, 'u');

const CJK_LABELS = CJK.map(labelIn);
const OTHER_LABELS = OTHERS.map(labelIn);

/**
 * Letters of Latin alphabets: Latin-1, Latin Extended-A, Romanian and Vietnamese. Not ı, ĸ and ŀ, which look like
 * others, and nothing from the phonetic alphabet.
 */
const LATIN_LABEL =
  /^[a-z0-9\u00e0-\u00f6\u00f8-\u0130\u0132-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u017e\u01a1\u01b0\u0219\u021b\u1ea0-\u1ef9-]+$/u;

/** Characters of a host in the DNS (RFC 1035). A longer one leads nowhere, so nobody needs to read it. */
const MAX_HOST_LENGTH = 253;

/**
 * A host as people may read it. `host` is as `URL.host` gives it: in ASCII, with its port. International names
 * (`xn--bcher-kva.example`) are written in their own letters (`bücher.example`) only if those are of one script, so
 * that none can pass for a Latin letter; otherwise the host stays in ASCII.
 */
export function hostText(host: string): string {
  if (!host.includes('xn--') || host.length > MAX_HOST_LENGTH) return host;
  const port = /:\d+$/.exec(host)?.[0] ?? '';
  const name = host.slice(0, host.length - port.length);
  const labels = name.split('.').map((label) => (label.startsWith('xn--') ? decodeLabel(label.slice(4)) : label));
  if (!isOneScript(labels)) return host;
  const text = labels.join('.');
  // The URL parser has the last word on what the letters stand for.
  return URL.canParse(`https://${text}`) && new URL(`https://${text}`).host === name ? text + port : host;
}

function isOneScript(labels: readonly string[]): boolean {
  const named = labels.filter((label) => label !== '');
  const others = named.filter((label) => !LATIN_LABEL.test(label));
  if (CJK_LABELS.some((script) => others.every((label) => script.test(label)))) return true;
  return OTHER_LABELS.some((script) => named.every((label) => script.test(label)));
}

/** Decodes a label without its `xn--` (RFC 3492, 6.2). Empty where it cannot be decoded. */
function decodeLabel(label: string): string {
  const cut = label.lastIndexOf('-');
  const points = Array.from(label.slice(0, Math.max(cut, 0)), (char) => char.codePointAt(0) as number);
  let point = 128;
  let bias = 72;
  let place = 0;
  for (let at = cut + 1; at < label.length; ) {
    const before = place;
    let weight = 1;
    for (let k = 36; ; k += 36) {
      const digit = 'abcdefghijklmnopqrstuvwxyz0123456789'.indexOf(label[at++] ?? '?');
      if (digit < 0) return '';
      place += digit * weight;
      const threshold = Math.min(26, Math.max(1, k - bias));
      if (digit < threshold) break;
      weight *= 36 - threshold;
    }
    const length = points.length + 1;
    bias = adapted(place - before, length, before === 0);
    point += Math.floor(place / length);
    place %= length;
    // Also where it is not a number, after an overflow.
    if (!(point <= 0x10ffff)) return '';
    points.splice(place++, 0, point);
  }
  return String.fromCodePoint(...points);
}

/** The bias for the next number (RFC 3492, 6.1). */
function adapted(delta: number, length: number, isFirst: boolean): number {
  let left = Math.floor(delta / (isFirst ? 700 : 2));
  left += Math.floor(left / length);
  let k = 0;
  for (; left > 455; k += 36) left = Math.floor(left / 35);
  return k + Math.floor((36 * left) / (left + 38));
}

/** Whether a host is this computer. `host` is as `URL.hostname` gives it. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** Networks that the rest of the world cannot reach (RFC 6890, tables 1 to 16), as the first bytes of an address. */
const PRIVATE_V4 =
  /^(?:0|10|127|169\.254|192\.168|192\.0\.0|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])|198\.1[89])\./;

/** The same of IPv6: unspecified, loopback, unique local (RFC 4193), and link-local. */
const PRIVATE_V6 = /^(?:::1?|f[cd][0-9a-f]{2}:.*|fe[89ab][0-9a-f]:.*)$/;

/**
 * An IPv4 address in one of IPv6: compatible or mapped (RFC 4291, 2.5.5), translated (RFC 2765, RFC 6052, RFC 8215), or
 * of 6to4 (RFC 3056), where zeros at its end may be left out.
 */
const V4_IN_V6 =
  /^(?:(?:::|::ffff:|::ffff:0:|64:ff9b::|64:ff9b:1::)([0-9a-f]{1,4}):([0-9a-f]{1,4})|2002:([0-9a-f]{1,4}):([0-9a-f]{0,4})(?::.*)?)$/;

/**
 * Names that only lead somewhere in a local network (RFC 6762 with appendix G, RFC 8375, and what routers call it by
 * default).
 */
const PRIVATE_NAME = /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa)$/;

/**
 * Whether a host is this computer or in a local network, by its name or address alone: a public name may lead there
 * too. `host` is as `URL.hostname` gives it, or an address.
 */
export function isPrivateHost(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const inner = V4_IN_V6.exec(name);
  if (inner) {
    const [high = 0, low = 0] = inner.slice(1).flatMap((part) => (part === undefined ? [] : [Number(`0x0${part}`)]));
    return isPrivateHost([high >> 8, high & 255, low >> 8, low & 255].join('.'));
  }
  if (name.includes(':')) return PRIVATE_V6.test(name);
  if (/^\d+(?:\.\d+){3}$/.test(name)) return PRIVATE_V4.test(name);
  // A name without a dot is one of the local network.
  return PRIVATE_NAME.test(name) || !name.includes('.');
}

/**
 * Whether a URL leads from outside into this computer or a local network: `to` is there by `isPrivateHost`, and `from`
 * is not. Whoever is there already is led nowhere new. Both are whole URLs; what is not a URL leads nowhere.
 */
export function leadsInside(from: string, to: string): boolean {
  const [first, next] = [from, to].map((url) => (URL.canParse(url) ? new URL(url).hostname : undefined));
  return first !== undefined && next !== undefined && isPrivateHost(next) && !isPrivateHost(first);
}
