import { Button } from '@mantine/core';
import { EDIT_TEXT } from '../../../../model/place.ts';
import { FormOrText } from '../../../form/form-or-text.tsx';
import { MANIFEST } from '../../core/paths.ts';
import { ManifestForm } from './manifest-form.tsx';

interface Props {
  item: string | undefined;
  line: number | undefined;
  onItem(item: string | undefined): void;
}

/** Edits manifest.json, as a form or as text. */
export function ManifestEditor({ item, line, onItem }: Props) {
  return (
    <FormOrText
      item={item}
      onItem={onItem}
      form={<ManifestForm item={item} />}
      unread={
        <>
          <p>Fix the text to see the form again. manifest.json must be a JSON object.</p>
          <Button onClick={() => onItem(EDIT_TEXT)}>Fix the text</Button>
        </>
      }
      path={MANIFEST}
      language="none"
      line={line}
    />
  );
}
