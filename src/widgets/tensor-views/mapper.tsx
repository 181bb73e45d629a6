import { ActionIcon, NativeSelect, NumberInput, Slider } from '@mantine/core';
import { IconArrowsExchange, IconChevronLeft, IconChevronRight, type TablerIcon } from '@tabler/icons-react';
import { formatCount } from '../../base/amounts.ts';
import { type PlaneAxis, type TensorMapping, withAxis, withIndex, withStep } from '../../tensor/mapping.ts';
import type { Shape } from '../../tensor/shape.ts';
import { visibleText } from '../name-text.tsx';
import classes from './mapper.module.css';
import { SliceField } from './slice-field.tsx';

interface Props {
  shape: Shape;
  dimensions: readonly string[];
  mapping: TensorMapping;
  onMapping(mapping: TensorMapping): void;
  /** Dimensions that the view itself gives a direction, and what each is for: "channels". */
  locked?: ReadonlyMap<number, string> | undefined;
}

/** More fields of indices scroll: they would leave no room for the view. */
const MANY_INDICES = 4;

/** Says of each dimension of a tensor whether it runs along rows, along columns, or is fixed at an index. */
export function Mapper({ shape, dimensions, mapping, onMapping, locked = NONE_LOCKED }: Props) {
  const fixed = [...shape.keys()].filter(
    (dimension) =>
      shape[dimension] !== 1n && dimension !== mapping.rows && dimension !== mapping.columns && !locked.has(dimension),
  );
  const axis = { shape, dimensions, mapping, onMapping, locked };
  return (
    <div className={classes.root}>
      <div className={classes.indices} data-many={fixed.length > MANY_INDICES || undefined}>
        {fixed.map((dimension) => (
          <IndexField
            key={dimension}
            label={visibleText(dimensions[dimension] as string)}
            count={Number(shape[dimension])}
            value={mapping.steps[dimension]?.start ?? 0}
            onValue={(index) => onMapping(withIndex(mapping, shape, dimension, index))}
          />
        ))}
      </div>
      {[...locked].map(([dimension, use]) => (
        <div key={dimension} className={classes.field} data-kind="locked">
          <span className={classes.label}>{visibleText(dimensions[dimension] as string)}</span>
          <span className={classes.locked}>{use}</span>
        </div>
      ))}
      {shape.length > 1 && !areLocked(mapping, locked) && (
        <div className={classes.axes}>
          <AxisField axis="rows" {...axis} />
          <ActionIcon
            className={classes.swap ?? ''}
            variant="subtle"
            color="gray"
            size="sm"
            aria-label="Swap rows and columns"
            disabled={mapping.rows === undefined || mapping.columns === undefined}
            onClick={() => onMapping(withAxis(mapping, shape, 'rows', mapping.columns))}
          >
            <IconArrowsExchange size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
          <AxisField axis="columns" {...axis} />
        </div>
      )}
      {shape.length > 0 && <SliceField shape={shape} mapping={mapping} onMapping={onMapping} />}
    </div>
  );
}

const NONE_LOCKED: ReadonlyMap<number, string> = new Map();

function areLocked({ rows, columns }: TensorMapping, locked: ReadonlyMap<number, string>): boolean {
  return [rows, columns].some((dimension) => dimension !== undefined && locked.has(dimension));
}

interface AxisProps extends Props {
  axis: PlaneAxis;
}

const AXIS_LABELS = { rows: 'Rows', columns: 'Columns' } as const;

/** Chooses the dimension along an axis, and how many of its indices lie between two that are shown. */
function AxisField({ axis, shape, dimensions, mapping, onMapping, locked = NONE_LOCKED }: AxisProps) {
  const dimension = mapping[axis];
  const label = AXIS_LABELS[axis];
  const size = dimension === undefined ? 0 : Number(shape[dimension]);
  const step = dimension === undefined ? 1 : (mapping.steps[dimension]?.step ?? 1);
  return (
    <div className={classes.field} data-kind="axis">
      <span className={classes.label} aria-hidden>
        {label}
      </span>
      <NativeSelect
        variant="unstyled"
        size="xs"
        aria-label={label}
        className={classes.select ?? ''}
        value={dimension === undefined ? '' : String(dimension)}
        onChange={({ currentTarget: { value } }) =>
          onMapping(withAxis(mapping, shape, axis, value === '' ? undefined : Number(value)))
        }
        data={[
          ...dimensions.map((name, at) => ({ value: String(at), label: visibleText(name) })),
          ...(locked.size === 0 &&
          (mapping[axis === 'rows' ? 'columns' : 'rows'] !== undefined || dimension === undefined)
            ? [{ value: '', label: 'none' }]
            : []),
        ]}
      />
      {size > 2 && (
        <NumberInput
          variant="unstyled"
          size="xs"
          className={classes.step ?? ''}
          aria-label={`${label} stride`}
          title={`Every how many ${label.toLowerCase()} are shown`}
          prefix="step "
          value={step}
          min={-(size - 1)}
          max={size - 1}
          clampBehavior="strict"
          allowDecimal={false}
          hideControls
          onFocus={({ currentTarget }) => currentTarget.select()}
          onChange={(to) => {
            if (typeof to === 'number' && to !== 0 && to !== step)
              onMapping(
                withStep(
                  startingAt(mapping, dimension as number, to < 0 ? size - 1 : 0),
                  shape,
                  dimension as number,
                  to,
                ),
              );
          }}
        />
      )}
    </div>
  );
}

/** A mapping whose steps along a dimension begin at an index. */
function startingAt(mapping: TensorMapping, dimension: number, start: number): TensorMapping {
  const old = mapping.steps[dimension];
  return old ? { ...mapping, steps: mapping.steps.with(dimension, { ...old, start }) } : mapping;
}

interface IndexProps {
  label: string;
  /** The index is below this. */
  count: number;
  value: number;
  onValue(value: number): void;
}

/** Fixes a dimension at an index: typed, by buttons for the one before and after, and by a slider. */
export function IndexField({ label, count, value, onValue }: IndexProps) {
  const step = (Icon: TablerIcon, act: string, to: number) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="sm"
      aria-label={`${label}: ${act}`}
      disabled={to < 0 || to >= count}
      onClick={() => onValue(to)}
    >
      <Icon size={16} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
  return (
    <div className={classes.field} data-kind="index">
      <span className={classes.label} aria-hidden>
        {label}
      </span>
      {step(IconChevronLeft, 'previous', value - 1)}
      <NumberInput
        variant="unstyled"
        size="xs"
        className={classes.index ?? ''}
        aria-label={`${label} index, 0 to ${formatCount(count - 1)}`}
        value={value}
        min={0}
        max={count - 1}
        clampBehavior="strict"
        allowDecimal={false}
        allowNegative={false}
        hideControls
        style={{ width: `${String(count - 1).length + 1}ch` }}
        onChange={(to) => typeof to === 'number' && to !== value && onValue(to)}
      />
      <span className={classes.of}>of {formatCount(count)}</span>
      {step(IconChevronRight, 'next', value + 1)}
      {count > 3 && (
        <Slider
          className={classes.slider ?? ''}
          size="xs"
          thumbLabel={`${label} index`}
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
