import type { HostedFile } from '../base/errors.ts';
import type { ListedFiles } from './listing-text.ts';

/** Lists of buckets, as the XML interfaces of Amazon S3 and Google Cloud Storage give them (ListObjects, 1 and 2). */

const START = /^\s*(?:<\?xml[^>]*\?>\s*)?<ListBucketResult[\s>]/;

/** Whether a text begins as such a list. */
export function isBucketList(head: string): boolean {
  return START.test(head.replace(/^\ufeff/, ''));
}

/** The files of a list, with the address of its next part. Names that lead out of the bucket are left out. */
export function parseBucketList(text: string, url: string): ListedFiles | undefined {
  if (!isBucketList(text)) return undefined;
  const files: HostedFile[] = [];
  const bucket = bucketOf(url);
  const isEncoded = elementIn(text.slice(0, text.indexOf('<Contents>')), 'EncodingType') === 'url';
  let last: string | undefined;
  let end = 0;
  for (let at = text.indexOf('<Contents>'); at >= 0; at = text.indexOf('<Contents>', end)) {
    end = text.indexOf('</Contents>', at);
    if (end < 0) break;
    const entry = text.slice(at, end);
    const key = decodedKey(elementIn(entry, 'Key') ?? '', isEncoded);
    last = key;
    const address = addressIn(bucket, key);
    if (address !== undefined)
      files.push({
        path: key,
        url: address,
        size: sizeIn(elementIn(entry, 'Size')),
        date: dateIn(elementIn(entry, 'LastModified')),
      });
  }
  // What follows the last file, or stands before the first one.
  const about = end < 0 ? '' : text.slice(0, Math.max(0, text.indexOf('<Contents>'))) + text.slice(end);
  const hasFolders = about.includes('<CommonPrefixes>');
  return {
    files,
    next: elementIn(about, 'IsTruncated') === 'true' ? nextOf(url, about, last, isEncoded) : undefined,
    note: hasFolders
      ? 'The list names folders, too. Their files are not in it.'
      : end < 0
        ? 'The list is cut off.'
        : undefined,
  };
}

function bucketOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname.replace(/\/$/, '')}`;
}

function nextOf(url: string, about: string, last: string | undefined, isEncoded: boolean): string | undefined {
  const next = new URL(url);
  const token = elementIn(about, 'NextContinuationToken');
  const given = elementIn(about, 'NextMarker');
  const marker = given === undefined ? last : decodedKey(given, isEncoded);
  if (token !== undefined) next.searchParams.set('continuation-token', token);
  else if (marker !== undefined) next.searchParams.set('marker', marker);
  else return undefined;
  return next.href;
}

/** The text of the first element of a name. None has attributes. */
function elementIn(xml: string, name: string): string | undefined {
  const start = xml.indexOf(`<${name}>`);
  const end = start < 0 ? -1 : xml.indexOf(`</${name}>`, start);
  return end < 0 ? undefined : unescaped(xml.slice(start + name.length + 2, end));
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Text of XML or HTML with its characters in place of references to them. Unknown ones stay. */
export function unescaped(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
    const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    const isCharacter = point > 0 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff);
    return isCharacter ? String.fromCodePoint(point) : '\ufffd';
  });
}

function decodedKey(key: string, isEncoded: boolean): string {
  if (!isEncoded) return key;
  try {
    return decodeURIComponent(key.replaceAll('+', ' '));
  } catch {
    return key;
  }
}

/** The address of a file in a bucket. Undefined for a folder, and for a name that an address would change. */
function addressIn(bucket: string, key: string): string | undefined {
  const parts = key.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..')) return undefined;
  return `${bucket}/${parts.map(encodeURIComponent).join('/')}`;
}

/** Bytes as a list states them. */
export function sizeIn(text: string | undefined): number | undefined {
  const size = /^\d{1,16}$/.test(text ?? '') ? Number(text) : Number.NaN;
  return Number.isSafeInteger(size) ? size : undefined;
}

/** A date as a list states it, in milliseconds since 1970. */
export function dateIn(text: string | undefined): number | undefined {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? undefined : at;
}
