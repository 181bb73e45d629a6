import { useEffect, useRef } from 'react';
import type { TensorInfo } from '../../model/package.ts';
import type { PlaceDetail } from '../../model/place.ts';
import { firstMapping, mapped, showing, sliceText, withSlice } from '../../tensor/mapping.ts';
import type { Shape } from '../../tensor/shape.ts';
import { useKeptState } from '../../widgets/kept-state.ts';
import { TENSOR_VIEWS, type TensorViewName, type TensorViewState } from '../../widgets/tensor-views/view-props.ts';

/** How a tensor is shown, and what of it an address holds. */
export interface TensorState {
  state: TensorViewState;
  /** What is left out stays; of the settings of a view, too. */
  change(change: TensorViewState): void;
  detail: PlaceDetail;
}

const AS_FIRST: TensorViewState = {};

/** Milliseconds without a change before the address is written. Browsers refuse to write it many times a second. */
const WRITE_AFTER_MS = 300;

/**
 * How a tensor is shown: as its address says, else as the last one of the same shape was. The address follows.
 *
 * @param asked what the address says of the tensor
 * @param onDetail writes it. Undefined where the address does not speak of this tensor
 */
export function useTensorState(
  { shape }: Pick<TensorInfo, 'shape'>,
  asked: PlaceDetail = NOTHING_ASKED,
  onDetail?: (detail: PlaceDetail) => void,
): TensorState {
  const [state, setState] = useKeptState<TensorViewState>(`tensor of ${shape.join()}`, AS_FIRST);
  const detail = detailOf(state, shape);
  const write = useRef(onDetail);
  write.current = onDetail;
  // What the address says because of a change here is not asked for.
  const written = useRef<string>(undefined);
  const key = keyOf(asked);
  const own = keyOf(detail);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what the address newly says changes what is shown.
  useEffect(() => {
    if (key === NOTHING || key === written.current || key === own) return;
    setState((now) => ({ ...now, ...stateOf(asked, shape) }));
  }, [key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `own` says all that is written.
  useEffect(() => {
    if (own === key) return;
    const timer = setTimeout(() => {
      written.current = own;
      write.current?.(detail);
    }, WRITE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [own]);
  return { state, change: (change) => setState((now) => changed(now, change)), detail };
}

/** What is left out stays. Settings are changed one by one: two changes can come before either is shown. */
function changed(now: TensorViewState, change: TensorViewState): TensorViewState {
  if (!change.settings) return { ...now, ...change };
  const settings = { ...now.settings };
  for (const view of TENSOR_VIEWS)
    if (change.settings[view]) settings[view] = { ...settings[view], ...change.settings[view] };
  return { ...now, ...change, settings };
}

const NOTHING_ASKED: PlaceDetail = {};

function keyOf({ view, slice, axes, cell }: PlaceDetail): string {
  return [view, slice, axes, cell].map((each) => each ?? '').join(' ');
}

const NOTHING = keyOf(NOTHING_ASKED);

/** As a difference is shown at first: around 0, where both tensors are the same. What was chosen stays. */
export function ofDifference(state: TensorViewState): TensorViewState {
  return {
    ...state,
    settings: {
      ...state.settings,
      'Heat map': { map: 'diverging', range: 'symmetrical', ...state.settings?.['Heat map'] },
    },
  };
}

/** A view as an address has it: `heat-map`. */
function viewKey(view: TensorViewName): string {
  return view.toLowerCase().replaceAll(' ', '-');
}

/** What an address holds of how a tensor is shown. What is as at first is left out. */
export function detailOf({ view, mapping, index }: TensorViewState, shape: Shape): PlaceDetail {
  const detail: PlaceDetail = {};
  if (view !== undefined && view !== 'Numbers') detail.view = viewKey(view);
  if (mapping) {
    const first = firstMapping(shape);
    const slice = sliceText(mapping, shape);
    if (slice !== sliceText(first, shape)) detail.slice = slice.replaceAll(' ', '');
    // The slice alone leads to these axes, or not.
    const read = withSlice(first, shape, slice);
    if ('mistake' in read || read.rows !== mapping.rows || read.columns !== mapping.columns)
      detail.axes = `${mapping.rows ?? ''},${mapping.columns ?? ''}`;
  }
  if (index && index.length > 0) detail.cell = index.join();
  return detail;
}

/** How an address asks to show a tensor. What does not fit its shape is left out. */
export function stateOf({ view, slice, axes, cell }: PlaceDetail, shape: Shape): TensorViewState {
  let mapping = mappingOf(slice, axes, shape);
  const index = cell?.split(',').map(Number);
  const fits =
    index?.length === shape.length && index.every((at, dimension) => BigInt(at) < (shape[dimension] as bigint));
  if (mapping && index && fits) mapping = showing(mapping, shape, index);
  return {
    view: TENSOR_VIEWS.find((name) => viewKey(name) === view),
    mapping,
    index: fits ? index : undefined,
  };
}

/** Undefined where the shape has no mapping. */
function mappingOf(slice: string | undefined, axes: string | undefined, shape: Shape) {
  try {
    const first = firstMapping(shape);
    const read = slice === undefined ? first : withSlice(first, shape, slice);
    const mapping = 'mistake' in read ? first : read;
    if (axes === undefined) return mapping;
    const [rows, columns] = axes.split(',').map((text) => (text === '' ? undefined : Number(text)));
    if (rows === columns || [rows, columns].some((dimension) => dimension !== undefined && dimension >= shape.length))
      return mapping;
    return mapped(shape, { rows, columns }, mapping.steps);
  } catch {
    return undefined;
  }
}
