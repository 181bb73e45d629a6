import { NativeSelect, TextInput } from '@mantine/core';
import type { MakerField, PackageKind, PackageMaker } from '../../model/maker.ts';
import { takeFocus } from '../focus.ts';
import { FieldAbout } from './field-about.tsx';
import type { FieldValues } from './field-file.ts';
import classes from './new-package.module.css';

interface Props {
  maker: PackageMaker;
  name: string;
  onName(name: string): void;
  kind: PackageKind | undefined;
  onKind(id: string): void;
  /** Whether the package is made of its template alone. */
  fromNothing: boolean;
  /** The fields of the kind that are asked for, and what they have. */
  asked: readonly MakerField[];
  values: FieldValues;
  onField(id: string, value: string): void;
  disabled: boolean;
}

/** The name and the kind of a new package, and the fields of that kind. */
export function MakingFields(props: Props) {
  const { maker, name, onName, kind, onKind, fromNothing, asked, values, onField, disabled } = props;
  return (
    <div className={classes.fields}>
      <TextInput
        label="Model name"
        ref={takeFocus}
        value={name}
        readOnly={disabled}
        onChange={({ currentTarget }) => onName(currentTarget.value)}
      />
      <NativeSelect
        label={maker.kindLabel}
        description={fromNothing ? kind?.template : kind?.about}
        inputWrapperOrder={['label', 'input', 'description']}
        data={maker.kinds.map(({ id, label }) => ({ value: id, label }))}
        value={kind?.id ?? ''}
        disabled={disabled}
        onChange={({ currentTarget }) => onKind(currentTarget.value)}
      />
      {asked.map((field) => {
        const { id, label, about, problem } = field;
        const now = values.valueOf(field);
        return (
          <TextInput
            key={`${kind?.id} ${id}`}
            label={label}
            description={<FieldAbout about={about} note={values.noteOf(field)} />}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={now}
            error={problem(now)}
            spellCheck={false}
            readOnly={disabled}
            onChange={({ currentTarget }) => onField(id, currentTarget.value)}
          />
        );
      })}
    </div>
  );
}
