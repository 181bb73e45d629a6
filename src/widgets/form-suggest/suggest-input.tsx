import { Combobox, TextInput, type TextInputProps, useCombobox } from '@mantine/core';
import { type Ref, useState } from 'react';
import classes from './suggest-input.module.css';
import { SuggestionList, type SuggestionListProps } from './suggestion-list.tsx';
import type { Suggestions } from './suggestions.ts';

interface Props
  extends Omit<TextInputProps, 'value' | 'onChange' | 'ref'>,
    Pick<SuggestionListProps, 'nothing' | 'Preview' | 'mono'> {
  value: string;
  /** Called only while the list is open. */
  suggest(query: string): Suggestions;
  /** Called at each change of the text. Leave it out where only suggestions may be chosen. */
  onText?: ((text: string) => void) | undefined;
  onPick(value: string): void;
  /** Without `onText`: called when the field loses the focus with a text that is not a suggestion. */
  onLeft?: ((text: string) => void) | undefined;
  /** Keeps the list open after a choice, for a field that takes several. */
  staysOpen?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}

/**
 * A text field with suggestions. Without `onText` it is a field for choosing one suggestion, and its text only searches
 * them. However many suggestions there are, they cost nothing until the list is open.
 */
export function SuggestInput({
  value,
  suggest,
  onText,
  onPick,
  onLeft,
  nothing,
  Preview,
  staysOpen = false,
  inputRef,
  mono = false,
  onBlur,
  onFocus,
  onKeyDown,
  ...field
}: Props) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  // The list is made when the field first gets the focus: a form has dozens of these fields.
  const [hasList, setHasList] = useState(false);
  /** What was typed to search the suggestions, without `onText`. */
  const [query, setQuery] = useState<string>();
  const isOpen = combobox.dropdownOpened;
  const found = isOpen ? suggest(onText ? value : (query ?? '')) : undefined;
  const isEmpty = found?.items.length === 0;
  const close = () => {
    combobox.closeDropdown();
    setQuery(undefined);
  };
  return (
    <Combobox
      store={combobox}
      position="bottom-start"
      onOptionSubmit={(picked) => {
        onPick(picked);
        if (!staysOpen) close();
        else combobox.resetSelectedOption();
      }}
    >
      {/* The list opens below the field's description and errors, which it would otherwise cover. */}
      <Combobox.DropdownTarget>
        <div>
          <Combobox.EventsTarget>
            <TextInput
              {...field}
              ref={inputRef}
              classNames={mono ? { input: classes.mono ?? '' } : {}}
              spellCheck={false}
              value={query ?? value}
              onChange={(event) => {
                const text = event.currentTarget.value;
                if (onText) onText(text);
                else setQuery(text);
                combobox.openDropdown();
                combobox.updateSelectedOptionIndex();
              }}
              onClick={() => combobox.openDropdown()}
              onFocus={(event) => {
                setHasList(true);
                if (!onText) event.currentTarget.select();
                onFocus?.(event);
              }}
              onBlur={(event) => {
                // The window has lost the focus, and the field gets it back: what was typed stays.
                if (document.activeElement === event.currentTarget) return;
                const text = query?.trim() ?? '';
                // Typing a suggestion in full chooses it.
                const isChosen = text !== '' && text !== value && suggest(text).items[0]?.value === text;
                if (isChosen) onPick(text);
                else if (text !== '' && text !== value) onLeft?.(text);
                close();
                onBlur?.(event);
              }}
              onKeyDown={(event) => {
                if (event.key === 'Escape') setQuery(undefined);
                // Enter belongs to the list once the arrows selected a suggestion, and otherwise to the owner of the
                // field.
                const chooses = event.key === 'Enter' && isOpen && combobox.getSelectedOptionIndex() !== -1;
                if (!chooses) onKeyDown?.(event);
              }}
            />
          </Combobox.EventsTarget>
        </div>
      </Combobox.DropdownTarget>
      {hasList && (
        <SuggestionList
          found={found}
          isHidden={found === undefined || (isEmpty && onText !== undefined && nothing === undefined)}
          {...{ nothing, Preview, mono }}
        />
      )}
    </Combobox>
  );
}
