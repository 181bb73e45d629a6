import { useMemo } from 'react';
import { formatNumberOf } from '../../base/amounts.ts';
import { decodeUtf8 } from '../../base/bytes.ts';
import type { FileDiff } from '../../model/pair/file-diffs.ts';
import { useFileBytes } from '../../state/hooks.ts';
import type { PairSide, PairSides } from '../../state/pair-slice.ts';
import { textDiff } from '../../widgets/text-diff/hunks.ts';
import classes from './pair-summary.module.css';

/** Bytes of a file whose lines are counted unasked: a long source file. */
const MAX_COUNTED_BYTES = 256 * 1024;

/** How many lines of a changed text were added and removed. Nothing of what is large, on a host or not text. */
export function ChangedLines({ sides, file }: { sides: PairSides; file: FileDiff }) {
  const old = useSmallText(sides.before, file.before);
  const now = useSmallText(sides.after, file.after);
  const counts = useMemo(() => (old === undefined || now === undefined ? undefined : textDiff(old, now)), [old, now]);
  if (!counts) return null;
  const parts = [
    counts.added > 0 && `${formatNumberOf(counts.added, 'line')} added`,
    counts.removed > 0 && `${formatNumberOf(counts.removed, 'line')} removed`,
  ].filter((part) => part !== false);
  return <span className={classes.about}> {parts.join(', ')}</span>;
}

function useSmallText({ of, package: pkg }: PairSide, file: FileDiff['before']): string | undefined {
  const isRead = file?.size !== undefined && file.size <= MAX_COUNTED_BYTES && pkg.servedFrom === undefined;
  const bytes = useFileBytes(isRead ? file.path : undefined, 0, MAX_COUNTED_BYTES, { of });
  if (bytes.status !== 'ready' || bytes.value.includes(0)) return undefined;
  return decodeUtf8(bytes.value);
}
