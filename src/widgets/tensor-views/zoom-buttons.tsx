import { ActionIcon } from '@mantine/core';
import { IconZoomIn, IconZoomOut, IconZoomReset } from '@tabler/icons-react';
import classes from './zoom-buttons.module.css';

interface Props {
  /** Whether nothing is left to zoom in to, and whether all is shown. */
  isClose: boolean;
  isWhole: boolean;
  /** Times as close as now. */
  onZoom(factor: number): void;
  onWhole(): void;
}

/** Zooms a drawing, for those who have no wheel. */
export function ZoomButtons({ isClose, isWhole, onZoom, onWhole }: Props) {
  const buttons = [
    ['Zoom out', IconZoomOut, isWhole, () => onZoom(1 / 2)],
    ['Zoom in', IconZoomIn, isClose, () => onZoom(2)],
    ['Show all', IconZoomReset, isWhole, onWhole],
  ] as const;
  return (
    <span className={classes.root}>
      {buttons.map(([label, Icon, isOff, act]) => (
        <ActionIcon
          key={label}
          variant="subtle"
          color="gray"
          size="md"
          aria-label={label}
          title={label}
          disabled={isOff}
          onClick={act}
        >
          <Icon size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      ))}
    </span>
  );
}
