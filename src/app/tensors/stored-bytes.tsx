import { formatBytes } from '../../base/amounts.ts';
import { HEX_PAGE_BYTES } from '../../base/limits.ts';
import type { FileRange } from '../../model/package.ts';
import { useLoading } from '../../state/hooks.ts';
import { HexView, useHexWidth } from '../../widgets/hex-view/hex-view.tsx';
import { LoadingView } from '../../widgets/loading/loading-view.tsx';
import classes from './tensor-view.module.css';

/** The first bytes of a tensor whose values are not read, as they are in its file. */
export function StoredBytes({ data: { path, start, end = start } }: { data: FileRange }) {
  const { ref, width } = useHexWidth();
  const stop = Math.min(end, start + HEX_PAGE_BYTES);
  const loading = useLoading(`bytes ${start} ${path}`, (actions, options) =>
    actions.readBytes(path, start, stop, options),
  );
  if (stop <= start) return null;
  return (
    <div ref={ref} className={classes.bytes}>
      <p className={classes.line}>
        {stop < end
          ? `The first ${formatBytes(stop - start)} of ${formatBytes(end - start)}, as stored.`
          : 'As stored.'}
      </p>
      <LoadingView of={loading} what="the bytes">
        {(bytes) => <HexView name={path} bytes={bytes} start={start} width={width} />}
      </LoadingView>
    </div>
  );
}
