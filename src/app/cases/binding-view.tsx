import { Anchor } from '@mantine/core';
import type { Finding } from '../../base/findings.ts';
import type { Binding, TensorInfo } from '../../model/package.ts';
import { placeHref } from '../../model/place.ts';
import { usePackage } from '../../state/hooks.ts';
import { NameText } from '../../widgets/name-text.tsx';
import { ShapeText } from '../../widgets/shape-text.tsx';
import { FileView } from '../files/file-view.tsx';
import { TensorValue, ValueFindings } from '../overview/example-value.tsx';
import { TensorView } from '../tensors/tensor-view.tsx';
import classes from './binding-view.module.css';

/** Dimensions written out of a shape. */
const FIRST_DIMENSIONS = 8;

interface Props {
  binding: Binding;
  /** Those about this value, shown below it. */
  findings?: readonly Finding[];
}

/** One named value of an example or self-test: its name, where it is stored, and its tensor or file to look at. */
export function BindingView({ binding: { name, value }, findings = [] }: Props) {
  const { tensors } = usePackage();
  const info = value.kind === 'tensor' ? tensors.find((tensor) => tensor.name === value.tensor) : undefined;
  return (
    <div className={classes.root} data-binding={name}>
      <p className={classes.caption}>
        <span className={classes.name}>
          <NameText mono>{name}</NameText>
        </span>
        {info && !info.inner && <StoredText info={info} />}
      </p>
      {value.kind === 'file' ? (
        <div className={classes.file}>
          <FileView path={value.path} compact />
        </div>
      ) : info ? (
        <TensorValue info={info} />
      ) : (
        <TensorView name={value.tensor} compact />
      )}
      <ValueFindings findings={findings} />
    </div>
  );
}

function StoredText({ info: { name, dtype, shape } }: { info: TensorInfo }) {
  return (
    <span className={classes.stored}>
      <Anchor inherit href={placeHref({ tab: 'tensors', item: name })}>
        <NameText mono>{name}</NameText>
      </Anchor>{' '}
      · <NameText mono>{dtype}</NameText> · <ShapeText shape={shape} limit={FIRST_DIMENSIONS} />
    </span>
  );
}
