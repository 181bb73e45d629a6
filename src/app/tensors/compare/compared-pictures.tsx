import { useMemo, useState } from 'react';
import type { Package, TensorInfo } from '../../../model/package.ts';
import { statedShape } from '../../../model/tensor/tensor-use.ts';
import { valueDtype } from '../../../model/tensor/value-dtype.ts';
import { usePackage } from '../../../state/hooks.ts';
import { isNumericDtype } from '../../../tensor/dtype.ts';
import { pictureAxes } from '../../../tensor/picture-layout.ts';
import { isDrawn } from '../../../widgets/tensor-picture/tensor-thumb.tsx';
import { type DrawnTensor, TensorPicturePair } from '../../pair/value-pair.tsx';
import classes from './compared-pictures.module.css';

/** Two tensors of the package as pictures, where both can be drawn as one. Nothing is read before they are wanted. */
export function ComparedPictures({ info, other }: { info: TensorInfo; other: TensorInfo }) {
  const pkg = usePackage();
  const [isOpen, setOpen] = useState(false);
  const [first, second] = useMemo(() => [drawnTensor(pkg, info), drawnTensor(pkg, other)], [pkg, info, other]);
  if (!first || !second) return null;
  return (
    <details className={classes.root} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={classes.summary}>As pictures</summary>
      {isOpen && <TensorPicturePair first={first} second={second} />}
    </details>
  );
}

/** What is compared looks like a picture where its shape does: it was chosen to be looked at. */
function drawnTensor(pkg: Package, info: TensorInfo): DrawnTensor | undefined {
  const dtype = valueDtype(info);
  const [axes] = pictureAxes(info.shape, statedShape(pkg, info.name));
  if (info.inner || !isNumericDtype(dtype) || !isDrawn(info, dtype, axes, 'picture')) return undefined;
  return { info, dtype, axes };
}
