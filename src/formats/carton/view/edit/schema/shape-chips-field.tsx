import { Combobox, Textarea, type TextareaProps, useCombobox } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type FocusEventHandler, Fragment, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { MAX_RANK } from '../../../../../base/limits.ts';
import { SuggestionList } from '../../../../../widgets/form-suggest/suggestion-list.tsx';
import type { Suggestions } from '../../../../../widgets/form-suggest/suggestions.ts';
import {
  afterKey,
  type Chip,
  chipAt,
  chipsOf,
  selectedChip,
  type TypedShape,
  withChip,
  withSelected,
  withSeparators,
  withSlot,
} from './shape-chips.ts';
import classes from './shape-chips-field.module.css';
import { parseShapeInput } from './shape-input.ts';

interface Props extends Pick<TextareaProps, 'label' | 'aria-label' | 'description' | 'error'> {
  value: string;
  onText(text: string): void;
  onBlur?: FocusEventHandler<HTMLElement>;
  onKeyDown?(event: KeyboardEvent<HTMLElement>): void;
  'data-undoes'?: string | undefined;
  /** What the shape comes to, in a word or two, at the end of the label's line. */
  aside?: string | undefined;
  /** The accessible name of the button that adds a dimension. */
  addLabel: string;
  /** What can stand for a dimension. Called only while the list is open. */
  suggest(query: string): Suggestions;
}

/**
 * A shape as a text field whose dimensions are drawn as chips. The chips lie below the text and have exactly its
 * letters: the field is one text for those who read it, paste into it or write it with a script, and its keys go from
 * chip to chip (`afterKey`).
 */
export function ShapeChipsField({ value, onText, onBlur, onKeyDown, aside, addLabel, suggest, ...field }: Props) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const area = useRef<HTMLTextAreaElement>(null);
  const [hasList, setHasList] = useState(false);
  const [selection, setSelection] = useState({ start: 0, end: 0 });
  const [isFocused, setFocused] = useState(false);
  const select = useSelection(area);
  /** While the pointer is pressed: the chip that was selected before. */
  const pressed = useRef<{ chip: number | undefined }>(undefined);
  const chips = chipsOf(value);
  const typed: TypedShape = { text: value, ...selection };
  const at = isFocused ? chipAt(typed) : undefined;
  const isSelected = at !== undefined && selectedChip(typed) === at;
  const written = at === undefined ? '' : textOf(value, chips[at]);
  const found = combobox.dropdownOpened ? othersThan(suggest(isSelected ? '' : written), written) : undefined;
  const isListed = found !== undefined && found.items.length > 0;

  const put = (next: TypedShape) => {
    if (next.text !== value) onText(next.text);
    setSelection(next);
    select(next, next.text === value);
  };
  const now = (): TypedShape => typedIn(area.current as HTMLTextAreaElement);
  const add = () => {
    area.current?.focus();
    // A whole shape has no dimensions to add to: whoever types replaces it.
    const isWhole = chips.length === 1 && typeof shapeOf(value) === 'string';
    put(isWhole ? withSelected(value, 0) : withSlot(value, chips.length - 1));
    combobox.openDropdown();
  };

  return (
    <Combobox
      store={combobox}
      position="bottom-start"
      onOptionSubmit={(picked) => {
        put(withChip(value, chipAt(now()) ?? chips.length, picked));
        combobox.closeDropdown();
      }}
    >
      <Combobox.DropdownTarget>
        <div>
          <Combobox.EventsTarget>
            <Textarea
              {...field}
              ref={area}
              rows={1}
              resize="none"
              spellCheck={false}
              aria-autocomplete="list"
              classNames={{ wrapper: classes.wrapper ?? '', input: classes.input ?? '' }}
              inputContainer={(input) => (
                <div className={classes.box} data-focused={isFocused || undefined}>
                  <Drawn {...{ value, chips, addLabel }} selected={isSelected ? at : undefined} onAdd={add} />
                  {input}
                  {aside !== undefined && (
                    <span aria-hidden className={classes.aside}>
                      {aside}
                    </span>
                  )}
                </div>
              )}
              value={value}
              onChange={({ currentTarget, nativeEvent }) => {
                const next = typedIn(currentTarget);
                // A copied line may end in a line break, which is not part of it.
                const line = { ...next, text: next.text.replace(/^(.*)\n$/, '$1') };
                put((nativeEvent as InputEvent).isComposing ? next : withSeparators(line));
                combobox.openDropdown();
                combobox.updateSelectedOptionIndex();
              }}
              onSelect={({ currentTarget }) => setSelection(typedIn(currentTarget))}
              onFocus={() => {
                setHasList(true);
                setFocused(true);
                // What is pressed is for the browser to find, and what is selected stays so.
                const { start, end } = now();
                if (!pressed.current && start === end) put(withSelected(value, chips.length - 1));
              }}
              onBlur={(event) => {
                if (document.activeElement === event.currentTarget) return;
                setFocused(false);
                combobox.closeDropdown();
                onBlur?.(event);
              }}
              onPointerDown={() => {
                pressed.current = { chip: isFocused && isSelected ? at : undefined };
              }}
              onPointerCancel={() => {
                pressed.current = undefined;
              }}
              onClick={({ currentTarget, clientX, clientY }) => {
                const before = pressed.current?.chip;
                pressed.current = undefined;
                const clicked = now();
                const chip = chipAt(clicked);
                const isBehind = clicked.start === value.length && isBehindChips(currentTarget, clientX, clientY);
                if (clicked.start !== clicked.end) return;
                if (isBehind && value !== '') add();
                // The second press on a chip puts the caret into it.
                else if (chip !== undefined && chip !== before) put(withSelected(value, chip));
                else if (value === '') combobox.openDropdown();
              }}
              onKeyDown={(event) => {
                const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
                const next = isPlain && !event.nativeEvent.isComposing ? afterKey(now(), event.key) : undefined;
                if (next) {
                  event.preventDefault();
                  put(next);
                  if (next.text !== value) combobox.openDropdown();
                  return;
                }
                const chooses = event.key === 'Enter' && isListed && combobox.getSelectedOptionIndex() !== -1;
                if (!chooses && !(event.key === 'Escape' && isListed)) onKeyDown?.(event);
                if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
                if (!chooses) combobox.closeDropdown();
                event.preventDefault();
              }}
            />
          </Combobox.EventsTarget>
        </div>
      </Combobox.DropdownTarget>
      {hasList && <SuggestionList found={found} isHidden={!isListed} mono />}
    </Combobox>
  );
}

function typedIn({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): TypedShape {
  return { text: value, start: selectionStart, end: selectionEnd };
}

function textOf(text: string, chip: Chip | undefined): string {
  return chip ? text.slice(chip.start, chip.end) : '';
}

function shapeOf(text: string) {
  const parsed = parseShapeInput(text);
  return parsed.ok ? parsed.shape : undefined;
}

/** Without what the chip has already. */
function othersThan({ items, more }: Suggestions, written: string): Suggestions {
  return { items: items.filter(({ value }) => value !== written), more };
}

/** A function that selects a part of the field's text: at once, or once the field has the text. */
function useSelection(area: { current: HTMLTextAreaElement | null }) {
  const wanted = useRef<TypedShape>(undefined);
  const apply = ({ start, end }: TypedShape) => area.current?.setSelectionRange(start, end);
  useLayoutEffect(() => {
    if (wanted.current && wanted.current.text === area.current?.value) apply(wanted.current);
    wanted.current = undefined;
  });
  return (next: TypedShape, isThere: boolean) => {
    if (isThere) apply(next);
    else wanted.current = next;
  };
}

/** Whether a point is behind the last chip, where the field is empty. */
function isBehindChips(area: HTMLElement, x: number, y: number): boolean {
  const last = [...(area.closest(`.${classes.box}`)?.querySelectorAll('[data-chip]') ?? [])].at(-1);
  const box = last?.getBoundingClientRect();
  return box !== undefined && (x > box.right || y > box.bottom);
}

interface DrawnProps {
  value: string;
  chips: readonly Chip[];
  selected: number | undefined;
  addLabel: string;
  onAdd(): void;
}

/** The chips, with the letters of the field and in their places. */
function Drawn({ value, chips, selected, addLabel, onAdd }: DrawnProps) {
  const isRight = parseShapeInput(value).ok;
  const drawn = chips.slice(0, MAX_RANK);
  const rest = value.slice(drawn.at(-1)?.end ?? 0);
  const last = chips.at(-1);
  return (
    <div className={classes.drawn}>
      <span aria-hidden>
        {drawn.map((chip, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a dimension is its position.
          <Fragment key={index}>
            {index > 0 && <span className={classes.separator}>{value.slice(drawn[index - 1]?.end, chip.start)}</span>}
            <span
              className={classes.chip}
              data-chip
              data-selected={index === selected || undefined}
              data-empty={chip.start === chip.end || undefined}
              data-wrong={(!isRight && chip.start < chip.end && !parseShapeInput(textOf(value, chip)).ok) || undefined}
            >
              {textOf(value, chip)}
            </span>
          </Fragment>
        ))}
        {rest}
        {value === '' && <span className={classes.none}>scalar</span>}
      </span>
      {(last === undefined || last.start < last.end) && (
        <button type="button" className={classes.add} aria-label={addLabel} onClick={onAdd}>
          <IconPlus size={16} stroke={1.75} aria-hidden />
        </button>
      )}
      {/* A line that ends in a space is as high as one with a letter. */}
      <span aria-hidden>{'\u200b'}</span>
    </div>
  );
}
