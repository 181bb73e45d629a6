import { Button } from '@mantine/core';
import { IconTool } from '@tabler/icons-react';
import type { MouseEventHandler } from 'react';
import classes from './fix-button.module.css';
import { visibleText } from './name-text.tsx';

interface Props {
  /** What it does: "Write the license as MIT". */
  name: string;
  onClick: MouseEventHandler<HTMLButtonElement>;
}

/** Mends a finding. */
export function FixButton({ name, onClick }: Props) {
  return (
    <Button size="xs" className={classes.root ?? ''} leftSection={<IconTool size={14} aria-hidden />} onClick={onClick}>
      Fix: {visibleText(name)}
    </Button>
  );
}
