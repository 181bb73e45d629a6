import type { Container } from '../../../archive/container.ts';
import { formatBytes, formatCount, formatNumberOf } from '../../../base/amounts.ts';
import { mergeFindings } from '../../../base/findings.ts';
import { Report } from '../../../base/report.ts';
import { shortened } from '../../../base/text.ts';
import type { Fact, Figure, Package, TensorInfo } from '../../../model/package.ts';
import { tensorSize } from '../../../model/tensor/tensor-size.ts';
import { unreadRest } from '../../../pickle/entry-walks.ts';
import { maxUnaskedRead } from '../../../pickle/limits.ts';
import type { Walk } from '../../../pickle/walk.ts';
import { headOf } from '../../../source/head.ts';
import type { ByteSource } from '../../../source/source.ts';
import { safeElementCount, shapeText } from '../../../tensor/shape.ts';
import { tensorNamed, UNKNOWN_PARTS } from '../../files-package.ts';
import type { OpenPackage } from '../../format.ts';
import { hasObjects, type NpyArray, openArray, readArray } from './array.ts';
import type { NpyHeader } from './header.ts';
import { HEAD_BYTES } from './limits.ts';
import { arrayRuns, walkObjects } from './objects.ts';

/** What the format's own view knows of a file. */
export interface NumpyOwn {
  kind: 'npy' | 'npz';
  /** Some elements are Python objects. */
  needsPickle: boolean;
}

/**
 * Opens one array. Reads its header, and of an array of objects the pickle behind it, as far as it may be read without
 * being asked for; `readMore` reads the rest. Rejects as `readArray`.
 */
export async function openNpy(
  container: Container,
  source: ByteSource,
  signal?: AbortSignal,
  maxRead = maxUnaskedRead(container),
): Promise<OpenPackage> {
  const report = new Report();
  const path = container.name;
  const name = arrayName(path);
  const read = async (start: number, end: number, inner?: AbortSignal) => {
    const head = end <= HEAD_BYTES ? await headOf(source, inner) : undefined;
    return head ? head.slice(start, end) : source.read(start, end, inner);
  };
  const array = await readArray({ name, path, size: source.size, read }, report, signal);
  const walk = hasObjects(array)
    ? await walkObjects(source, array.header, path, report, { maxRead, signal })
    : undefined;
  const pkg = packageOf(container, array, walk, report);
  return {
    package: pkg,
    looked: 'file',
    source: (asked) => (asked === path ? source : undefined),
    tensor: async (asked) => openArray(tensorNamed(new Map([[name, array]]), asked), source),
    readMore: pkg.more && ((inner) => openNpy(container, source, inner, Number.POSITIVE_INFINITY)),
  };
}

/** What the array of a file is called. */
function arrayName(path: string): string {
  return path.replace(/\.npy$/i, '') || path;
}

function packageOf(
  { name, size }: Container,
  { header, info }: NpyArray,
  walk: Walk | undefined,
  report: Report,
): Package {
  const isPickle = walk !== undefined;
  return {
    ...UNKNOWN_PARTS,
    format: 'numpy',
    formatName: 'A NumPy array',
    formatVersion: header.version,
    words: {
      one: 'array',
      a: 'an array',
      reader: 'NumPy',
      extension: '.npy',
      checked: ['its header', ...(isPickle ? ['the names that it imports'] : [])],
    },
    verdicts: { refused: ['numpy/data-cut', 'pickle/broken', 'pickle/cut'] },
    name,
    size,
    facts: factsOf(header),
    inShort: `One array of ${header.shape.length === 0 ? 'one value' : header.shape.join(' × ')}, ${shortened(header.type.dtype)}`,
    figures: figuresOf(header, info),
    model: { type: info.dtype },
    tensors: [info],
    firstValues: [info.name],
    files: [{ path: name, size, role: 'tensor', hash: 'none', kind: 'file' }],
    findings: mergeFindings(report.findings),
    runs: arrayRuns(walk),
    more: unreadRest([{ walk }]),
    own: { kind: 'npy', needsPickle: isPickle } satisfies NumpyOwn,
  };
}

/** A fact with the label of one says the same, or more: of a structured type it names the fields. */
function figuresOf({ type, shape }: NpyHeader, info: TensorInfo): Figure[] {
  const elements = safeElementCount(shape);
  const bytes = tensorSize(info);
  return [
    { label: 'Shape', value: shortened(shapeText(shape), 40) },
    ...(type.fields === undefined ? [{ label: 'Type', value: shortened(type.dtype, 40), note: type.text }] : []),
    ...(elements === undefined
      ? []
      : [
          {
            label: 'Elements',
            value: formatCount(elements),
            note: bytes === undefined ? undefined : formatBytes(bytes),
          },
        ]),
  ];
}

function factsOf({ type, shape, isFortran, dataStart }: NpyHeader): Fact[] {
  const elements = safeElementCount(shape);
  return [
    { label: 'Type', value: type.fields === undefined ? type.dtype : type.fields, note: `(${type.text})` },
    { label: 'Shape', value: shapeText(shape) },
    ...(elements === undefined ? [] : [{ label: 'Elements', value: formatCount(elements) }]),
    { label: 'Order', value: isFortran ? 'column by column (Fortran)' : 'row by row (C)' },
    ...(/^[<>]/.test(type.text) && type.bytes > 1
      ? [{ label: 'Byte order', value: type.order === 'big' ? 'big-endian' : 'little-endian' }]
      : []),
    { label: 'Header', value: formatNumberOf(dataStart, 'byte') },
  ];
}
