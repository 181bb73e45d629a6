import { SegmentedControl } from '@mantine/core';
import { useId } from 'react';
import classes from './new-package.module.css';

const COMPRESSIONS = [
  {
    value: 'zstd',
    label: 'zstd',
    about: 'The usual choice. Smaller, and fast to read. The command unzip skips these files.',
  },
  { value: 'deflate', label: 'Deflate', about: 'Slower. Every zip program can read it.' },
  { value: 'stored', label: 'None', about: 'As large as the files.' },
] as const;

export type Compression = (typeof COMPRESSIONS)[number]['value'];

interface Props {
  value: Compression;
  onChange(value: Compression): void;
  disabled: boolean;
}

/** How the files of a new package are compressed. */
export function CompressionChoice({ value, onChange, disabled }: Props) {
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
        disabled={disabled}
        onChange={(next) => onChange(next as Compression)}
        data={COMPRESSIONS.map(({ value: of, label }) => ({ value: of, label }))}
      />
      <p className={classes.text}>
        {COMPRESSIONS.find(({ value: of }) => of === value)?.about}
        {value === 'stored' ? '' : ' Files that do not shrink are stored as they are.'}
      </p>
    </div>
  );
}
