import { hostText } from '../../base/host.ts';
import { hostsOf } from '../../model/link/linked-content.ts';
import { ToneLine } from '../../widgets/severity.tsx';
import { isPrivateFor } from '../private-host.ts';

/** The hosts of these URLs that are in the reader's own network, while the page is not. */
export function privateHostsOf(urls: readonly string[]): string[] {
  return hostsOf(urls.filter(isPrivateFor));
}

/** Says which hosts of a stranger's links are in the reader's own network, before anything asks them. */
export function PrivateHosts({ urls }: { urls: readonly string[] }) {
  const hosts = privateHostsOf(urls);
  const [first] = hosts;
  if (first === undefined) return null;
  const others = hosts.length === 1 ? 'is' : `and ${hosts.length - 1} more of these hosts are`;
  return (
    <ToneLine tone="warning">
      {hostText(first)} {others} this computer or in your own network. Fetch from there only if you expect that.
    </ToneLine>
  );
}
