import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { shortened } from '../../../../base/text.ts';
import type { Suggestion } from '../../../../widgets/form-suggest/suggestions.ts';
import { Hint } from '../../../../widgets/hint.tsx';
import { visibleText } from '../../../../widgets/name-text.tsx';
import type { CaseList } from '../../core/steps.ts';
import classes from './bindings.module.css';

/** Most characters of entered text in a sentence. */
const MAX_SHOWN = 60;

/** What is wrong with a text that is none of the possible values. */
export function noSuch(text: string, list: CaseList): string {
  const what = list === 'example' ? 'tensor or file in misc/' : 'tensor';
  return `The package has no ${what} “${visibleText(shortened(text, MAX_SHOWN))}”. Choose one from the list.`;
}

/**
 * The references in the order in which they fit: first those with the name of the input or output, then those with its
 * dtype.
 */
export function fitting(
  references: readonly Suggestion[],
  name: string,
  names: readonly Suggestion[],
): readonly Suggestion[] {
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

/** In the place of an empty list of values. */
export function Nothing({ list, references }: { list: CaseList; references: readonly Suggestion[] }) {
  if (references.length > 0) return 'No match.';
  return list === 'example' ? 'The package has no tensors, and no files in misc/.' : 'The package has no tensors.';
}

export function RemoveButton({ label, onClick }: { label: string; onClick(): void }) {
  return (
    <Hint label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        className={classes.bindingRemove ?? ''}
        aria-label={label}
        onClick={onClick}
      >
        <IconTrash size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Hint>
  );
}
