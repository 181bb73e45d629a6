import { SegmentedControl } from '@mantine/core';
import { type ComponentType, memo, useRef, useState } from 'react';
import { SNIFF_BYTES } from '../../../../../base/limits.ts';
import type { FieldStep } from '../../../../../model/edit/edit.ts';
import { sniffMedia } from '../../../../../model/file/media.ts';
import { useActions } from '../../../../../state/hooks.ts';
import { type DropPoint, useFileDrop } from '../../../../../widgets/files/file-drop.ts';
import { SuggestInput } from '../../../../../widgets/form-suggest/suggest-input.tsx';
import { suggestionsFor } from '../../../../../widgets/form-suggest/suggestions.ts';
import { MAX_FIELD_CHARACTERS, TextField, withLineEnds } from '../../../../../widgets/form-text/text-field.tsx';
import { useEdit } from '../../../../draft-values.ts';
import shared from '../../../../form/form.module.css';
import { aboutField } from '../../../../form/notes.tsx';
import { sameProps } from '../../../../form/same-props.ts';
import { withMiscFiles } from '../../../core/edit/misc-files.ts';
import { setText } from '../../../core/edit/steps.ts';
import { type FieldProps, textOf } from '../field.tsx';
import { Fixes } from '../fixes.tsx';
import { AddMedia } from '../media/add-media.tsx';
import { useMediaIntake } from '../media/intake.tsx';
import classes from './description.module.css';
import { markdownFor } from './misc-link.ts';
import { miscSuggestions, useMiscFiles } from './references.ts';

interface Props extends FieldProps {
  Preview: ComponentType<{ markdown: string }>;
}

/** A picture of the package without alternative text. */
const UNDESCRIBED = /!\[\s*\]\(@misc\//;

const MODES = [
  { value: 'write', label: 'Write' },
  { value: 'preview', label: 'Preview' },
];

/** The description, as text or as it will look. It takes pictures and sounds that are dropped on it or pasted. */
export const Description = memo(function Description({ path, value, findings, Preview }: Props) {
  const edit = useEdit();
  const area = useRef<HTMLTextAreaElement>(null);
  /** Whether somebody has placed the caret. */
  const isPlaced = useRef(false);
  const text = textOf(value);
  const [mode, setMode] = useState('write');
  const change = (typed: string, finish = (step: FieldStep) => step) =>
    edit((values) => {
      const step = setText(values, path, 'description', typed);
      return step && finish(step);
    });
  const insert = (link: (selected: string) => string, finish?: (step: FieldStep) => FieldStep) => {
    const field = area.current;
    if (!field) return;
    const { value: shown } = field;
    // Until somebody places the caret, the link goes after the text, as a paragraph of its own.
    const [start, end] = isPlaced.current ? [field.selectionStart, field.selectionEnd] : [shown.length, shown.length];
    const made = link(shown.slice(start, end));
    const inserted = isPlaced.current ? made : `${gapAfter(shown)}${made}${shown.endsWith('\n') ? '\n' : ''}`;
    change(withLineEnds(shown.slice(0, start) + inserted + shown.slice(end), text), finish);
    isPlaced.current = true;
    requestAnimationFrame(() => {
      field.focus();
      field.setSelectionRange(start + inserted.length, start + inserted.length);
    });
  };
  const intake = useMediaIntake(
    (media, { changes, isThere }) => {
      insert(
        (selected) =>
          media
            .map(({ path, kind }) => markdownFor(path, kind === 'picture', media.length === 1 ? selected : ''))
            .join('\n\n'),
        (step) => withMiscFiles(step, media, 'the description', changes, isThere),
      );
      return undefined;
    },
    () => area.current?.focus(),
  );
  const drop = useFileDrop((files, at) => {
    if (at) placeCaret(area.current, at, () => (isPlaced.current = true));
    intake.take(files);
  });
  // The field holds only the beginning of a text that is too long.
  const isWhole = text.length <= MAX_FIELD_CHARACTERS;
  const takesFiles = intake.can && isWhole;
  return (
    <div className={classes.description} data-field={path.join()} {...(takesFiles && drop)}>
      <SegmentedControl
        className={classes.modes ?? ''}
        aria-label="Description as"
        size="xs"
        data={MODES}
        value={mode}
        onChange={setMode}
      />
      {/* Stays while the preview is shown: it keeps the caret, and what leads to the field finds it. */}
      <div hidden={mode === 'preview'}>
        <TextField
          label="Description"
          multiline
          rows={16}
          areaRef={area}
          value={text}
          onText={(typed) => change(typed)}
          onFocus={() => {
            isPlaced.current = true;
          }}
          {...aboutField({
            findings,
            text,
            children: `Markdown. Raw HTML is shown as text.${takesFiles ? ' Drop or paste a picture or a sound to add it.' : ''}`,
          })}
        />
        <Fixes findings={findings} />
        {UNDESCRIBED.test(text) && (
          <p className={shared.hint}>
            Say what each picture shows in its square brackets, such as ![Results by class](…): some readers cannot see
            it.
          </p>
        )}
        {isWhole && (
          <div className={classes.insert}>
            {takesFiles && (
              <AddMedia size="sm" onFiles={intake.take}>
                Add picture or sound
              </AddMedia>
            )}
            <MiscPicker onInsert={insert} />
          </div>
        )}
      </div>
      {mode === 'preview' && (
        <div>
          <p className={classes.previewTitle}>Description</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls. */}
          <section className={classes.preview} aria-label="Preview" tabIndex={0}>
            {text.trim() === '' ? <p className={shared.hint}>Nothing to preview yet.</p> : <Preview markdown={text} />}
          </section>
        </div>
      )}
      {takesFiles && intake.note}
    </div>
  );
}, sameProps);

/** The line breaks that are missing for an empty line after a text. */
function gapAfter(text: string): string {
  if (text === '' || /\n\s*\n$/.test(text)) return '';
  return text.endsWith('\n') ? '\n' : '\n\n';
}

/** Puts the caret where something is dropped, in browsers that can find that place in a text. */
function placeCaret(field: HTMLTextAreaElement | null, { x, y }: DropPoint, onPlaced: () => void): void {
  const found = document.caretPositionFromPoint?.(x, y);
  if (!field || found?.offsetNode !== field) return;
  field.setSelectionRange(found.offset, found.offset);
  onPlaced();
}

/** Inserts a picture of the package, or a link to another file, where the caret is. */
function MiscPicker({ onInsert }: { onInsert(link: (selected: string) => string): void }) {
  const { readBytes } = useActions();
  const misc = miscSuggestions(useMiscFiles());
  if (misc.length === 0) return null;
  return (
    <div className={classes.picker}>
      <SuggestInput
        label="Insert a picture or file"
        placeholder="Search"
        mono
        value=""
        suggest={(query) => suggestionsFor(misc, query)}
        onPick={async (path) => {
          // File names there often have no extension, so the first bytes tell what a file is. A file that is not held
          // or cannot be read becomes a link.
          const head = await readBytes(path, 0, SNIFF_BYTES).catch(() => undefined);
          const isPicture = head !== undefined && sniffMedia(head, path)?.kind === 'picture';
          onInsert((selected) => markdownFor(path, isPicture, selected));
        }}
      />
    </div>
  );
}
