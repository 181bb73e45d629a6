import { Button } from '@mantine/core';
import type { ComponentType } from 'react';
import { EDIT_TEXT } from '../../../../model/place.ts';
import { useApp } from '../../../../state/hooks.ts';
import { withoutPlace } from '../../../../toml/place-words.ts';
import { visibleText } from '../../../../widgets/name-text.tsx';
import { usePlaceHref } from '../../../../widgets/place-href.ts';
import { FormOrText } from '../../../form/form-or-text.tsx';
import { CARTON_TOML } from '../../core/paths.ts';
import { Form } from './form.tsx';

interface Props {
  item: string | undefined;
  line: number | undefined;
  onItem(item: string | undefined): void;
  Preview: ComponentType<{ markdown: string }>;
}

/** Edits carton.toml, as a form or as text. Both show the same draft. */
export function CartonEditor({ item, line, onItem, Preview }: Props) {
  return (
    <FormOrText
      item={item}
      onItem={onItem}
      form={<Form item={item} Preview={Preview} />}
      unread={<Unread onItem={onItem} />}
      path={CARTON_TOML}
      language="toml"
      line={line}
      messageOf={withoutPlace}
    />
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
