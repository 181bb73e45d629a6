import type { Finding } from '../../base/findings.ts';
import type { Binding, TensorSpec } from '../../model/package.ts';
import type { Shape, ShapeSpec } from '../../tensor/shape.ts';
import { WithPictureRole } from '../../widgets/lightbox/picture-role.tsx';
import { NameText } from '../../widgets/name-text.tsx';
import { ShapeText } from '../../widgets/tensor/shape-text.tsx';
import { useTensorOf, ValueView } from '../cases/value-view.tsx';
import classes from './example-value.module.css';

interface Props {
  /** Which part of the example it is: "Input", "Sample output". */
  part: string;
  binding: Binding;
  /** What the schema says of it. */
  spec: TensorSpec | undefined;
  /** Those about this value. */
  findings: readonly Finding[];
}

/** A value of the example, to look at: its role and name, then its text, picture or numbers, large. */
export function ExampleValue({ part, binding: { name, value }, spec, findings }: Props) {
  const info = useTensorOf(value);
  const { dtype, shape } = info?.inner ? { dtype: info.dtype, shape: undefined } : (info ?? spec ?? {});
  return (
    <div className={classes.root} data-binding={name}>
      <p className={classes.caption}>
        {part}{' '}
        <span className={classes.name}>
          <NameText mono>{name}</NameText>
        </span>{' '}
        <TypeText dtype={dtype} shape={shape} />
      </p>
      <WithPictureRole role={name}>
        <ValueView value={value} info={info} findings={findings} />
      </WithPictureRole>
    </div>
  );
}

/** A type and shape in a few words. A scalar has no shape to speak of. */
function TypeText({ dtype, shape }: { dtype: string | undefined; shape: Shape | ShapeSpec | undefined }) {
  const isScalar = typeof shape !== 'string' && shape?.length === 0;
  return (
    <span className={classes.type}>
      {dtype !== undefined && <NameText>{dtype}</NameText>}
      {shape !== undefined && !isScalar && (
        <>
          {dtype !== undefined && ', '}
          <ShapeText shape={shape} short />
        </>
      )}
    </span>
  );
}
