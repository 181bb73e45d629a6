import type { Finding } from '../../base/findings.ts';
import type { Binding, TensorInfo } from '../../model/package.ts';
import { WithPictureRole } from '../../widgets/lightbox/picture-role.tsx';
import { NameText } from '../../widgets/name-text.tsx';
import { PlaceLink } from '../../widgets/place-link.tsx';
import { ShapeText } from '../../widgets/tensor/shape-text.tsx';
import classes from './binding-view.module.css';
import { useTensorOf, ValueView } from './value-view.tsx';

interface Props {
  binding: Binding;
  /** Those about this value, shown below it. */
  findings?: readonly Finding[];
}

/** One named value of an example or self-test: its name, where it is stored, and its tensor or file to look at. */
export function BindingView({ binding: { name, value }, findings = [] }: Props) {
  const info = useTensorOf(value);
  return (
    <div className={classes.root} data-binding={name}>
      <p className={classes.caption}>
        <span className={classes.name}>
          <NameText mono>{name}</NameText>
        </span>
        {info && !info.inner && <StoredText info={info} />}
      </p>
      <WithPictureRole role={name}>
        <ValueView value={value} info={info} findings={findings} />
      </WithPictureRole>
    </div>
  );
}

function StoredText({ info: { name, dtype, shape } }: { info: TensorInfo }) {
  return (
    <span className={classes.stored}>
      <PlaceLink to={{ tab: 'tensors', item: name }} underline="never" /> · <NameText mono>{dtype}</NameText> ·{' '}
      <ShapeText shape={shape} short />
    </span>
  );
}
