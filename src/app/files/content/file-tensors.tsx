import { formatNumberOf } from '../../../base/amounts.ts';
import type { TensorInfo } from '../../../model/package.ts';
import { PlaceLink } from '../../../widgets/place-link.tsx';
import { ShapeText } from '../../../widgets/tensor/shape-text.tsx';
import { TensorPreview } from '../../tensors/tensor-preview.tsx';
import classes from './file-tensors.module.css';

/** Tensors listed. The Tensors tab has all, and can filter them. */
const MAX_LISTED = 50;

/** The tensors whose data a file holds: the first values of a single one, else a list of them. */
export function FileTensors({ tensors }: { tensors: readonly TensorInfo[] }) {
  const [only, ...others] = tensors;
  if (only && others.length === 0)
    return (
      <div className={classes.only}>
        <TensorPreview info={only} />
      </div>
    );
  return (
    <>
      <ul className={classes.list} aria-label="Tensors in this file">
        {tensors.slice(0, MAX_LISTED).map((tensor) => (
          <li key={tensor.name} className={classes.row}>
            <PlaceLink to={{ tab: 'tensors', item: tensor.name }} />
            <span className={classes.type}>
              {tensor.dtype} · <ShapeText shape={tensor.shape} />
            </span>
          </li>
        ))}
      </ul>
      {tensors.length > MAX_LISTED && (
        <p className={classes.more}>
          <PlaceLink to={{ tab: 'tensors' }}>All {formatNumberOf(tensors.length, 'tensor')}</PlaceLink>
        </p>
      )}
    </>
  );
}
