import { useMemo } from 'react';
import { partPlane, slicePart, type TensorPart } from '../../tensor/export/part.ts';
import { firstMapping, planeOf, type TensorMapping, type TensorPlane } from '../../tensor/mapping.ts';
import { pictureAxes } from '../../tensor/picture-layout.ts';
import type { Shape, ShapeSpec } from '../../tensor/shape.ts';
import { sliceOfSteps } from '../../tensor/slice.ts';
import { type ImageDirections, imageDirections, imageMapped } from './image/axes.ts';
import type { TensorViewState, ViewSettings } from './view-props.ts';

/** Which part of a tensor a view shows, for the view itself and for all that describes it or takes it away. */
export interface Shown {
  mapping: TensorMapping;
  /** Dimensions without an index to choose, and what each is for. */
  locked?: ReadonlyMap<number, string> | undefined;
  /** Of a view that shows more than the plane of its mapping: all that it shows. */
  part?: TensorPart | undefined;
  /** What stands for it in a choice: "slice". */
  noun: 'slice' | 'picture' | 'batch';
  /** What a change of the mapper means. */
  mapped(to: TensorMapping): TensorViewState;
}

/**
 * What a view shows. Image has axes of its own, and all channels of a pixel at once; the other views share a mapping. Its
 * object changes only with what it says. Throws as `firstMapping`.
 *
 * @param stated what the schema states for the shape; keep it stable
 */
export function useShown(
  shape: Shape,
  stated: ShapeSpec | undefined,
  { view, mapping: own, settings, index }: TensorViewState,
): Shown {
  const first = useMemo(() => firstMapping(shape), [shape]);
  const mapping = own ?? first;
  const image = view === 'Image' ? (settings?.Image ?? NO_SETTINGS) : undefined;
  const hasIndex = index !== undefined;
  return useMemo(
    () =>
      image && pictureAxes(shape, stated).length > 0
        ? shownPictures(shape, imageDirections(shape, stated, mapping, image, hasIndex))
        : { mapping, noun: 'slice', mapped: (to) => ({ mapping: to }) },
    [shape, stated, mapping, image, hasIndex],
  );
}

const NO_SETTINGS: ViewSettings = {};

function shownPictures(shape: Shape, image: ImageDirections): Shown {
  return {
    mapping: image.mapping,
    locked: image.locked,
    part: slicePart(sliceOfSteps(image.mapping.steps, shape)),
    noun: image.isSheet ? 'batch' : 'picture',
    mapped: (to) => imageMapped(image, shape, to),
  };
}

/** What is shown as a plane of the same elements, for what does not ask for their order, and what it is called. */
export function shownElements({ mapping, part, noun }: Shown, shape: Shape): { plane: TensorPlane; name: string } {
  const plane = part && partPlane(part);
  if (plane || !part) return { plane: plane ?? planeOf(mapping, shape), name: `This ${noun}` };
  // Of pixels that a step takes out of planes of channels, no plane has all.
  return { plane: planeOf(mapping, shape), name: 'First channel' };
}
