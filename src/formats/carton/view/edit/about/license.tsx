import { memo, useState } from 'react';
import { licenseChoices, namedLicenses } from '../../../../../model/license.ts';
import { useLoading } from '../../../../../state/hooks.ts';
import { SuggestInput } from '../../../../../widgets/form-suggest/suggest-input.tsx';
import { type Suggestion, suggestionsFor } from '../../../../../widgets/form-suggest/suggestions.ts';
import { useEdit } from '../../../../draft-values.ts';
import { aboutField, Note } from '../../../../form/notes.tsx';
import { sameProps } from '../../../../form/same-props.ts';
import { setText } from '../../../core/edit/steps.ts';
import { FieldBox, type FieldProps, textOf } from '../field.tsx';

/** The last name of an expression that is being typed. The names before it stay. */
const LAST_NAME = /[^\s()]*$/;

/** The license: an SPDX expression, whose names are searched, or any other text. */
export const License = memo(function License({ path, value, findings }: FieldProps) {
  const edit = useEdit();
  const text = textOf(value);
  const [list, setList] = useState<readonly Suggestion[]>();
  const change = (typed: string) => edit((values) => setText(values, path, 'license', typed));
  const load = () => {
    if (!list)
      void licenseChoices().then(
        (all) => setList(all.map(({ id, name }) => ({ value: id, note: name }))),
        () => setList([]),
      );
  };
  const names = useNames(text);
  return (
    <FieldBox path={path} findings={findings}>
      <SuggestInput
        label="License"
        value={text}
        onFocus={load}
        suggest={(typed) => suggestionsFor(list ?? [], LAST_NAME.exec(typed)?.[0] ?? '')}
        onText={change}
        onPick={(id) => change(text.replace(LAST_NAME, () => id))}
        {...aboutField({
          // The text below says the same, and says it before the worker has seen the text.
          findings: findings.filter(({ code }) => code !== 'meta/license'),
          text,
          children:
            names === 'none' ? (
              <Note severity="info">Not an SPDX expression. That is allowed.</Note>
            ) : (
              names?.join('; ')
            ),
        })}
      />
    </FieldBox>
  );
}, sameProps);

/**
 * The licenses that the text names, in words. `none` where the text is not an SPDX expression; undefined while that is
 * not known.
 */
function useNames(text: string): readonly string[] | 'none' | undefined {
  const loading = useLoading(text === '' ? undefined : `license ${text}`, () => namedLicenses(text));
  if (loading.status !== 'ready') return undefined;
  return loading.value?.flatMap(({ name }) => name ?? []) ?? 'none';
}
