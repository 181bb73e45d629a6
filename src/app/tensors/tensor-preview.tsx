import { formatCount, formatNumberOf } from '../../base/amounts.ts';
import type { TensorInfo } from '../../model/package.ts';
import { tensorElements } from '../../model/tensor/tensor-size.ts';
import { valueDtype } from '../../model/tensor/value-dtype.ts';
import { useTensorCells } from '../../state/hooks.ts';
import { isDecodedDtype } from '../../tensor/dtype.ts';
import { LoadingView } from '../../widgets/loading/loading-view.tsx';
import { PlaceLink } from '../../widgets/place-link.tsx';
import { ShapeText } from '../../widgets/tensor/shape-text.tsx';
import { StringText } from '../../widgets/tensor/string-text.tsx';
import { firstPlane } from '../../widgets/tensor/tensor-first.ts';
import { shortString, shortValue } from '../../widgets/tensor-grid/text.ts';
import classes from './tensor-preview.module.css';

/** Values shown of each tensor. */
export const FIRST_NUMBERS = 8;
const FIRST_STRINGS = 4;

/** Characters shown of each string. A string can be a text to read, such as a prompt. */
const MAX_PROSE = 600;

/** Inner tensors listed of a nested tensor. */
const FIRST_INNER = 3;

/**
 * A tensor in short: dtype, shape, first values and a link to the whole. Strings show as text, a scalar as its value.
 */
export function TensorPreview({ info }: { info: TensorInfo }) {
  const inner = info.inner ?? [];
  return (
    <div className={classes.root} data-tensor={info.name}>
      {info.inner ? (
        <ul className={classes.inner}>
          {inner.slice(0, FIRST_INNER).map((name, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a part is its position; a hostile index can name one twice.
            <li key={index}>
              <span className={classes.part}>part {index} · </span>
              <PlaceLink to={{ tab: 'tensors', item: name }} />
            </li>
          ))}
          {inner.length > FIRST_INNER && <li>and {formatNumberOf(inner.length - FIRST_INNER, 'more tensor')}</li>}
        </ul>
      ) : (
        <FirstValues info={info} />
      )}
      <p className={classes.facts}>
        <span className={classes.mono}>{info.dtype}</span> ·{' '}
        {info.inner ? formatNumberOf(inner.length, 'tensor') : <ShapeText shape={info.shape} />} ·{' '}
        <PlaceLink to={{ tab: 'tensors', item: info.name }} />
      </p>
    </div>
  );
}

interface FirstProps {
  info: TensorInfo;
  /** The package that has it, where that is open beside the one that is shown. */
  handle?: number | undefined;
  /** How many numbers are shown. */
  most?: number;
}

/** The first values of a tensor that is not nested: strings as text, numbers in a line. */
export function FirstValues({ info, handle, most = FIRST_NUMBERS }: FirstProps) {
  const dtype = valueDtype(info);
  const count = tensorElements(info) ?? 0n;
  const plane = firstPlane(info.shape, dtype === 'string' ? FIRST_STRINGS : most);
  const decoded = isDecodedDtype(dtype);
  const { name: tensor } = info;
  const loading = useTensorCells(decoded ? (handle === undefined ? tensor : { tensor, handle }) : undefined, plane);
  if (count === 0n) return <p className={classes.none}>no values: one dimension is 0</p>;
  if (!decoded) return <p className={classes.none}>values of this type are not shown</p>;
  if (!plane) return <p className={classes.none}>too large to preview</p>;
  return (
    <LoadingView of={loading} what="the first values">
      {(cells) => {
        const left = count - BigInt(cells.length);
        const more = left > 0n && <span className={classes.more}>… {formatCount(left)} more</span>;
        if (dtype === 'string') {
          return (
            <>
              <ul className={classes.strings}>
                {cells.map((exact, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: an element is its position.
                  <li key={index} data-value={exact}>
                    <StringText multiline>{shortString(exact, MAX_PROSE)}</StringText>
                  </li>
                ))}
              </ul>
              {more}
            </>
          );
        }
        return (
          <p className={classes.numbers} data-scalar={info.shape.length === 0 || undefined}>
            {cells.map((exact, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an element is its position.
              <span key={index} data-value={exact} title={exact}>
                {shortValue(dtype, exact)}
              </span>
            ))}
            {more}
          </p>
        );
      }}
    </LoadingView>
  );
}
