import type { ComponentProps } from 'react';
import { shortened } from '../../../../../base/text.ts';
import { usePackage } from '../../../../../state/hooks.ts';
import { SuggestInput } from '../../../../../widgets/form-suggest/suggest-input.tsx';
import { type Suggestion, suggestionsFor } from '../../../../../widgets/form-suggest/suggestions.ts';
import { visibleText } from '../../../../../widgets/name-text.tsx';
import type { CaseList } from '../../../core/edit/steps.ts';
import { TENSOR_PREFIX } from '../../../core/paths.ts';
import { ItemLabel } from '../field.tsx';
import { ReferenceValues } from './reference-values.tsx';

/** Most characters of entered text in a sentence. */
const MAX_SHOWN = 60;

/** Says why a text is not a valid reference. */
export function useNoSuch(list: CaseList): (text: string) => string {
  const { tensors } = usePackage();
  return (text) => {
    const shown = `“${visibleText(shortened(text, MAX_SHOWN))}”`;
    const name = text.startsWith(TENSOR_PREFIX) ? text.slice(TENSOR_PREFIX.length) : text;
    const whole = tensors.find(({ inner }) => inner?.includes(name));
    if (whole)
      return `${shown} is a part of the nested tensor “${visibleText(shortened(whole.name, MAX_SHOWN))}”. Choose the whole tensor.`;
    const what = list === 'example' ? 'tensor or file in misc/' : 'tensor';
    return `The package has no ${what} ${shown}. Choose one from the list.`;
  };
}

/**
 * The references, best match first: those with the name of the input or output, then those with its dtype.
 */
function fitting(references: readonly Suggestion[], name: string, names: readonly Suggestion[]): readonly Suggestion[] {
  const wanted = name.toLowerCase();
  const dtype = names.find(({ value }) => value === name)?.note;
  const ranks: [Suggestion[], Suggestion[], Suggestion[]] = [[], [], []];
  for (const reference of references) {
    const called = reference.value.slice(reference.value.lastIndexOf('/') + 1).toLowerCase();
    const hasDtype = dtype !== undefined && reference.note?.startsWith(`${dtype},`) === true;
    ranks[wanted !== '' && called.includes(wanted) ? 0 : hasDtype ? 1 : 2].push(reference);
  }
  return ranks.flat();
}

/** What a value of a self-test or example can be chosen from. */
export interface Choices {
  list: CaseList;
  /** The names that the schema has on this side, with their dtypes. */
  names: readonly Suggestion[];
  references: readonly Suggestion[];
}

interface Props extends Choices, Omit<ComponentProps<typeof SuggestInput>, 'label' | 'suggest' | 'list'> {
  /** "Example 1 input x". */
  label: string;
  /** The input or output. */
  name: string;
}

/** The field for a value: one of the tensors and files of the package. */
export function ReferenceInput({ label, list, name, names, references, ...field }: Props) {
  const nothing =
    list === 'example' ? 'The package has no tensors, and no files in misc/.' : 'The package has no tensors.';
  return (
    <SuggestInput
      label={<ItemLabel item={label}>value</ItemLabel>}
      mono
      suggest={(query) => suggestionsFor(fitting(references, name, names), query)}
      nothing={references.length > 0 ? 'No match.' : nothing}
      Preview={ReferenceValues}
      {...field}
    />
  );
}
