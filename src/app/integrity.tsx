import { IconCircleDashed, IconCircleOff } from '@tabler/icons-react';
import type { Package } from '../model/package.ts';
import { formatNumberOf } from '../widgets/byte-size.ts';
import classes from './integrity.module.css';

/** Whether the package's bytes are what its MANIFEST says. Opening reads no content, so here that is not known yet. */
export function Integrity({ of }: { of: Package }) {
  const listed = of.files.filter((file) => file.sha256 !== undefined).length;
  const text =
    of.format !== 'carton'
      ? 'This archive has no MANIFEST to check against'
      : listed === 0
        ? 'No MANIFEST to check against'
        : `${formatNumberOf(listed, 'file')} in MANIFEST, not checked against it`;
  const Icon = listed === 0 ? IconCircleOff : IconCircleDashed;
  return (
    <div role="status" aria-label="Integrity" data-integrity="unverified" className={classes.root}>
      <Icon size={16} stroke={1.75} aria-hidden />
      <span>Integrity: {text}</span>
    </div>
  );
}
