import { percentDecoded } from '../base/address.ts';
import type { HostedFile } from '../base/errors.ts';
import { dateIn, sizeIn, unescaped } from './listing-bucket.ts';
import type { ListedFiles } from './listing-text.ts';

/** Pages of folders as nginx, Apache and Python's http.server make them. */

const TITLE = /<title>\s*(?:Index of|Directory listing for)\s/i;

/** Whether a text begins as such a page. */
export function isFolderPage(head: string): boolean {
  return /^\s*<(?:!doctype html|html)/i.test(head.replace(/^\ufeff/, '')) && TITLE.test(head);
}

/** A link of a page. What comes before the next one may say its date and size. */
const LINK = /<a\s[^<>]{0,200}?href=(?:"([^"<>]{1,2000})"|'([^'<>]{1,2000})')[^<>]{0,500}>/gi;

/** Characters behind a link in which its date and size are. */
const BEHIND = 600;

/** The files that a page links to, below its own folder. Other links are of other pages, and of orders of the list. */
export function parseFolderPage(text: string, url: string): ListedFiles | undefined {
  const folder = new URL(url);
  // A page that is a file lists its folder.
  if (/\/index\.html?$/i.test(folder.pathname)) folder.pathname = folder.pathname.replace(/[^/]+$/, '');
  if (!folder.pathname.endsWith('/')) folder.pathname += '/';
  folder.search = '';
  folder.hash = '';
  const files = new Map<string, HostedFile>();
  let hasFolders = false;
  for (const { 1: quoted, 2: href = quoted ?? '', index, 0: whole } of text.matchAll(LINK)) {
    const to = unescaped(href);
    const address = URL.canParse(to, folder.href) ? new URL(to, folder.href) : undefined;
    if (!address?.href.startsWith(folder.href) || address.search !== '' || address.href === folder.href) continue;
    address.hash = '';
    const path = percentDecoded(address.href.slice(folder.href.length));
    if (path.split('/').includes('..')) continue;
    if (path.endsWith('/')) hasFolders = true;
    else if (!files.has(path)) {
      const at = index + whole.length;
      files.set(path, { path, url: address.href, ...aboutIn(text.slice(at, at + BEHIND)) });
    }
  }
  return {
    files: [...files.values()],
    note: hasFolders ? 'The list names folders, too. Their files are not in it.' : undefined,
  };
}

/** The date and the size behind a link: of nginx "22-Nov-2026 10:05  1234", of Apache "2026-11-22 10:05". */
function aboutIn(behind: string): Pick<HostedFile, 'size' | 'date'> {
  const end = behind.search(/<a\s/i);
  const words = behind.slice(behind.indexOf('</a>') + 4, end < 0 ? undefined : end).replace(/<[^<>]{0,200}>/g, ' ');
  const [, day, time, size] =
    /(\d{2}-[A-Z][a-z]{2}-\d{4}|\d{4}-\d{2}-\d{2})\s+(\d{2}:\d{2})(?:\s+(\d+)(?![\d.KMGT]))?/.exec(words) ?? [];
  return {
    size: sizeIn(size),
    date: day === undefined ? undefined : dateIn(`${day.replaceAll('-', ' ')} ${time} UTC`),
  };
}
