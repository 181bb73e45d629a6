import { NativeSelect } from '@mantine/core';
import { IconArrowsDiff } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { isCancelled } from '../../base/errors.ts';
import { SNIFF_BYTES } from '../../base/limits.ts';
import { fileIndex } from '../../model/file/file-index.ts';
import { sniffMedia } from '../../model/file/media.ts';
import type { Binding, Package } from '../../model/package.ts';
import { tensorIndex } from '../../model/tensor/tensor-size.ts';
import { statedShape } from '../../model/tensor/tensor-use.ts';
import { valueDtype } from '../../model/tensor/value-dtype.ts';
import { useLoading, usePackage } from '../../state/hooks.ts';
import { isNumericDtype } from '../../tensor/dtype.ts';
import { pictureAxes } from '../../tensor/picture-layout.ts';
import { Dialog } from '../../widgets/dialog.tsx';
import { IconButton } from '../../widgets/icon-button.tsx';
import { useReading } from '../../widgets/loading/load-together.tsx';
import { visibleText } from '../../widgets/name-text.tsx';
import { isDrawn } from '../../widgets/tensor-picture/tensor-thumb.tsx';
import { PAIR_WIDTH, type PictureValue, ValuePair } from '../pair/value-pair.tsx';
import classes from './case-pictures.module.css';

/** Values of a case that are looked at. More than these are not shown at first either. */
const MAX_VALUES = 24;

interface Props {
  /** Of the case. */
  title: string;
  inputs: readonly Binding[];
  outputs: readonly Binding[];
}

/** Compares two values of a case that are pictures. Nothing where it has fewer. */
export function CasePictures({ title, inputs, outputs }: Props) {
  const pictures = usePictures(inputs, outputs);
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLDivElement>(null);
  if (pictures.length < 2) return null;
  return (
    <div ref={button} className={classes.root}>
      <IconButton Icon={IconArrowsDiff} onClick={() => setOpen(true)}>
        Compare pictures
      </IconButton>
      <Dialog
        opened={isOpen}
        title={`Pictures of ${visibleText(title)}`}
        size={PAIR_WIDTH}
        onClose={() => {
          setOpen(false);
          button.current?.querySelector('button')?.focus();
        }}
      >
        <Pair pictures={pictures} />
      </Dialog>
    </div>
  );
}

/** Two of the pictures: at first what a model makes of a picture, beside that picture. */
function Pair({ pictures }: { pictures: readonly CasePicture[] }) {
  const made = pictures.findIndex(({ isOutput }) => isOutput);
  const [chosen, choose] = useState<readonly [number, number]>([0, made > 0 ? made : 1]);
  const [first, second] = [pictures[chosen[0]], pictures[chosen[1]]];
  if (!first || !second) return null;
  const select = (side: 0 | 1) => (
    <NativeSelect
      size="sm"
      label={side === 0 ? 'First picture' : 'Second picture'}
      value={String(chosen[side])}
      onChange={({ currentTarget: { value } }) =>
        choose(side === 0 ? [Number(value), chosen[1]] : [chosen[0], Number(value)])
      }
      data={pictures.map(({ name }, at) => ({ value: String(at), label: visibleText(name) }))}
    />
  );
  return (
    <>
      {pictures.length > 2 && (
        <div className={classes.line}>
          {select(0)}
          {select(1)}
        </div>
      )}
      <ValuePair key={chosen.join()} first={first} second={second} />
    </>
  );
}

type CasePicture = PictureValue & { isOutput: boolean };

/** The values of a case that are shown as pictures. */
function usePictures(inputs: readonly Binding[], outputs: readonly Binding[]): readonly CasePicture[] {
  const pkg = usePackage();
  const bindings = useMemo(
    () => [
      ...inputs.slice(0, MAX_VALUES).map((binding) => ({ binding, isOutput: false })),
      ...outputs.slice(0, MAX_VALUES).map((binding) => ({ binding, isOutput: true })),
    ],
    [inputs, outputs],
  );
  const paths = bindings.flatMap(({ binding: { value } }) => (value.kind === 'file' ? value.path : []));
  // These bytes are read to show the values, and are kept.
  const kinds = useLoading(paths.length === 0 ? undefined : `kinds ${paths.join('\n')}`, async (actions, options) => {
    const kindOf = async (path: string) => {
      try {
        return sniffMedia(await actions.readBytes(path, 0, SNIFF_BYTES, options), path).kind;
      } catch (error) {
        if (isCancelled(error)) throw error;
        // What cannot be read is said where it is shown.
        return undefined;
      }
    };
    return new Map(await Promise.all(paths.map(async (path) => [path, await kindOf(path)] as const)));
  });
  useReading(paths.length > 0 && kinds.status === 'loading');
  const known = kinds.status === 'ready' ? kinds.value : undefined;
  return useMemo(
    () =>
      bindings.flatMap(({ binding, isOutput }) => {
        const { value } = binding;
        const isPicture = value.kind === 'tensor' || known?.get(value.path) === 'picture';
        const picture = isPicture ? pictureOf(pkg, binding) : undefined;
        return picture ? { ...picture, isOutput } : [];
      }),
    [pkg, bindings, known],
  );
}

function pictureOf(pkg: Package, { name, value }: Binding): PictureValue | undefined {
  if (value.kind === 'file') {
    const { path } = value;
    return { name, file: { path, size: fileIndex(pkg.files).get(path)?.size } };
  }
  const info = tensorIndex(pkg.tensors).get(value.tensor);
  const dtype = info && valueDtype(info);
  if (!info || info.inner || !dtype || !isNumericDtype(dtype)) return undefined;
  const [axes] = pictureAxes(info.shape, statedShape(pkg, info.name));
  return isDrawn(info, dtype, axes, name) ? { name, tensor: { info, dtype, axes } } : undefined;
}
