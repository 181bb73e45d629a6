import { NativeSelect } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import type { Finding } from '../../../../base/findings.ts';
import { type FieldPath, type FieldValue, isTable } from '../../../../model/edit/field.ts';
import { usePackage } from '../../../../state/hooks.ts';
import { EntryLabel } from '../../../../widgets/form-entries/entry-list.tsx';
import { SuggestInput } from '../../../../widgets/form-suggest/suggest-input.tsx';
import { suggestionsFor } from '../../../../widgets/form-suggest/suggestions.ts';
import { TextField } from '../../../../widgets/form-text/text-field.tsx';
import { visibleText } from '../../../../widgets/name-text.tsx';
import { useEdit } from '../../../draft-values.ts';
import { aboutField } from '../../../form/notes.tsx';
import { sameProps } from '../../../form/same-props.ts';
import { type SectionField as FieldOfSection, numberProblem, sectionWords } from '../../core/fields.ts';
import { type ListKind, setText } from '../../core/steps.ts';

export interface SectionFieldProps {
  path: FieldPath;
  field: FieldOfSection;
  /** The section, as the draft has it. */
  section: FieldValue | undefined;
  findings: readonly Finding[];
  /** Always shown below it. */
  children?: ReactNode;
}

/** The label of a field: "Path of data file 1", of which the page shows the first word. */
export function FieldLabel({ path, children }: { path: FieldPath; children: string }) {
  const [kind, index] = path;
  if (kind === 'model') return children;
  return <EntryLabel of={sectionWords(kind as ListKind, Number(index))}>{children}</EntryLabel>;
}

/** The text of a field. */
export function textIn(section: FieldValue | undefined, path: FieldPath): string {
  const value = isTable(section) ? section[String(path.at(-1))] : undefined;
  return typeof value === 'string' ? value : '';
}

/** A field of a section, for the type that the document gives it. */
export const SectionField = memo(function SectionField(props: SectionFieldProps) {
  const { path, field, section, findings, children } = props;
  const edit = useEdit();
  const text = textIn(section, path);
  if (field.type === 'path') return <PathField {...props} />;
  if (field.values) return path.at(-1) === 'unit' ? <UnitField {...props} /> : <ChoiceField {...props} />;
  const problem = numberProblem(field, text);
  const isLong = path.at(-1) === 'description' && path[0] === 'model';
  return (
    <div data-field={path.join('.')}>
      <TextField
        label={<FieldLabel path={path}>{field.label}</FieldLabel>}
        {...(isLong ? { multiline: true, rows: 3 } : {})}
        mono={field.type === 'uint' || field.type === 'float'}
        {...(path.at(-1) === 'url' ? { inputMode: 'url' as const } : {})}
        value={text}
        onText={(typed) => edit(() => setText(path, typed))}
        // The finding says the same, and says it after the worker has seen the text.
        {...aboutField({ findings: problem === undefined ? findings : [], problem, text, children })}
      />
    </div>
  );
}, sameProps);

interface ChoiceProps extends SectionFieldProps {
  /** The values to choose from, and what each is called; by default those of the document. */
  choices?: readonly { value: string; label: string }[];
}

/** A field whose value is chosen from a list. What the file has instead can stay. */
export function ChoiceField({ path, field, section, findings, children, choices }: ChoiceProps) {
  const edit = useEdit();
  const text = textIn(section, path);
  const known = choices ?? (field.values ?? []).map((value) => ({ value, label: value }));
  const isKnown = known.some(({ value }) => value === text);
  const other = text === '' ? 'Choose one' : visibleText(text.slice(0, MAX_SHOWN));
  return (
    <div data-field={path.join('.')}>
      <NativeSelect
        label={<FieldLabel path={path}>{field.label}</FieldLabel>}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={text}
        onChange={({ currentTarget }) => edit(() => ({ ...setText(path, currentTarget.value), key: undefined }))}
        {...aboutField({ findings, text, children })}
      >
        {!isKnown && <option value={text}>{other}</option>}
        {known.map(({ value, label }) => (
          <option key={value} value={value}>
            {visibleText(label)}
          </option>
        ))}
      </NativeSelect>
    </div>
  );
}

/** Characters of a name in a list of choices. */
const MAX_SHOWN = 60;

/** A unit: the document lists the first of many. */
function UnitField(props: SectionFieldProps) {
  const { field } = props;
  return <SuggestField {...props} values={field.values ?? []} />;
}

/** The path of a file in the package. */
function PathField(props: SectionFieldProps) {
  const { files } = usePackage();
  return <SuggestField {...props} values={files.map(({ path }) => path)} mono />;
}

function SuggestField({
  path,
  field,
  section,
  findings,
  children,
  values,
  mono,
}: SectionFieldProps & { values: readonly string[]; mono?: boolean }) {
  const edit = useEdit();
  const text = textIn(section, path);
  const set = (typed: string) => edit(() => setText(path, typed));
  return (
    <div data-field={path.join('.')}>
      <SuggestInput
        label={<FieldLabel path={path}>{field.label}</FieldLabel>}
        mono={mono === true}
        value={text}
        suggest={(typed) =>
          suggestionsFor(
            values.map((value) => ({ value })),
            values.includes(typed) ? '' : typed,
          )
        }
        onText={set}
        onPick={set}
        {...aboutField({ findings, text, children })}
      />
    </div>
  );
}
