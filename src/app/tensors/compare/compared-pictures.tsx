import { Button } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import type { Package, TensorInfo } from '../../../model/package.ts';
import { statedShape } from '../../../model/tensor/tensor-use.ts';
import { valueDtype } from '../../../model/tensor/value-dtype.ts';
import { usePackage } from '../../../state/hooks.ts';
import { isNumericDtype } from '../../../tensor/dtype.ts';
import { pictureAxes } from '../../../tensor/picture-layout.ts';
import { Dialog } from '../../../widgets/dialog.tsx';
import { visibleText } from '../../../widgets/name-text.tsx';
import { isDrawn } from '../../../widgets/tensor-picture/tensor-thumb.tsx';
import { type DrawnTensor, PAIR_WIDTH, TensorPicturePair } from '../../pair/value-pair.tsx';
import classes from './compared-pictures.module.css';

/** Two tensors of the package as pictures, where both can be drawn as one. Nothing is read before they are wanted. */
export function ComparedPictures({ info, other }: { info: TensorInfo; other: TensorInfo }) {
  const pkg = usePackage();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const [first, second] = useMemo(() => [drawnTensor(pkg, info), drawnTensor(pkg, other)], [pkg, info, other]);
  if (!first || !second) return null;
  return (
    <>
      <Button
        ref={button}
        className={classes.button ?? ''}
        size="compact-sm"
        leftSection={<IconPhoto size={16} stroke={1.75} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Compare as pictures
      </Button>
      <Dialog
        opened={isOpen}
        title={`${visibleText(info.name)} and ${visibleText(other.name)}`}
        size={PAIR_WIDTH}
        onClose={() => {
          setOpen(false);
          button.current?.focus();
        }}
      >
        <p className={classes.note}>Both are drawn with the range of {visibleText(info.name)}.</p>
        <TensorPicturePair first={first} second={second} />
      </Dialog>
    </>
  );
}

/** What is compared looks like a picture where its shape does: it was chosen to be looked at. */
function drawnTensor(pkg: Package, info: TensorInfo): DrawnTensor | undefined {
  const dtype = valueDtype(info);
  const [axes] = pictureAxes(info.shape, statedShape(pkg, info.name));
  if (info.inner || !isNumericDtype(dtype) || !isDrawn(info, dtype, axes, 'picture')) return undefined;
  return { info, dtype, axes };
}
