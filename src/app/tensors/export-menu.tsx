import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconFileExport } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { formatBytes, formatCount } from '../../base/amounts.ts';
import type { TensorInfo } from '../../model/package.ts';
import { statedShape } from '../../model/tensor/tensor-use.ts';
import { useActions, usePackage } from '../../state/hooks.ts';
import { type DecodedDtype, isNumericDtype } from '../../tensor/dtype.ts';
import { estimatedBytes, fileKinds } from '../../tensor/export/export.ts';
import { isWhole, mappingPart, partCount, type TensorPart, wholePart } from '../../tensor/export/part.ts';
import { axesPart } from '../../tensor/export/picture.ts';
import { FILE_NAMES, type TensorFile, type TensorFileKind } from '../../tensor/export/tensor-file.ts';
import { sliceText, type TensorMapping } from '../../tensor/mapping.ts';
import { pictureAxes, pictureMapping } from '../../tensor/picture-layout.ts';
import { type Shown, useShown } from '../../widgets/tensor-views/shown.ts';
import { soundChoice } from '../../widgets/tensor-views/sound/sound-settings.ts';
import { useRate } from '../../widgets/tensor-views/sound/use-rate.ts';
import { useViewExports } from '../../widgets/tensor-views/view-exports.tsx';
import { type FindAction, useFindActions } from '../find/action.ts';
import { ExportProgress, useExportJob } from './export-job.tsx';
import classes from './export-menu.module.css';
import { figureFile } from './figure-file.ts';
import { useSoundRates } from './sound-rates.ts';
import type { TensorState } from './tensor-state.ts';

interface Props {
  info: TensorInfo;
  /** Of its values. */
  dtype: DecodedDtype;
  shown: TensorState;
}

/** Bytes of an element of a file of which nothing is known, to choose how it is saved. */
const UNKNOWN_BYTES = 16;

/** An item of the menu. */
interface Choice {
  name: string;
  /** What it says of the file, in short. */
  about?: string | undefined;
  run(): void;
}

/**
 * Takes a tensor, or the slice that is shown, away as a file of another program. Find offers the same. Unmounting cancels
 * what is being written.
 */
export function ExportMenu(props: Props) {
  const { name, shape } = props.info;
  const pkg = usePackage();
  const stated = useMemo(() => statedShape(pkg, name), [pkg, name]);
  return <Items {...props} what={useShown(shape, stated, props.shown.state)} />;
}

function Items({ info, dtype, shown, what }: Props & { what: Shown }) {
  const { shape } = info;
  const { mapping, noun } = what;
  const whole = useMemo(() => wholePart(shape), [shape]);
  const slice = useMemo(() => what.part ?? mappingPart(mapping, shape), [what, mapping, shape]);
  const [wanted, setWanted] = useState('whole');
  const isAll = isWhole(slice, partCount(whole));
  const isSlice = wanted === 'slice' && !isAll;
  const text = sliceText(mapping, shape);
  const { choices, exported } = useChoices({ info, dtype, shown }, mapping, {
    part: isSlice ? slice : whole,
    text: isSlice ? text : '',
  });
  useFindActions(
    choices.map(({ name, run }): FindAction => {
      return { name: `Export as ${name}`, also: 'download save tensor', Icon: IconFileExport, run };
    }),
  );
  return (
    <>
      <Menu position="bottom-end" width={280}>
        <Menu.Target>
          <Button
            size="sm"
            px={10}
            className={classes.button}
            leftSection={<IconFileExport size={16} stroke={1.75} aria-hidden />}
            rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden />}
          >
            Export
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {!isAll && (
            <>
              <Menu.RadioGroup value={isSlice ? 'slice' : 'whole'} onChange={setWanted}>
                <Menu.RadioItem value="whole" closeMenuOnClick={false}>
                  The whole tensor
                </Menu.RadioItem>
                <Menu.RadioItem value="slice" closeMenuOnClick={false}>
                  This {noun} <span className={classes.slice}>{text}</span>
                </Menu.RadioItem>
              </Menu.RadioGroup>
              <Menu.Divider />
            </>
          )}
          {choices.map(({ name, about, run }) => (
            <Menu.Item
              key={name}
              aria-label={name}
              rightSection={<span className={classes.about}>{about}</span>}
              onClick={run}
            >
              {name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <ExportProgress of={exported} className={classes.job} />
    </>
  );
}

interface Wanted {
  part: TensorPart;
  /** In NumPy's way of writing. Empty for the whole tensor. */
  text: string;
}

/** The files that a part of a tensor can be saved as, and the pictures of what is shown. */
function useChoices({ info, dtype, shown }: Props, mapping: TensorMapping, { part, text }: Wanted) {
  const { exportTensor } = useActions();
  const exported = useExportJob();
  const { figure } = useViewExports();
  const picture = useShownPicture(info, dtype, mapping);
  const { name, shape } = info;
  const stem = name.replaceAll('/', '_');
  const nameOf = (slice: string, ending: string) => `${stem}${slice && ` ${slice}`}.${ending}`;
  const write = (file: TensorFile, of: TensorPart, slice: string) => {
    const bytes = estimatedBytes(dtype, of, file.kind) ?? partCount(of) * UNKNOWN_BYTES;
    exported.save({
      name: nameOf(slice, file.kind),
      bytes,
      write: (options) => exportTensor(name, file, { ...options, part: of }),
    });
  };
  const { rate } = useRate(useSoundRates(info), soundChoice(shown.state.settings?.Sound ?? {}).rate);
  const shownText = sliceText(mapping, shape);
  const choices: Choice[] = fileKinds(dtype, part).flatMap((kind) => {
    if (kind === 'png') return [];
    const file: TensorFile = kind === 'wav' ? { kind, rate } : { kind };
    return { name: FILE_NAMES[kind], about: aboutFile(kind, dtype, part, rate), run: () => write(file, part, text) };
  });
  if (picture)
    choices.push({
      name: FILE_NAMES.png,
      run() {
        const { part: pixels, colors, slice: of = shownText } = picture();
        write({ kind: 'png', colors }, pixels, shape.length > 2 ? of : '');
      },
    });
  if (figure)
    choices.push({
      name: 'PNG of the figure',
      run: () => exported.save(figureFile(nameOf(`${shownText} figure`, 'png'), figure)),
    });
  return { choices, exported };
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

function aboutFile(kind: TensorFileKind, dtype: DecodedDtype, part: TensorPart, rate: number): string | undefined {
  const bytes = estimatedBytes(dtype, part, kind);
  const size = bytes === undefined ? undefined : formatBytes(bytes);
  if (kind === 'wav') return `${formatCount(rate)} Hz, ${size}`;
  return size && (kind === 'npy' ? size : `about ${size}`);
}
