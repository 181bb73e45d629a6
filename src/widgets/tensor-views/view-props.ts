import type { TokenTexts } from '../../model/tensor/token-text.ts';
import type { Envelope, EnvelopeAsk } from '../../tensor/decimate.ts';
import type { DecodedDtype } from '../../tensor/dtype.ts';
import type { NumericValues } from '../../tensor/elements.ts';
import type { Cell, TensorMapping, TensorPlane } from '../../tensor/mapping.ts';
import type { Shape, ShapeSpec } from '../../tensor/shape.ts';
import type { BinSteps, ShrunkPlane } from '../../tensor/shrink.ts';

/** What a tensor is shown as, in the page's order. */
export const TENSOR_VIEWS = ['Numbers', 'Heat map', 'Image', 'Line', 'Sound', 'Text'] as const;

export type TensorViewName = (typeof TENSOR_VIEWS)[number];

/** Reads of the shown tensor. All reject with a `BoxcutterError`, and end when they are aborted. */
export interface TensorAccess {
  /** Names the draft that the elements are of: with another one, they may be others. */
  of: string;
  /** Cells of a plane in its row-major order: exact values as text, or the bits of the elements in hexadecimal. */
  cells(plane: TensorPlane, signal: AbortSignal, as?: 'value' | 'bits'): Promise<string[]>;
  /** Whether elements have bits of their own: not those that are computed, nor several in a byte. */
  hasBits: boolean;
  /** Numbers of a plane in its row-major order, at most `MAX_PLANE_ELEMENTS`. The array is shared: do not write to it. */
  numbers(plane: TensorPlane, signal: AbortSignal): Promise<NumericValues>;
  /** The least and greatest values of the rows of a plane, stretch by stretch, of any size. Tells how far it is, in points. */
  envelopes(
    plane: TensorPlane,
    ask: EnvelopeAsk,
    signal: AbortSignal,
    onProgress?: (progress: { done: number; total: number }) => void,
  ): Promise<Envelope[]>;
  /** Whether `numbers` would give a plane without reading anything. */
  holds(plane: TensorPlane): boolean;
  /** A plane drawn together to bins, at most `MAX_SHRUNK_BINS`. Its arrays are shared: do not write to them. */
  shrunk(plane: TensorPlane, steps: BinSteps, options: ShrunkOptions): Promise<ShrunkPlane>;
  /** Whether `shrunk` would give a plane without reading anything. */
  holdsShrunk(plane: TensorPlane, steps: BinSteps): boolean;
  /** Bytes that a view reads without asking. */
  unaskedBytes: number;
  /** Bytes of the tensor's data: little-endian, in row-major order. Undefined where it has none itself. */
  bytes?: ((start: number, end: number, signal: AbortSignal) => Promise<Uint8Array>) | undefined;
  /** What the package's vocabulary says of ids, at most `MAX_WINDOW_CELLS`. Undefined where it has none. */
  tokens?: ((ids: number[], signal: AbortSignal) => Promise<TokenTexts>) | undefined;
  /** Reads come over the network, for the words that ask. */
  isRemote: boolean;
}

export interface ShrunkOptions {
  signal: AbortSignal;
  onProgress?(progress: { done: number; total: number }): void;
}

/** Another value of an example or self-test that uses the shown tensor. `label` is what the example calls it. */
export type TensorCompanion =
  | {
      kind: 'tensor';
      key: string;
      label: string;
      dtype: DecodedDtype;
      shape: Shape;
      stated: ShapeSpec | undefined;
      access: TensorAccess;
    }
  /** A file, which may be a picture. `draw` gives its pixels in this size, RGBA, row by row; undefined where it is none. */
  | {
      kind: 'file';
      key: string;
      label: string;
      draw(width: number, height: number, signal: AbortSignal): Promise<Uint8ClampedArray<ArrayBuffer> | undefined>;
    };

/** What a package states as the rate of a sound. `read` gives samples a second, or undefined where it is not a rate. */
export interface SoundRate {
  /** What states it: a name of the package. */
  from: string;
  read(signal: AbortSignal): Promise<number | undefined>;
}

/** What a view needs to show a plane of a tensor. */
export interface TensorViewProps {
  /** Of the tensor. */
  name: string;
  dtype: DecodedDtype;
  shape: Shape;
  /** What the schema states for its shape. Keep it stable. */
  stated: ShapeSpec | undefined;
  /** What each dimension is called: "height", or "dimension 2". */
  dimensions: readonly string[];
  mapping: TensorMapping;
  onMapping(mapping: TensorMapping): void;
  /** The plane that the mapping shows. Its object changes only with what it says. */
  plane: TensorPlane;
  /** The chosen cell of the plane. */
  cell: Cell | undefined;
  onCell(cell: Cell): void;
  /** Chooses an element by its index in the tensor, and shows the plane that it is in. */
  onIndex(index: readonly number[]): void;
  /** Keep it stable: a new one reads everything again. */
  access: TensorAccess;
  /** Other values of the examples and self-tests that use it. */
  companions?: readonly TensorCompanion[] | undefined;
  /** What the package states as its rate, if it is a sound, the likeliest first. Keep it stable. */
  rates?: readonly SoundRate[] | undefined;
  /** What was chosen in this view, which stays for tensors of the same shape. Each view checks what it finds. */
  settings: ViewSettings;
  onSettings(change: ViewSettings): void;
}

/** Choices of a view by name, as plain data that the address can hold. */
export type ViewSettings = Readonly<Record<string, string | number | boolean | undefined>>;

/** How a tensor is shown. What is undefined is as it is at first. */
export interface TensorViewState {
  view?: TensorViewName | undefined;
  mapping?: TensorMapping | undefined;
  /** The chosen element, by its index in the tensor. */
  index?: readonly number[] | undefined;
  /** What was chosen in each view. */
  settings?: Partial<Readonly<Record<TensorViewName, ViewSettings>>> | undefined;
}
