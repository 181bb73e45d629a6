import { Button, SegmentedControl } from '@mantine/core';
import type { ComponentType } from 'react';
import { EDIT_TEXT } from '../../../../model/place.ts';
import { useApp } from '../../../../state/hooks.ts';
import { withoutPlace } from '../../../../toml/place-words.ts';
import { lateView } from '../../../../widgets/loading/late-view.tsx';
import { visibleText } from '../../../../widgets/name-text.tsx';
import { usePlaceHref } from '../../../../widgets/place-href.ts';
import classes from '../../../form/form.module.css';
import { CARTON_TOML } from '../../core/paths.ts';
import { Form } from './form.tsx';

const TextMode = lateView(() => import('./text-mode.tsx'), <div className={classes.waiting} />);

interface Props {
  item: string | undefined;
  line: number | undefined;
  onItem(item: string | undefined): void;
  Preview: ComponentType<{ markdown: string }>;
}

const MODES = [
  { value: 'form', label: 'Form' },
  { value: EDIT_TEXT, label: 'Text' },
];

/** Edits carton.toml, as a form or as text. Both show the same draft. */
export function CartonEditor({ item, line, onItem, Preview }: Props) {
  const hasValues = useApp((state) => state.draft?.current.values !== undefined);
  const isPending = useApp(({ draft }) => draft?.current.values === undefined && draft?.pending === true);
  return (
    <>
      <SegmentedControl
        aria-label="Edit as"
        size="sm"
        data={MODES}
        value={item === EDIT_TEXT ? EDIT_TEXT : 'form'}
        onChange={(mode) => onItem(mode === EDIT_TEXT ? EDIT_TEXT : undefined)}
      />
      {item === EDIT_TEXT ? (
        <div className={classes.text}>
          <TextMode line={line} />
        </div>
      ) : hasValues ? (
        <Form item={item} Preview={Preview} />
      ) : isPending ? (
        <div className={classes.waiting} />
      ) : (
        <div className={classes.unread}>
          <Unread onItem={onItem} />
        </div>
      )}
    </>
  );
}

/** Shown instead of the form where the text is not TOML: why, and the way to the line. */
function Unread({ onItem }: Pick<Props, 'onItem'>) {
  const placeHref = usePlaceHref();
  const why = useApp(({ draft }) =>
    draft?.shown.findings.find(
      ({ path, severity, line }) => path === CARTON_TOML && severity === 'error' && line !== undefined,
    ),
  );
  return (
    <>
      <p>Fix the text to see the form again. carton.toml must be valid TOML.</p>
      {why && (
        <p>
          Line {why.line}: <bdi>{visibleText(withoutPlace(why.message))}</bdi>
        </p>
      )}
      <Button
        onClick={() => {
          if (why) window.location.hash = placeHref({ tab: 'edit', item: EDIT_TEXT, line: why.line });
          else onItem(EDIT_TEXT);
        }}
      >
        Fix the text
      </Button>
    </>
  );
}
