import { useMemo } from 'react';
import { formatBytes, formatCount } from '../../base/amounts.ts';
import type { TensorInfo } from '../../model/package.ts';
import { statedShape } from '../../model/tensor/tensor-use.ts';
import type { CompareTarget } from '../../state/compare-slice.ts';
import { useActions, usePackage } from '../../state/hooks.ts';
import { type DecodedDtype, dtypeFacts, isNumericDtype } from '../../tensor/dtype.ts';
import { estimatedBytes, fileKinds } from '../../tensor/export/export.ts';
import { isWhole, mappingPart, partCount, type TensorPart, wholePart } from '../../tensor/export/part.ts';
import { axesPart } from '../../tensor/export/picture.ts';
import { FILE_NAMES, type SeparatedLayout, type TensorFile } from '../../tensor/export/tensor-file.ts';
import { sliceText, type TensorMapping } from '../../tensor/mapping.ts';
import { pictureAxes, pictureMapping } from '../../tensor/picture-layout.ts';
import type { Shown } from '../../widgets/tensor-views/shown.ts';
import { soundChoice } from '../../widgets/tensor-views/sound/sound-settings.ts';
import { useRate } from '../../widgets/tensor-views/sound/use-rate.ts';
import { useViewExports } from '../../widgets/tensor-views/view-exports.tsx';
import { useExportJob } from './export-job.tsx';
import { figureFile } from './figure-file.ts';
import { useSoundRates } from './sound-rates.ts';
import type { TensorState } from './tensor-state.ts';

/** Bytes of an element of a file of which nothing is known, to choose how it is saved. */
const UNKNOWN_BYTES = 16;

/** An item of the menu. */
export interface ExportChoice {
  name: string;
  /** What it says of the file, in short. */
  about?: string | undefined;
  /** What the file has otherwise than the tensor. */
  note?: string | undefined;
  run(): void;
}

/** Items about the same part of the tensor, or pictures of what is shown. */
export interface ExportGroup {
  /** Names the group where there are several parts. */
  title?: string | undefined;
  /** The slice, in NumPy's way of writing. */
  text?: string | undefined;
  /** How Find names one of the items. */
  findName(name: string): string;
  choices: readonly ExportChoice[];
}

interface Asked {
  info: TensorInfo;
  /** Of its values. */
  dtype: DecodedDtype;
  shown: TensorState;
  /** What of it is shown. */
  what: Shown;
  /** Of CSV and TSV. */
  layout: SeparatedLayout;
  /** As of `ShownTensor`. */
  minus?: CompareTarget | undefined;
}

/**
 * The files that the slice which is shown and the whole tensor can be saved as, in this order, and the pictures of what
 * is shown; with how far the one is that is being saved.
 */
export function useExportGroups({ info, dtype, shown, what, layout, minus }: Asked) {
  const { mapping, noun } = what;
  const { exportTensor } = useActions();
  const exported = useExportJob();
  const { name, shape } = info;
  const { rate } = useRate(useSoundRates(info), soundChoice(shown.state.settings?.Sound ?? {}).rate);
  const { figure } = useViewExports();
  const picture = useShownPicture(info, dtype, mapping);
  const whole = useMemo(() => wholePart(shape), [shape]);
  const slice = useMemo(() => what.part ?? mappingPart(mapping, shape), [what, mapping, shape]);
  const text = sliceText(mapping, shape);
  const stem = `${name.replaceAll('/', '_')}${minus ? ' difference' : ''}`;
  const nameOf = (part: string, ending: string) => `${stem}${part && ` ${part}`}.${ending}`;
  const write = (file: TensorFile, part: TensorPart, partText: string) => {
    const bytes = estimatedBytes(dtype, part, file) ?? partCount(part) * UNKNOWN_BYTES;
    exported.save({
      name: nameOf(partText, file.kind),
      bytes,
      write: (options) => exportTensor(minus ? { tensor: name, minus } : name, file, { ...options, part }),
    });
  };
  const choicesOf = (part: TensorPart, partText: string) =>
    filesOf(dtype, part, { layout, rate }).map((file): ExportChoice => {
      return { name: FILE_NAMES[file.kind], ...aboutFile(file, dtype, part), run: () => write(file, part, partText) };
    });
  const pictures: ExportChoice[] = [];
  if (picture)
    pictures.push({
      name: FILE_NAMES.png,
      about: 'the values alone',
      run() {
        const { part, colors, slice: of = text } = picture();
        write({ kind: 'png', colors }, part, shape.length > 2 ? of : '');
      },
    });
  if (figure)
    pictures.push({
      name: 'PNG of the figure',
      about: 'with axes and labels',
      run: () => exported.save(figureFile(nameOf(`${text} figure`, 'png'), figure)),
    });
  const isAll = isWhole(slice, partCount(whole));
  const ofSlice = (item: string) => `Export this ${noun} as ${item}`;
  const groups: ExportGroup[] = [
    ...(isAll ? [] : [{ title: `This ${noun}`, text, findName: ofSlice, choices: choicesOf(slice, text) }]),
    { title: isAll ? undefined : 'Whole tensor', findName: exportAs, choices: choicesOf(whole, '') },
    ...(pictures.length > 0 ? [{ findName: exportAs, choices: pictures }] : []),
  ];
  return { groups, exported };
}

const exportAs = (item: string) => `Export as ${item}`;

/** What a part can be saved as, but for pictures: which one is shown does not depend on the part. */
function filesOf(dtype: DecodedDtype, part: TensorPart, { layout, rate }: { layout: SeparatedLayout; rate: number }) {
  return fileKinds(dtype, part).flatMap((kind): TensorFile[] => {
    if (kind === 'png') return [];
    if (kind === 'wav') return [{ kind, rate }];
    return kind === 'csv' || kind === 'tsv' ? [{ kind, layout }] : [{ kind }];
  });
}

/** What the shown view draws, else the picture that the tensor is at the shown indices. */
function useShownPicture({ name, shape }: TensorInfo, dtype: DecodedDtype, mapping: TensorMapping) {
  const pkg = usePackage();
  const { picture } = useViewExports();
  const axes = useMemo(
    () => (isNumericDtype(dtype) ? pictureAxes(shape, statedShape(pkg, name))[0] : undefined),
    [dtype, shape, pkg, name],
  );
  if (picture || !axes) return picture;
  return () => {
    const own = pictureMapping(mapping, shape, axes);
    return { part: axesPart(axes, own, shape), colors: { kind: 'levels' as const }, slice: sliceText(own, shape) };
  };
}

function aboutFile(file: TensorFile, dtype: DecodedDtype, part: TensorPart): Pick<ExportChoice, 'about' | 'note'> {
  const { kind } = file;
  const bytes = estimatedBytes(dtype, part, file);
  const size = bytes === undefined ? undefined : formatBytes(bytes);
  if (kind === 'wav') {
    const isFloat = dtypeFacts(dtype)?.kind === 'float';
    return {
      about: `${formatCount(file.rate)} Hz, ${size}`,
      note: isFloat ? '32-bit float. Values beyond ±1 stay; NaN and infinity become silence.' : undefined,
    };
  }
  const isText = dtype === 'string' && (kind === 'csv' || kind === 'tsv');
  return {
    about: size && (kind === 'npy' ? size : `about ${size}`),
    note: isText ? 'What a spreadsheet would run as a formula gets an apostrophe first.' : undefined,
  };
}
