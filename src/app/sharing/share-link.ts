import { isSigned } from '../../base/address.ts';
import { hostText, isPrivateHost } from '../../base/host.ts';
import { type Inside, insideHref, OUTERMOST, type Place, placeHref } from '../../model/place.ts';
import { visibleText } from '../../widgets/name-text.tsx';
import { TAB_WORDS } from '../package/tab.ts';
import type { SharedHash } from './shared-hash.ts';

/** What a link to a package leads to. */
export interface ShareTarget {
  /** The address of the package as the link shall have it. */
  url: string;
  /** Where an inner package lies in that one. */
  inside?: Inside | undefined;
  /** The place it opens at. Undefined for the first tab. */
  place?: Place | undefined;
  /** What the file is now, so that whoever opens the link sees whether it is still the same. */
  hash?: SharedHash | undefined;
  /** Without the shell, for a frame of another site. */
  embed?: boolean;
}

/** A link that opens a package in Boxcutter. `page` is Boxcutter's own address; its query and fragment are dropped. */
export function shareLink(page: string, { url, inside = OUTERMOST, place, hash, embed = false }: ShareTarget): string {
  const { origin, pathname } = new URL(page);
  const query = `?${embed ? 'embed=1&' : ''}url=${encodeAddress(url)}${hash ? `&${hash.kind}=${hash.sha256}` : ''}`;
  const fragment = place ? placeHref(place, inside) : inside.length > 0 ? insideHref(inside) : '';
  return `${origin}${pathname}${query}${encodeMarks(fragment)}`;
}

/** Encodes an address for a query. It stays readable, without marks that chats and mails take for the end of a link. */
function encodeAddress(url: string): string {
  return encodeMarks(
    encodeURIComponent(url.replace(/\p{Surrogate}/gu, '\ufffd'))
      .replaceAll('%3A', ':')
      .replaceAll('%2F', '/'),
  );
}

function encodeMarks(text: string): string {
  return text.replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** HTML that shows the page `src` in a frame. `title` is a stranger's text. */
export function embedSnippet(src: string, title: string): string {
  return `<iframe
  src="${escaped(src)}"
  title="${escaped(visibleText(title))}"
  width="100%" height="720" style="border: 0"
  loading="lazy" allow="clipboard-write"></iframe>`;
}

/** What the badge says, and where its picture is: beside the page, so that no other host draws it. */
export const BADGE_TEXT = 'Open in Boxcutter';
const BADGE_PICTURE = 'badge.svg';

/** The address of the badge's picture. `page` is Boxcutter's own address; its query and fragment are dropped. */
export function badgePicture(page: string): string {
  const { origin, pathname } = new URL(page);
  return new URL(BADGE_PICTURE, `${origin}${pathname}`).href;
}

/** Markdown for a badge that leads to `link`, which `shareLink` made. */
export function badgeMarkdown(page: string, link: string): string {
  return `[![${BADGE_TEXT}](${badgePicture(page)})](${link})`;
}

/** HTML for a badge that leads to `link`. */
export function badgeHtml(page: string, link: string): string {
  return `<a href="${escaped(link)}"><img src="${escaped(badgePicture(page))}" alt="${BADGE_TEXT}" height="20"></a>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A place in words: `Files › model/model.pt`. */
export function placeText({ tab, item, part }: Place): string {
  const { label } = TAB_WORDS[tab];
  const chosen = item ?? part;
  return chosen === undefined ? label : `${label} › ${visibleText(chosen)}`;
}

/**
 * Reasons, as sentences, why a link may work for the person who makes it but not for others. `page` is Boxcutter's
 * address, `url` the file's.
 */
export function linkCaveats(page: string, url: string): string[] {
  const viewer = new URL(page);
  const file = URL.canParse(url) ? new URL(url) : undefined;
  const caveats: string[] = [];
  if (isPrivateHost(viewer.hostname)) {
    caveats.push(
      `This Boxcutter runs at ${hostText(viewer.host)}, which others cannot reach. The link works only here.`,
    );
  }
  if (!file) return caveats;
  if (isPrivateHost(file.hostname)) {
    if (file.host !== viewer.host) caveats.push(`The file is on ${hostText(file.host)}, which others cannot reach.`);
  } else if (file.protocol === 'http:') {
    caveats.push('The file’s URL begins with http://, which a Boxcutter on https:// cannot read.');
  }
  if (isSigned(url)) {
    caveats.push(
      'The file’s URL is signed. The link gives access to anyone who has it, and stops working when the signature expires.',
    );
  }
  return caveats;
}
