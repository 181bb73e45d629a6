import { memo, useEffect, useState } from 'react';
import { formatNumberOf } from '../../../../base/amounts.ts';
import { usePackage } from '../../../../state/hooks.ts';
import { FilterInput } from '../../../../widgets/filter-input.tsx';
import { EntryLabel } from '../../../../widgets/form-entries/entry-list.tsx';
import { TextField } from '../../../../widgets/form-text/text-field.tsx';
import { NameText } from '../../../../widgets/name-text.tsx';
import { useEdit, useValues } from '../../../draft-values.ts';
import { editableFields, numberProblem, sectionWords } from '../../core/fields.ts';
import { SECTION_KINDS, type SectionKind } from '../../core/manifest.ts';
import type { MldefOwn } from '../../core/own.ts';
import { sectionsIn, textsOf } from '../section-words.ts';
import classes from './manifest-editor.module.css';
import { setText } from './steps.ts';

/** Sections of one kind that get fields. The filter finds the others. */
const MAX_SHOWN = 50;

/** Lists with more sections have a filter. */
const FILTER_FROM = 8;

const TITLES: Readonly<Record<SectionKind, string>> = {
  model: 'Model',
  dataFile: 'Data files',
  nodeRange: 'Node ranges',
  layer: 'Layers',
};

/** The fields of the manifest. */
export function ManifestForm({ item }: { item: string | undefined }) {
  useEffect(() => {
    if (item === undefined) return;
    const section = document.querySelector<HTMLElement>(`[data-section="${CSS.escape(item)}"]`);
    section?.scrollIntoView({ block: 'center' });
    section?.querySelector<HTMLElement>('input, textarea')?.focus({ preventScroll: true });
  }, [item]);
  return (
    <div className={classes.sections}>
      {SECTION_KINDS.map((kind) => (
        <KindSection key={kind} kind={kind} />
      ))}
      <p className={classes.hint}>
        The names of layers and of data files are changed in the text, together with what refers to them.
      </p>
    </div>
  );
}

function KindSection({ kind }: { kind: SectionKind }) {
  const values = useValues() ?? {};
  const names = useNames(kind);
  const [filter, setFilter] = useState('');
  const all = sectionsIn(values, kind);
  if (all.length === 0) return null;
  const wanted = filter.toLowerCase();
  const textOf = (key: string, index: number) =>
    [names[index], ...Object.values(textsOf(values, key))].join('\n').toLowerCase();
  // Of several models, only the first counts.
  const shown =
    kind === 'model' ? all.slice(0, 1) : all.filter(({ key, index }) => textOf(key, index).includes(wanted));
  const title = TITLES[kind];
  return (
    <section aria-labelledby={`edit-${kind}`}>
      <h2 id={`edit-${kind}`} className={classes.title}>
        {title}
      </h2>
      {kind !== 'model' && all.length > FILTER_FROM && (
        <FilterInput
          label={`Filter ${title.toLowerCase()}`}
          value={filter}
          onChange={setFilter}
          className={classes.filter}
        />
      )}
      <div className={classes.stack}>
        {shown.slice(0, MAX_SHOWN).map(({ key, index }) => (
          <Fields key={key} kind={kind} section={key} index={index} name={names[index]} />
        ))}
      </div>
      {shown.length > MAX_SHOWN && (
        <p className={classes.hint}>
          and {formatNumberOf(shown.length - MAX_SHOWN, 'more', 'more')}. Filter to see them.
        </p>
      )}
    </section>
  );
}

/** The names of sections, which their fields stand under. */
function useNames(kind: SectionKind): readonly (string | undefined)[] {
  // A text may have become one that is no longer known for a model.
  const own = usePackage().own as MldefOwn | undefined;
  if (kind === 'model') return [];
  const lists = { dataFile: own?.dataFiles, nodeRange: own?.nodeRanges, layer: own?.layers };
  return (lists[kind] ?? []).map(({ name }) => name);
}

interface FieldsProps {
  kind: SectionKind;
  section: string;
  index: number;
  name: string | undefined;
}

const Fields = memo(function Fields({ kind, section, index, name }: FieldsProps) {
  const texts = textsOf(useValues(), section);
  const edit = useEdit();
  const words = sectionWords(kind, index);
  const fields = editableFields(kind).map(([key, field]) => (
    <TextField
      key={key}
      label={kind === 'model' ? field.label : <EntryLabel of={words}>{field.label}</EntryLabel>}
      error={numberProblem(field, texts[key] ?? '')}
      {...(kind === 'model' && key === 'description' ? { multiline: true, rows: 3 } : {})}
      mono={field.type === 'path' || field.type === 'uint' || field.type === 'float'}
      {...(key === 'url' ? { inputMode: 'url' as const } : {})}
      value={texts[key] ?? ''}
      onText={(text) => edit(() => setText(section, key, text))}
    />
  ));
  if (kind === 'model') {
    return (
      <div className={classes.model} data-section={section}>
        {fields}
      </div>
    );
  }
  return (
    <div className={classes.entry} data-section={section}>
      <p className={classes.name}>
        {words.charAt(0).toUpperCase()}
        {words.slice(1)}
        {name ? (
          <>
            {' '}
            <NameText mono>{name}</NameText>
          </>
        ) : null}
      </p>
      <div className={classes.fields}>{fields}</div>
    </div>
  );
});
