import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import { EDIT_TEXT } from '../../model/place.ts';
import { useApp } from '../../state/hooks.ts';
import { lateView } from '../../widgets/loading/late-view.tsx';
import classes from './form.module.css';
import type { MetadataTextProps } from './metadata-text.tsx';

const waiting = <div className={classes.waiting} />;

const MetadataText = lateView<MetadataTextProps>(() => import('./metadata-text.tsx'), waiting);

interface Props extends MetadataTextProps {
  /** The section or field that the address names, or `EDIT_TEXT`. */
  item: string | undefined;
  onItem(item: string | undefined): void;
  form: ReactNode;
  /** Instead of the form where the text cannot be parsed. */
  unread: ReactNode;
}

/** Edits a metadata file as a form or as text. Both show the same draft. */
export function FormOrText({ item, onItem, form, unread, ...text }: Props) {
  const hasValues = useApp((state) => state.draft?.current.values !== undefined);
  const isPending = useApp((state) => state.draft?.pending === true);
  return (
    <>
      <div className={classes.modes}>
        <SegmentedControl
          aria-label="Edit as"
          size="sm"
          data={[
            { value: 'form', label: 'Form' },
            { value: EDIT_TEXT, label: text.path },
          ]}
          value={item === EDIT_TEXT ? EDIT_TEXT : 'form'}
          onChange={(mode) => onItem(mode === EDIT_TEXT ? EDIT_TEXT : undefined)}
        />
      </div>
      {item === EDIT_TEXT ? (
        <div className={classes.text}>
          <MetadataText {...text} />
        </div>
      ) : hasValues ? (
        form
      ) : isPending ? (
        waiting
      ) : (
        <div className={classes.unread}>{unread}</div>
      )}
    </>
  );
}
