import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import type { Finding } from '../../base/findings.ts';
import { EDIT_TEXT } from '../../model/place.ts';
import { spoken } from '../../model/words.ts';
import { useAppReader, useOpenPackage } from '../../state/hooks.ts';
import { usePlaceHref } from '../../widgets/place-href.ts';
import { goTo } from '../page-address.ts';
import { shownField } from './shown-field.ts';

/**
 * Leads from a finding to its field in the form of the Edit tab, or to its line in the text of the metadata file.
 * Nothing if the package cannot be edited there.
 */
export function FieldLink({ finding: { path, field, line } }: { finding: Finding }) {
  const placeHref = usePlaceHref();
  const { can, words } = useOpenPackage();
  const read = useAppReader();
  if (!can.edit || path !== spoken(words).metadataFile || (field === undefined && line === undefined)) return null;
  const text = placeHref({ tab: 'edit', item: EDIT_TEXT, line });

  async function goThere(): Promise<void> {
    await read().startDraft();
    // A text that is not valid has no form.
    if (field === undefined || read().draft?.current.values === undefined) return goTo(text);
    goTo(placeHref({ tab: 'edit' }));
    const part = await shownField(field);
    if (part === undefined) {
      // The form has no place for the field.
      if (line !== undefined && window.location.hash === placeHref({ tab: 'edit' })) goTo(text);
      return;
    }
    part.scrollIntoView({ block: 'center' });
    const control = part.querySelector<HTMLElement>('[data-focus="first"], input, textarea, select, button') ?? part;
    control.focus({ preventScroll: true });
  }

  return (
    <Button
      size="compact-sm"
      leftSection={<IconPencil size={14} stroke={1.75} aria-hidden />}
      onClick={() => void goThere()}
    >
      {field === undefined ? 'Edit this line' : 'Edit this field'}
    </Button>
  );
}
