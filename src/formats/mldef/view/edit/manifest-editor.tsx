import { Button, SegmentedControl } from '@mantine/core';
import { EDIT_TEXT } from '../../../../model/place.ts';
import { useApp } from '../../../../state/hooks.ts';
import { lateView } from '../../../../widgets/loading/late-view.tsx';
import classes from './manifest-editor.module.css';
import { ManifestForm } from './manifest-form.tsx';

const TextMode = lateView(() => import('./text-mode.tsx'), <div className={classes.waiting} />);

interface Props {
  item: string | undefined;
  line: number | undefined;
  onItem(item: string | undefined): void;
}

const MODES = [
  { value: 'form', label: 'Form' },
  { value: EDIT_TEXT, label: 'Text' },
];

/** Edits manifest.json, as a form or as text. Both show the same draft. */
export function ManifestEditor({ item, line, onItem }: Props) {
  const hasValues = useApp((state) => state.draft?.current.values !== undefined);
  const isPending = useApp((state) => state.draft?.pending === true);
  return (
    <div className={classes.root}>
      <SegmentedControl
        aria-label="Edit as"
        size="sm"
        className={classes.modes ?? ''}
        data={MODES}
        value={item === EDIT_TEXT ? EDIT_TEXT : 'form'}
        onChange={(mode) => onItem(mode === EDIT_TEXT ? EDIT_TEXT : undefined)}
      />
      {item === EDIT_TEXT ? (
        <div className={classes.text}>
          <TextMode line={line} />
        </div>
      ) : hasValues ? (
        <ManifestForm item={item} />
      ) : isPending ? (
        <div className={classes.waiting} />
      ) : (
        <div>
          <p>Fix the text to see the form again. manifest.json must be a JSON object.</p>
          <Button onClick={() => onItem(EDIT_TEXT)}>Fix the text</Button>
        </div>
      )}
    </div>
  );
}
