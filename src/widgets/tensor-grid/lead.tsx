import { ActionIcon, NumberInput, Slider } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, type TablerIcon } from '@tabler/icons-react';
import { formatCount } from '../byte-size.ts';
import classes from './lead.module.css';

interface Props {
  /** Sizes of the leading dimensions. */
  sizes: readonly number[];
  /** The chosen index of each. */
  lead: readonly number[];
  onLead(lead: number[]): void;
}

/** Chooses the plane that a grid shows: one index for each leading dimension, except those of size 1. */
export function TensorGridLead({ sizes, lead, onLead }: Props) {
  const set = (dimension: number, index: number) => {
    const size = sizes[dimension] ?? 1;
    const next = Math.min(size - 1, Math.max(0, Math.trunc(index)));
    onLead(lead.map((old, at) => (at === dimension ? next : old)));
  };
  return (
    <div className={classes.root}>
      {sizes.map((size, dimension) => {
        if (size <= 1) return null;
        const index = lead[dimension] ?? 0;
        const label = `Dimension ${dimension}`;
        const step = (Icon: TablerIcon, name: string, disabled: boolean, to: number) => (
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={name}
            disabled={disabled}
            onClick={() => set(dimension, to)}
          >
            <Icon size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        );
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a dimension is its position.
          <div key={dimension} className={classes.dimension}>
            <span className={classes.label}>{label}</span>
            {step(IconChevronLeft, `${label}: previous`, index === 0, index - 1)}
            <IndexInput
              label={`${label} index`}
              count={size}
              value={index}
              onValue={(value) => set(dimension, value)}
            />
            {step(IconChevronRight, `${label}: next`, index === size - 1, index + 1)}
            <span className={classes.of}>of {formatCount(size)}</span>
            {size > 8 && (
              <Slider
                className={classes.slider ?? ''}
                size="sm"
                thumbLabel={`${label} index`}
                label={null}
                min={0}
                max={size - 1}
                value={index}
                onChange={(value) => set(dimension, value)}
              />
            )}
          </div>
        );
      })}
    </div>
  );
}

interface IndexProps {
  label: string;
  /** The index is below this. */
  count: number;
  value: number;
  onValue(value: number): void;
}

/** A field for an index, as large as 0 to `count` - 1 allow. */
export function IndexInput({ label, count, value, onValue }: IndexProps) {
  return (
    <NumberInput
      className={classes.input ?? ''}
      size="sm"
      aria-label={`${label}, 0 to ${formatCount(count - 1)}`}
      value={value}
      min={0}
      max={count - 1}
      clampBehavior="strict"
      allowDecimal={false}
      allowNegative={false}
      hideControls
      onChange={(to) => typeof to === 'number' && to !== value && onValue(to)}
    />
  );
}
