import { ActionIcon, NumberInput, Slider } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, type TablerIcon } from '@tabler/icons-react';
import { formatCount } from '../../base/amounts.ts';
import classes from './lead.module.css';

interface LeadProps {
  /** Sizes of the leading dimensions. */
  sizes: readonly number[];
  /** The chosen index of each. */
  lead: readonly number[];
  onLead(lead: number[]): void;
}

/** Chooses the plane that a grid shows: one index for each leading dimension, except those of size 1. */
export function TensorGridLead({ sizes, lead, onLead }: LeadProps) {
  return (
    <div className={classes.root}>
      {sizes.map((size, dimension) =>
        size <= 1 ? null : (
          <IndexField
            // biome-ignore lint/suspicious/noArrayIndexKey: a dimension is its position.
            key={dimension}
            label={`Dimension ${dimension}`}
            count={size}
            value={lead[dimension] ?? 0}
            onValue={(index) => onLead(lead.map((old, at) => (at === dimension ? index : old)))}
            hasSteps
          />
        ),
      )}
    </div>
  );
}

interface GotoProps {
  rows: number;
  columns: number;
  /** The chosen cell. */
  row: number;
  column: number;
  onChoose(row: number, column: number): void;
}

/** An axis with more cells than this does not fit the screen. */
const SEEN_ROWS = 16;
const SEEN_COLUMNS = 12;

/**
 * Goes to a cell by its index. It has a field for each axis that does not fit the screen, and is left out where both
 * fit.
 */
export function TensorGridGoto({ rows, columns, row, column, onChoose }: GotoProps) {
  if (rows <= SEEN_ROWS && columns <= SEEN_COLUMNS) return null;
  const rowNames = columns === 1 ? { label: 'Index', name: 'Index' } : { label: 'Row' };
  return (
    <div className={classes.root}>
      {rows > SEEN_ROWS && <IndexField {...rowNames} count={rows} value={row} onValue={(to) => onChoose(to, column)} />}
      {columns > SEEN_COLUMNS && (
        <IndexField label="Column" count={columns} value={column} onValue={(to) => onChoose(row, to)} />
      )}
    </div>
  );
}

interface FieldProps {
  label: string;
  /** The accessible name of the field itself. */
  name?: string;
  /** The index is below this. */
  count: number;
  value: number;
  onValue(value: number): void;
  /** It has buttons for the index before and after, and a slider. */
  hasSteps?: boolean;
}

/** A field for an index, as large as 0 to `count` - 1 allow. */
function IndexField({ label, name = `${label} index`, count, value, onValue, hasSteps = false }: FieldProps) {
  const step = (Icon: TablerIcon, act: string, to: number) =>
    hasSteps && (
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={`${label}: ${act}`}
        disabled={to < 0 || to === count}
        onClick={() => onValue(to)}
      >
        <Icon size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    );
  return (
    <div className={classes.dimension}>
      <span className={classes.label}>{label}</span>
      {step(IconChevronLeft, 'previous', value - 1)}
      <NumberInput
        className={classes.input ?? ''}
        size="sm"
        aria-label={`${name}, 0 to ${formatCount(count - 1)}`}
        value={value}
        min={0}
        max={count - 1}
        clampBehavior="strict"
        allowDecimal={false}
        allowNegative={false}
        hideControls
        onChange={(to) => typeof to === 'number' && to !== value && onValue(to)}
      />
      {step(IconChevronRight, 'next', value + 1)}
      <span className={classes.of}>of {formatCount(count)}</span>
      {hasSteps && count > 8 && (
        <Slider
          className={classes.slider ?? ''}
          size="sm"
          thumbLabel={name}
          label={null}
          min={0}
          max={count - 1}
          value={value}
          onChange={onValue}
        />
      )}
    </div>
  );
}
