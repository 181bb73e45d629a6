import { throwIfAborted } from '../../base/abort.ts';
import { fileSource } from '../../source/file.ts';
import { elementBytes, elementGroup, isComplexDtype } from '../dtype.ts';
import { pictureAxes } from '../picture-layout.ts';
import { elementCount, type Shape, type ShapeSpec } from '../shape.ts';
import type { FlatContents, TensorContents } from './contents.ts';
import type { ToldLoss } from './conversion.ts';
import { elementTexts, isStrings } from './convert.ts';

/** What the page shows of elements before anything is stored: "0.1399 0.0916 … 253 more". */
export interface ContentsPreview {
  dtype: string;
  shape: Shape;
  /** The first values, floats in the fewest digits that are still this value. Strings as they are. */
  first: string[];
  /** Elements in all. */
  count: number;
  /** Whether it reads as a picture. */
  isPicture: boolean;
  /** Of a list of tensors: each of them, and nothing else. */
  inner?: ContentsPreview[];
}

/** Elements that are to be written, and what the page shows of them. */
export interface ReadContents {
  contents: TensorContents;
  preview: ContentsPreview;
  /** What of them was not kept. */
  losses: readonly ToldLoss[];
}

/** Values that a preview has. */
const PREVIEW_VALUES = 16;

/** @param stated the shape that the schema states: its names say what a picture is */
export async function contentsPreview(
  contents: TensorContents,
  stated?: ShapeSpec,
  signal?: AbortSignal,
): Promise<ContentsPreview> {
  throwIfAborted(signal);
  if (contents.dtype !== 'nested') return flatPreview(contents, stated, signal);
  const inner: ContentsPreview[] = [];
  for (const part of contents.inner) inner.push(await flatPreview(part, undefined, signal));
  return { dtype: 'nested', shape: [], first: [], count: inner.length, isPicture: false, inner };
}

async function flatPreview(
  contents: FlatContents,
  stated: ShapeSpec | undefined,
  signal: AbortSignal | undefined,
): Promise<ContentsPreview> {
  const { dtype, shape } = contents;
  const count = Number(elementCount(shape));
  const told = { dtype, shape, count };
  if (isStrings(contents)) return { ...told, first: contents.strings.slice(0, PREVIEW_VALUES), isPicture: false };
  const { data, dtype: stored } = contents;
  const isComplex = isComplexDtype(stored);
  const group = isComplex ? { elements: 1, bytes: elementBytes(stored) } : elementGroup(stored);
  const source = fileSource(data as Blob & { name?: string });
  const bytes = await source.read(0, Math.min(data.size, (PREVIEW_VALUES / group.elements) * group.bytes), signal);
  const first = elementTexts(stored, bytes).slice(0, count);
  return { ...told, first, isPicture: !isComplex && pictureAxes(shape, stated).length > 0 };
}
