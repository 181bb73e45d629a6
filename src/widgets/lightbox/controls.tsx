import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconMinus, IconPlus, IconX, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatCount } from '../../base/amounts.ts';
import classes from './lightbox.module.css';
import type { PictureView } from './picture-view.ts';
import { placeOf } from './pixel.ts';
import { pictureSizeText } from './shown-pictures.ts';

interface HeadProps {
  shown: PictureView;
  onClose(): void;
}

/** The name of the picture, its size, and which one of the page's it is. */
export function Head({ shown: { picture, size, at, count }, onClose }: HeadProps) {
  const { role, source } = picture;
  const name = picture.name === '' ? 'Picture' : picture.name;
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
      {size && <p className={classes.fact}>{pictureSizeText(size, source)}</p>}
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
  shown: PictureView;
  /** What the pixel is. */
  text: string | undefined;
  foot?: ReactNode;
}

/** Zoom, the pixel under the pointer, previous and next. */
export function Controls({ shown, text, foot }: ControlsProps) {
  const { picture, view, max, pixel, isPixelByKeys, at, count, actions } = shown;
  const { source } = picture;
  const place = pixel && placeOf(source, pixel);
  const index = pixel && source.kind === 'pixels' ? source.indexAt?.(pixel.x, pixel.y) : undefined;
  return (
    <div className={classes.bar} data-end data-foot={foot !== undefined || undefined}>
      <div className={classes.group}>
        <Control label="Zoom out" keys="−" Icon={IconMinus} onClick={() => actions.zoom(-1)} />
        <span className={classes.scale}>{view && `${percent(view.scale)} %`}</span>
        <Control
          label="Zoom in"
          keys="+"
          Icon={IconPlus}
          onClick={() => actions.zoom(1)}
          disabled={view && view.scale >= max}
        />
        <Tooltip label="The whole picture (0)">
          <Button size="compact-sm" onClick={actions.fit}>
            Fit
          </Button>
        </Tooltip>
        <Tooltip label="Its own size (1)">
          <Button size="compact-sm" onClick={actions.whole}>
            1:1
          </Button>
        </Tooltip>
      </div>
      <p
        className={classes.pixel}
        aria-live={isPixelByKeys ? 'polite' : 'off'}
        data-pixel={place && `${place.x},${place.y}`}
      >
        {place && (
          <>
            <span className={classes.fact}>{index ?? `x ${place.x}, y ${place.y}`}</span> {text}
          </>
        )}
        {foot && !place && <span className={classes.hint}>Point at a pixel for its value.</span>}
      </p>
      {foot && <div className={classes.foot}>{foot}</div>}
      {at >= 0 && (
        <div className={classes.group}>
          <Control
            label="Previous picture"
            keys="Page Up"
            Icon={IconChevronLeft}
            onClick={() => actions.step(-1)}
            disabled={at <= 0}
          />
          <Control
            label="Next picture"
            keys="Page Down"
            Icon={IconChevronRight}
            onClick={() => actions.step(1)}
            disabled={at >= count - 1}
          />
        </div>
      )}
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
  disabled?: boolean | undefined;
}

/** A button that keeps the focus where there is nothing left for it to do. */
function Control({ label, keys, Icon, onClick, disabled = false }: ControlProps) {
  return (
    <Tooltip label={`${label} (${keys})`}>
      <ActionIcon
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
