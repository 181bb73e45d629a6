import { useEffect } from 'react';
import { useOpenPackage } from '../../../../state/hooks.ts';
import { EntryText } from '../../../../widgets/form-entries/entry-text.tsx';
import { visibleText } from '../../../../widgets/name-text.tsx';
import { useEdit } from '../../../draft-values.ts';
import { EntryTable } from '../../../entry-table.tsx';
import type { OwnFacts } from '../../core/format.ts';
import { METADATA_KEY } from '../../core/header.ts';
import { MAX_METADATA_UNITS } from '../../core/limits.ts';
import classes from './header-editor.module.css';
import { METADATA_STEPS } from './steps.ts';
import { TensorNames } from './tensor-names.tsx';

const METADATA_ID = 'edit-metadata';
const TENSORS_ID = 'edit-tensors';

/** Edits the header of a safetensors file: its metadata, and which tensors it has under which names. */
export function HeaderEditor({ item }: { item: string | undefined }) {
  const { own } = useOpenPackage();
  const edit = useEdit();
  const { tensorsStay } = (own ?? {}) as OwnFacts;
  useEffect(() => {
    if (item === undefined) return;
    const heading = document.getElementById(item === METADATA_KEY ? METADATA_ID : TENSORS_ID);
    heading?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
  }, [item]);
  return (
    <div className={classes.sections}>
      <section aria-labelledby={METADATA_ID}>
        <h2 id={METADATA_ID} tabIndex={-1} className={classes.title}>
          Metadata
        </h2>
        <EntryTable<string>
          table={METADATA_KEY}
          steps={METADATA_STEPS}
          nameLabel="Name"
          className={classes.entry}
          initial=""
          fields={(key, value) => (
            <EntryText
              of={visibleText(key)}
              value={value}
              maxBytes={MAX_METADATA_UNITS}
              onText={(text) => edit(() => METADATA_STEPS.set(key, text))}
            />
          )}
          textOf={(value) => value}
          empty="None. Entries are short texts, such as a license."
          filterLabel="Filter metadata"
          newLabel="Name of a new entry"
          addLabel="Add entry"
        />
      </section>
      <section aria-labelledby={TENSORS_ID}>
        <h2 id={TENSORS_ID} tabIndex={-1} className={classes.title}>
          Tensors
        </h2>
        {tensorsStay === undefined ? (
          <TensorNames />
        ) : (
          <p className={classes.hint}>Names cannot be edited. {tensorsStay}</p>
        )}
      </section>
    </div>
  );
}
