import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { type ErrorData, toErrorData } from '../../base/errors.ts';
import type { DecodedDtype } from '../../tensor/dtype.ts';
import { cellIndex, cellOf, firstMapping, planeOf, showing, type TensorMapping } from '../../tensor/mapping.ts';
import type { Shape, ShapeSpec } from '../../tensor/shape.ts';
import { EmptyState } from '../empty-state.tsx';
import { ErrorNote } from '../error-note.tsx';
import { lateView } from '../loading/late-view.tsx';
import { dimensionNames, viewsOf } from './dimensions.ts';
import { Mapper } from './mapper.tsx';
import { Numbers } from './numbers/numbers.tsx';
import { useShown } from './shown.ts';
import classes from './tensor-views.module.css';
import type {
  SoundRate,
  TensorAccess,
  TensorCompanion,
  TensorViewName,
  TensorViewProps,
  TensorViewState,
  ViewSettings,
} from './view-props.ts';

interface Props {
  name: string;
  dtype: DecodedDtype;
  shape: Shape;
  /** What the schema states for its shape. Keep it stable. */
  stated?: ShapeSpec | undefined;
  /** Keep it stable. */
  access: TensorAccess;
  /** Other values of the examples and self-tests that use it. Keep them stable. */
  companions?: readonly TensorCompanion[] | undefined;
  /** What the package states as its rate, if it is a sound. Keep it stable. */
  rates?: readonly SoundRate[] | undefined;
  state: TensorViewState;
  /** What is left out stays; of the settings of a view, too. */
  onState(change: TensorViewState): void;
}

/** Those but Numbers are loaded when they are first shown. */
const VIEWS: Partial<Record<TensorViewName, (props: TensorViewProps) => ReactNode>> = {
  'Heat map': lateView(() => import('./heat-map/heat-map.tsx')),
  Line: lateView(() => import('./line/line.tsx')),
  Sound: lateView(() => import('./sound/sound.tsx')),
  Text: lateView(() => import('./text/text.tsx')),
  Image: lateView(() => import('./image/image.tsx')),
};

/** A tensor's values, as numbers or as another view that applies, and which part of it is shown. */
export function TensorViews(props: Props) {
  const { shape } = props;
  const mapping = useMemo(() => mappingOf(shape), [shape]);
  if ('code' in mapping) return <ErrorNote error={mapping} />;
  if (shape.some((size) => size === 0n))
    return <EmptyState title="No values">One dimension of this tensor is 0, so it has no elements.</EmptyState>;
  return <Views first={mapping} {...props} />;
}

function mappingOf(shape: Shape): TensorMapping | ErrorData {
  try {
    return firstMapping(shape);
  } catch (error) {
    return toErrorData(error);
  }
}

const NO_SETTINGS: ViewSettings = {};

type ViewsProps = Props & { first: TensorMapping };

function Views({ name, dtype, shape, stated, access, companions, rates, state, onState, first }: ViewsProps) {
  const hasVocabulary = access.tokens !== undefined;
  const views = useMemo(() => viewsOf(dtype, shape, stated, hasVocabulary), [dtype, shape, stated, hasVocabulary]);
  const dimensions = useMemo(() => dimensionNames(shape.length, stated), [shape, stated]);
  const view = state.view && views.includes(state.view) ? state.view : 'Numbers';
  const what = useShown(shape, stated, { ...state, view });
  const { mapping } = what;
  const { index } = state;
  const plane = useMemo(() => planeOf(mapping, shape), [mapping, shape]);
  const cell = useMemo(() => index && cellOf(mapping, index), [mapping, index]);
  // All views go to a chosen element.
  const onIndex = (to: readonly number[]) =>
    onState({ mapping: showing(state.mapping ?? first, shape, to), index: to });
  const View = VIEWS[view] ?? Numbers;
  const shown: TensorViewProps = {
    name,
    dtype,
    shape,
    stated,
    dimensions,
    mapping,
    onMapping: (to) => onState(what.mapped(to)),
    plane,
    cell,
    onCell: (to) => onIndex(cellIndex(mapping, to)),
    onIndex,
    access,
    companions,
    rates,
    settings: state.settings?.[view] ?? NO_SETTINGS,
    onSettings: (change) => onState({ settings: { [view]: change } }),
  };
  return (
    <div className={classes.root}>
      <div className={classes.controls}>
        {views.length > 1 && (
          <SegmentedControl
            className={classes.views ?? ''}
            aria-label="Show as"
            size="xs"
            value={view}
            onChange={(to) => onState({ view: to as TensorViewName })}
            data={views}
          />
        )}
        <Mapper
          shape={shape}
          dimensions={dimensions}
          mapping={mapping}
          onMapping={shown.onMapping}
          locked={what.locked}
        />
      </div>
      {plane.rows * plane.columns > 0 ? (
        <View {...shown} />
      ) : (
        <EmptyState title="No values">The slice takes no index of a dimension.</EmptyState>
      )}
    </div>
  );
}
