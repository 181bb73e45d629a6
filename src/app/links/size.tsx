import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { formatCount } from '../../base/amounts.ts';
import { hostText } from '../../base/host.ts';
import { useActions, useApp } from '../../state/hooks.ts';
import { visibleText } from '../../widgets/name-text.tsx';
import { ToneLine } from '../../widgets/severity.tsx';
import { useLinkedContents } from './hooks.ts';
import classes from './size.module.css';

/** A button that asks a host for the sizes of its linked files, then the progress. Nothing once all sizes are known. */
export function SizeLookup({ host }: { host: string }) {
  const { lookUpSizes, cancelLookUp } = useActions();
  const contents = useLinkedContents();
  const sizes = useApp((state) => state.linkSizes);
  const lookup = useApp((state) => state.sizeLookups.get(host));
  const { unknown, refused } = useMemo(() => {
    const wanted = contents.filter(
      ({ hosts, sha256 }) => hosts.includes(host) && sizes.get(sha256)?.size === undefined,
    );
    return { unknown: wanted.length, refused: wanted.filter(({ sha256 }) => sizes.get(sha256)?.host === host).length };
  }, [contents, sizes, host]);
  if (lookup?.phase === 'running')
    return (
      <span className={classes.root} role="status">
        Asking {hostText(host)}: {formatCount(lookup.done)} of {formatCount(lookup.total)}
        <Button size="compact-sm" onClick={() => cancelLookUp(host)}>
          Cancel
        </Button>
      </span>
    );
  if (unknown === 0) return null;
  return (
    <span className={classes.root}>
      <Button size="compact-sm" className={classes.button ?? ''} onClick={() => void lookUpSizes(host)}>
        Look up sizes on {hostText(host)}
      </Button>
      {lookup?.phase === 'failed' || refused > 0 ? (
        <ToneLine as="span" tone="warning" className={classes.failed} role="status">
          {lookup?.phase === 'failed'
            ? visibleText(lookup.error.message)
            : `It does not say the size of ${refused === 1 && unknown === 1 ? 'this file' : formatCount(refused)}`}
        </ToneLine>
      ) : null}
    </span>
  );
}
