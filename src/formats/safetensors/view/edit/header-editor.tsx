import { useEffect } from 'react';
import { useOpenPackage } from '../../../../state/hooks.ts';
import { METADATA_KEY } from '../../core/header.ts';
import type { OwnFacts } from '../../core/open.ts';
import classes from './header-editor.module.css';
import { MetadataEntries } from './metadata-entries.tsx';
import { TensorNames } from './tensor-names.tsx';

const METADATA_ID = 'edit-metadata';
const TENSORS_ID = 'edit-tensors';

/** Edits the header of a safetensors file: its metadata, and which tensors it has under which names. */
export function HeaderEditor({ item }: { item: string | undefined }) {
  const { own } = useOpenPackage();
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
        <MetadataEntries />
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
