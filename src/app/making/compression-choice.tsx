import { SegmentedControl } from '@mantine/core';
import { useId } from 'react';
import type { Making } from './making.ts';
import classes from './new-package.module.css';

const COMPRESSIONS = [
  {
    value: 'zstd',
    label: 'zstd',
    about: 'The usual choice. Smaller, and fast to read. The command unzip skips these files.',
  },
  { value: 'deflate', label: 'Deflate', about: 'Slower. Every zip program can read it.' },
  { value: 'deflate-9', label: 'Deflate, smallest', about: 'The slowest. It saves about one byte in a hundred.' },
  { value: 'stored', label: 'None', about: 'As large as the files.' },
] as const;

/** How the files of a new package are compressed. */
export function CompressionChoice({ making }: { making: Making }) {
  const { compression: value, setCompression, isRunning, maker } = making;
  const isUsual = maker.compression === 'zstd';
  const id = useId();
  return (
    <div>
      <h3 id={id} className={classes.heading}>
        Compression
      </h3>
      <SegmentedControl
        aria-labelledby={id}
        size="sm"
        value={value}
        disabled={isRunning}
        onChange={(next) => setCompression(next as typeof value)}
        data={COMPRESSIONS.map(({ value: of, label }) => ({ value: of, label }))}
      />
      <p className={classes.text}>
        {value === 'zstd' && !isUsual
          ? 'Smaller, and fast to read. Few programs that load such packages can read it.'
          : COMPRESSIONS.find(({ value: of }) => of === value)?.about}
        {value === 'stored' ? '' : ' Files that do not shrink are stored as they are.'}
      </p>
    </div>
  );
}
