import type { Finding } from '../../base/findings.ts';
import type { Binding } from '../../model/package.ts';
import { NameText } from '../../widgets/name-text.tsx';
import { FileView } from '../files/file-view.tsx';
import { FindingNote } from '../problems/finding-note.tsx';
import { TensorView } from '../tensors/tensor-view.tsx';
import classes from './binding-view.module.css';

interface Props {
  binding: Binding;
  /** Those about this value, shown below it. */
  findings?: readonly Finding[];
}

/** One named value of an example or self-test: its tensor in short, or a preview of its file. */
export function BindingView({ binding, findings = [] }: Props) {
  const { name, value } = binding;
  return (
    <div className={classes.root} data-binding={name}>
      <p className={classes.name}>
        <NameText mono>{name}</NameText>
      </p>
      {value.kind === 'tensor' ? <TensorView name={value.tensor} compact /> : <FileView path={value.path} compact />}
      {findings.map((item) => (
        <FindingNote key={`${item.code} ${item.message}`} finding={item} />
      ))}
    </div>
  );
}
