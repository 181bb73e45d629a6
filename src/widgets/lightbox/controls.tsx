import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconMinus, IconPlus, IconX, type TablerIcon } from '@tabler/icons-react';
import { formatCount } from '../byte-size.ts';
import classes from './lightbox.module.css';
import type { Point, Size } from './view.ts';

interface HeadProps {
  name: string;
  /** What it is of; it stands before the name. */
  role: string | undefined;
  size: Size | undefined;
  isDrawing: boolean;
  /** Place among the pictures of the page, from 0. Negative where it is gone from the page. */
  at: number;
  count: number;
  onClose(): void;
}

/** The name of the picture, its size, and which one of the page's it is. */
export function Head({ name, role, size, isDrawing, at, count, onClose }: HeadProps) {
  return (
    <div className={classes.bar}>
      <p className={classes.name}>
        <bdi>{role ?? name}</bdi>
      </p>
      {role !== undefined && (
        <p className={classes.file}>
          <bdi>{name}</bdi>
        </p>
      )}
      {size && (
        <p className={classes.fact}>
          {formatCount(Math.round(size.width))} × {formatCount(Math.round(size.height))}
          {isDrawing ? ' drawing' : ' pixels'}
        </p>
      )}
      {count > 1 && at >= 0 && (
        <p className={classes.fact} aria-live="polite">
          {at + 1} of {count}
        </p>
      )}
      <span className={classes.end}>
        <Control label="Close" keys="Esc" Icon={IconX} onClick={onClose} />
      </span>
    </div>
  );
}

interface ControlsProps {
  scale: number | undefined;
  max: number;
  pixel: Point | undefined;
  /** What the pixel is. */
  text: string | undefined;
  /** The pixel was chosen by keys, so it is read out. */
  isByKeys: boolean;
  hasPrevious: boolean;
  hasNext: boolean;
  zoom(direction: 1 | -1): void;
  fit(): void;
  whole(): void;
  step(by: 1 | -1): void;
}

/** Zoom, the pixel under the pointer, previous and next. */
export function Controls({ scale, max, pixel, text, isByKeys, hasPrevious, hasNext, ...on }: ControlsProps) {
  return (
    <div className={classes.bar} data-end>
      <div className={classes.group}>
        <Control label="Zoom out" keys="−" Icon={IconMinus} onClick={() => on.zoom(-1)} />
        <span className={classes.scale}>{scale === undefined ? '' : `${percent(scale)} %`}</span>
        <Control
          label="Zoom in"
          keys="+"
          Icon={IconPlus}
          onClick={() => on.zoom(1)}
          disabled={scale !== undefined && scale >= max}
        />
        <Tooltip label="The whole picture (0)">
          <Button variant="default" size="compact-sm" onClick={on.fit}>
            Fit
          </Button>
        </Tooltip>
        <Tooltip label="Its own size (1)">
          <Button variant="default" size="compact-sm" onClick={on.whole}>
            1:1
          </Button>
        </Tooltip>
      </div>
      <p
        className={classes.pixel}
        aria-live={isByKeys ? 'polite' : 'off'}
        data-pixel={pixel && `${pixel.x},${pixel.y}`}
      >
        {pixel && (
          <>
            <span className={classes.fact}>
              x {pixel.x}, y {pixel.y}
            </span>{' '}
            {text}
          </>
        )}
      </p>
      <div className={classes.group}>
        <Control
          label="Previous picture"
          keys="Page Up"
          Icon={IconChevronLeft}
          onClick={() => on.step(-1)}
          disabled={!hasPrevious}
        />
        <Control
          label="Next picture"
          keys="Page Down"
          Icon={IconChevronRight}
          onClick={() => on.step(1)}
          disabled={!hasNext}
        />
      </div>
    </div>
  );
}

function percent(scale: number): string {
  const value = scale * 100;
  return formatCount(value < 10 ? Math.round(value * 10) / 10 : Math.round(value));
}

interface ControlProps {
  label: string;
  /** The key that does the same. */
  keys: string;
  Icon: TablerIcon;
  onClick(): void;
  disabled?: boolean;
}

/** A button that keeps the focus where there is nothing left for it to do. */
function Control({ label, keys, Icon, onClick, disabled = false }: ControlProps) {
  return (
    <Tooltip label={`${label} (${keys})`}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={label}
        aria-disabled={disabled || undefined}
        data-off={disabled || undefined}
        className={classes.control ?? ''}
        onClick={disabled ? () => {} : onClick}
      >
        <Icon size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
