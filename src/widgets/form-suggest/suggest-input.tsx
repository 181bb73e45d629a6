import { Combobox, TextInput, type TextInputProps, useCombobox } from '@mantine/core';
import { type ReactNode, type Ref, useState } from 'react';
import { formatCount } from '../byte-size.ts';
import { visibleText } from '../name-text.tsx';
import classes from './suggest-input.module.css';
import type { Suggestions } from './suggestions.ts';

/** What is to be said about the field stands below it. */
const ORDER: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

type Field = Pick<
  TextInputProps,
  | 'label'
  | 'description'
  | 'error'
  | 'placeholder'
  | 'className'
  | 'onBlur'
  | 'onFocus'
  | 'onKeyDown'
  | 'size'
  | 'disabled'
>;

interface Props extends Field {
  value: string;
  /** Asked only while the list is open. */
  suggest(query: string): Suggestions;
  /** Every change of the text; left out where only what is suggested may be chosen. */
  onText?: ((text: string) => void) | undefined;
  onPick(value: string): void;
  /** Where only what is suggested may be chosen: the field was left with this text in it, which chooses nothing. */
  onLeft?: ((text: string) => void) | undefined;
  /** Said in place of an empty list. */
  nothing?: ReactNode;
  inputRef?: Ref<HTMLInputElement>;
  mono?: boolean;
}

/**
 * A text field with suggestions, or, without `onText`, one in which one of many is searched and chosen. However many there are, none
 * costs anything before the list is open.
 */
export function SuggestInput({
  value,
  suggest,
  onText,
  onPick,
  onLeft,
  nothing = 'Nothing matches.',
  inputRef,
  mono = false,
  onBlur,
  onFocus,
  onKeyDown,
  ...field
}: Props) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  /** What is typed to search where only a choice counts. */
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
        close();
      }}
    >
      {/* Below what is said about the field: it would cut through those lines. */}
      <Combobox.DropdownTarget>
        <div>
          <Combobox.EventsTarget>
            <TextInput
              {...field}
              {...(inputRef ? { ref: inputRef } : {})}
              classNames={mono ? { input: classes.mono ?? '' } : {}}
              spellCheck={false}
              inputWrapperOrder={ORDER}
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
                if (!onText) event.currentTarget.select();
                onFocus?.(event);
              }}
              onBlur={(event) => {
                const text = query?.trim() ?? '';
                // What is written out is chosen.
                const isChosen = text !== '' && text !== value && suggest(text).items[0]?.value === text;
                if (isChosen) onPick(text);
                else if (text !== '' && text !== value) onLeft?.(text);
                close();
                onBlur?.(event);
              }}
              onKeyDown={(event) => {
                if (event.key === 'Escape') setQuery(undefined);
                // Enter chooses what the arrows went to; only without that is it about the text.
                const chooses = event.key === 'Enter' && isOpen && combobox.getSelectedOptionIndex() !== -1;
                if (!chooses) onKeyDown?.(event);
              }}
            />
          </Combobox.EventsTarget>
        </div>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown hidden={found === undefined || (isEmpty && onText !== undefined)}>
        <Combobox.Options aria-label="Suggestions" className={classes.options ?? ''}>
          {found?.items.map((item) => (
            <Combobox.Option key={item.value} value={item.value} className={classes.option ?? ''}>
              <bdi className={mono ? classes.mono : undefined}>{visibleText(item.value)}</bdi>
              {item.note !== undefined && <span className={classes.note}>{visibleText(item.note)}</span>}
            </Combobox.Option>
          ))}
          {isEmpty && <Combobox.Empty>{nothing}</Combobox.Empty>}
        </Combobox.Options>
        {found && found.more > 0 && (
          <Combobox.Footer>
            <span className={classes.note}>and {formatCount(found.more)} more: type to narrow them</span>
          </Combobox.Footer>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}
