import { grouped } from '../../base/amounts.ts';
import { hostText, isLoopback, isPrivateHost } from '../../base/host.ts';
import { MAX_ADDRESS_LENGTH } from '../../base/limits.ts';

/**
 * Why a URL cannot be that of a linked file, in a sentence; undefined where it can. A link must be https, and plain
 * http only of this computer, where people try things out. A user name or password in it would be published.
 */
export function linkUrlProblem(url: string): string | undefined {
  if (url.trim() !== url || url === '') return url === '' ? 'Enter a URL.' : 'A URL has no spaces around it.';
  if (url.length > MAX_ADDRESS_LENGTH) return grouped`The URL has more than ${MAX_ADDRESS_LENGTH} characters.`;
  if (!URL.canParse(url)) return 'This is not a URL. It begins with https://.';
  const { protocol, hostname, username, password, hash } = new URL(url);
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname)))
    return 'The URL must begin with https://, or with http:// on this computer.';
  if (username !== '' || password !== '')
    return 'The URL contains a user name or password, which everybody could read.';
  return hash === '' ? undefined : 'Leave out what follows the #: it is not sent to the host.';
}

/**
 * Why a link may work here but not for others, in a sentence: the host of its URL is this computer or in a local
 * network, by its name or address alone. Undefined for other hosts.
 *
 * @param url one that has no `linkUrlProblem`, so that plain http is that of this computer
 */
export function linkUrlCaveat(url: string): string | undefined {
  const { protocol, host, hostname } = new URL(url);
  if (!isPrivateHost(hostname)) return undefined;
  const end = protocol === 'http:' ? ', and is not encrypted.' : '.';
  return `The URL leads to ${hostText(host)}, which others cannot reach${end}`;
}
