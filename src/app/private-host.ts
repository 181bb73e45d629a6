import { hostText, leadsInside } from '../base/host.ts';

/**
 * Whether a URL leads from the public host of this page to this computer or into a local network. A page that is there
 * itself, as during development, is not led anywhere new.
 */
export function isPrivateFor(url: string): boolean {
  return leadsInside(window.location.href, url);
}

/** A host as people may read it, with its port. Says where it is in the network of whoever reads, and the page is not. */
export function hostInPage(host: string): string {
  return `${hostText(host)}${isPrivateFor(`https://${host}`) ? ', your own network' : ''}`;
}
