import { SegmentedControl } from '@mantine/core';
import { type ComponentType, memo, useRef, useState } from 'react';
import type { Finding } from '../../../../base/findings.ts';
import { SNIFF_BYTES } from '../../../../base/limits.ts';
import type { FieldValue } from '../../../../model/field.ts';
import { sniffMedia } from '../../../../model/media.ts';
import { useActions, useApp } from '../../../../state/hooks.ts';
import { SuggestInput } from '../../../../widgets/form-suggest/suggest-input.tsx';
import { suggestionsFor } from '../../../../widgets/form-suggest/suggestions.ts';
import { MAX_FIELD_CHARACTERS, TextField, withLineEnds } from '../../../../widgets/form-text/text-field.tsx';
import { setText } from '../../core/steps.ts';
import { Fixes } from './fixes.tsx';
import classes from './form.module.css';
import { markdownFor } from './misc-link.ts';
import { aboutField } from './notes.tsx';
import { miscFiles } from './references.ts';
import { sameProps } from './same-props.ts';
import { textOf } from './text-row.tsx';
import { useEdit } from './use-edit.ts';

interface Props {
  value: FieldValue | undefined;
  findings: readonly Finding[];
  Preview: ComponentType<{ markdown: string }>;
}

const PATH = ['model_description'];

const NO_FILES: never[] = [];

const MODES = [
  { value: 'write', label: 'Write' },
  { value: 'preview', label: 'Preview' },
];

/** The description, as text or as it will look. */
export const Description = memo(function Description({ value, findings, Preview }: Props) {
  const edit = useEdit();
  const area = useRef<HTMLTextAreaElement>(null);
  const text = textOf(value);
  const [mode, setMode] = useState<'write' | 'preview'>('write');
  const change = (typed: string) => edit((values) => setText(values, PATH, 'description', typed));
  const insert = (link: (selected: string) => string) => {
    const field = area.current;
    if (!field) return;
    const { selectionStart: start, selectionEnd: end, value: shown } = field;
    const inserted = link(shown.slice(start, end));
    change(withLineEnds(shown.slice(0, start) + inserted + shown.slice(end), text));
    requestAnimationFrame(() => {
      field.focus();
      field.setSelectionRange(start + inserted.length, start + inserted.length);
    });
  };
  return (
    <div className={classes.description} data-field="model_description">
      <SegmentedControl
        className={classes.modes ?? ''}
        aria-label="Description as"
        size="xs"
        data={MODES}
        value={mode}
        onChange={(chosen) => setMode(chosen === 'preview' ? 'preview' : 'write')}
      />
      {/* Stays while the preview is shown: it keeps the caret, and what leads to the field finds it. */}
      <div hidden={mode === 'preview'}>
        <TextField
          label="Description"
          multiline
          rows={16}
          areaRef={area}
          value={text}
          onText={change}
          {...aboutField({ findings, text, children: 'Markdown. Raw HTML is shown as text.' })}
        />
        <Fixes findings={findings} />
        {/* A field that is too long holds only the beginning. */}
        {text.length <= MAX_FIELD_CHARACTERS && <MiscPicker onInsert={insert} />}
      </div>
      {mode === 'preview' && (
        <div>
          <p className={classes.previewTitle}>Description</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls. */}
          <section className={classes.preview} aria-label="Preview" tabIndex={0}>
            {text.trim() === '' ? <p className={classes.hint}>Nothing to preview yet.</p> : <Preview markdown={text} />}
          </section>
        </div>
      )}
    </div>
  );
}, sameProps);

/** Inserts a picture of the package, or a link to another file, where the caret is. */
function MiscPicker({ onInsert }: { onInsert(link: (selected: string) => string): void }) {
  const files = useApp((state) => state.draft?.shown.files ?? NO_FILES);
  const { readBytes } = useActions();
  const misc = miscFiles(files);
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
