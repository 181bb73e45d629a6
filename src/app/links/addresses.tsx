import { IconLoader } from '@tabler/icons-react';
import { formatCount } from '../../base/amounts.ts';
import { MAX_LINK_ATTEMPTS } from '../../base/limits.ts';
import { hostOf } from '../../model/link/linked-content.ts';
import { useWords } from '../../state/hooks.ts';
import type { LinkFetchState } from '../../state/link-slice.ts';
import { AddressText } from '../../widgets/address-text.tsx';
import { Card } from '../../widgets/card.tsx';
import { CopyButton } from '../../widgets/copy-button.tsx';
import { visibleText } from '../../widgets/name-text.tsx';
import { ToneLine } from '../../widgets/severity.tsx';
import { hostInPage } from '../private-host.ts';
import classes from './addresses.module.css';

/** URLs listed here. A hostile link list can give one file thousands. */
const MAX_ADDRESSES = 50;

interface Props {
  urls: readonly string[];
  /** How far fetching is. The outcome of each address is shown below it. */
  fetching: LinkFetchState | undefined;
  /** Whether to show their number above them. */
  titled?: boolean;
}

/** The addresses of a linked file, and the outcome of trying each. */
export function LinkAddresses({ urls, fetching, titled = true }: Props) {
  const rest = urls.length - MAX_ADDRESSES;
  return (
    <div>
      {titled && <p className={classes.heading}>{urls.length === 1 ? 'URL' : `${formatCount(urls.length)} URLs`}</p>}
      <Card as="ul" rows aria-label="URLs" className={classes.list}>
        {urls.slice(0, MAX_ADDRESSES).map((url, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one address may stand twice.
          <li key={index}>
            <span className={classes.address}>
              <span className={classes.host}>
                {hostInPage(hostOf(url) ?? 'No host')}
                {/^http:/i.test(url) && ', not encrypted'}
              </span>
              <AddressText>{url}</AddressText>
              <Outcome url={url} index={index} fetching={fetching} />
            </span>
            <CopyButton value={url} label="Copy URL" kind="address" />
          </li>
        ))}
        {rest > 0 && <li>and {formatCount(rest)} more</li>}
      </Card>
      {urls.length > MAX_LINK_ATTEMPTS && (
        <p className={classes.note}>Boxcutter tries the first {MAX_LINK_ATTEMPTS} of them.</p>
      )}
    </div>
  );
}

function Outcome({ url, index, fetching }: { url: string; index: number; fetching: LinkFetchState | undefined }) {
  const { hashList } = useWords();
  if (!fetching || fetching.phase === 'waiting' || fetching.phase === 'cancelled') return null;
  const failed = fetching.tried[index];
  if (failed?.url === url)
    return (
      <ToneLine as="span" tone="error" className={classes.outcome} data-code={failed.error.code}>
        {visibleText(failed.error.message)}
      </ToneLine>
    );
  // URLs are tried in order: the present one follows those that failed.
  if (index !== fetching.tried.length || fetching.phase === 'failed') return null;
  return fetching.phase === 'done' ? (
    <ToneLine as="span" tone="ok" className={classes.outcome}>
      Sent the file that {hashList} lists
      {fetching.servedFrom === undefined ? '' : `, by a redirect to ${hostInPage(fetching.servedFrom)}`}
    </ToneLine>
  ) : (
    <ToneLine as="span" tone="quiet" Icon={IconLoader} className={classes.outcome}>
      Being read
    </ToneLine>
  );
}
