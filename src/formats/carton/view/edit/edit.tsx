import { Button, SegmentedControl } from '@mantine/core';
import { type ComponentType, lazy, Suspense } from 'react';
import { useApp } from '../../../../state/hooks.ts';
import classes from './form.module.css';
import { Form } from './form.tsx';
import { TEXT } from './sections.ts';

const Text = lazy(() => import('./text.tsx'));

interface Props {
  item: string | undefined;
  line: number | undefined;
  onItem(item: string | undefined): void;
  Preview: ComponentType<{ markdown: string }>;
}

const MODES = [
  { value: 'form', label: 'Form' },
  { value: TEXT, label: 'Text' },
];

/** Edits carton.toml, as a form or as text. Both show the same draft. */
export function Edit({ item, line, onItem, Preview }: Props) {
  const hasValues = useApp((state) => state.draft?.current.values !== undefined);
  const isPending = useApp((state) => state.draft?.pending === true);
  return (
    <>
      <SegmentedControl
        aria-label="Edit as"
        size="sm"
        data={MODES}
        value={item === TEXT ? TEXT : 'form'}
        onChange={(mode) => onItem(mode === TEXT ? TEXT : undefined)}
      />
      {item === TEXT ? (
        <div className={classes.text}>
          <Suspense fallback={<div className={classes.waiting} />}>
            <Text line={line} />
          </Suspense>
        </div>
      ) : hasValues ? (
        <Form item={item} Preview={Preview} />
      ) : isPending ? (
        <div className={classes.waiting} />
      ) : (
        <div className={classes.unread}>
          <p>carton.toml cannot be shown as a form while its text is no TOML.</p>
          <Button variant="default" onClick={() => onItem(TEXT)}>
            Mend the text
          </Button>
        </div>
      )}
    </>
  );
}
