import { ActionIcon, Tooltip } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconLayoutGrid } from '@tabler/icons-react';
import { IconButton } from '../../icon-button.tsx';
import classes from './batch-bar.module.css';

interface Props {
  /** What the picture is numbered by: "3", or "3, 0" where two dimensions do. */
  index: string;
  /** Its place among all, from 0. */
  at: number;
  count: number;
  onGo(at: number): void;
  onAll(): void;
}

/** Leads from one picture of a batch to those beside it, and back to all. */
export function BatchBar({ index, at, count, onGo, onAll }: Props) {
  return (
    <div className={classes.root}>
      <IconButton Icon={IconLayoutGrid} onClick={onAll}>
        All pictures
      </IconButton>
      <div className={classes.beside}>
        <Step label="Previous picture" keys="Page Up" Icon={IconChevronLeft} to={at - 1} count={count} onGo={onGo} />
        <span className="visually-hidden" aria-live="polite">
          Picture {index}
        </span>
        <span className={classes.index} aria-hidden>
          Picture {index}
        </span>
        <Step label="Next picture" keys="Page Down" Icon={IconChevronRight} to={at + 1} count={count} onGo={onGo} />
      </div>
    </div>
  );
}

interface StepProps extends Pick<Props, 'count' | 'onGo'> {
  label: string;
  keys: string;
  Icon: typeof IconChevronLeft;
  to: number;
}

/** A button that keeps the focus at the last picture. */
function Step({ label, keys, Icon, to, count, onGo }: StepProps) {
  const isOff = to < 0 || to >= count;
  return (
    <Tooltip label={`${label} (${keys})`}>
      <ActionIcon
        size="md"
        className={classes.step ?? ''}
        aria-label={label}
        aria-disabled={isOff || undefined}
        data-off={isOff || undefined}
        onClick={() => !isOff && onGo(to)}
      >
        <Icon size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
