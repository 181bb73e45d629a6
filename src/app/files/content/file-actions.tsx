import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { baseName } from '../../../model/file/file-name.ts';
import type { PackageFile } from '../../../model/package.ts';
import { useWords } from '../../../state/hooks.ts';
import { IconButton } from '../../../widgets/icon-button.tsx';
import { useFindActions } from '../../find/action.ts';
import { whyNoLink } from '../../links/link-acts.ts';
import { useFileActs } from '../changes/file-editing.tsx';
import { DONE, EDIT_LABEL, useFileOffers } from '../changes/file-offers.ts';
import { whyFixed } from '../changes/file-paths.ts';
import { OfferItems } from './offer-items.tsx';

interface Props {
  file: PackageFile;
  isText: boolean | undefined;
  /** A button between the first act and the menu. */
  children: ReactNode;
}

/** What can be done with the chosen file: to edit its text as a button, and the rest in a menu, with why acts are missing. */
export function FileActions({ file, isText, children }: Props) {
  const acts = useFileActs();
  const offered = useFileOffers(acts, file, isText ?? false);
  useFindActions(
    offered.flatMap(({ name, Icon, run }) =>
      name === DONE ? [] : { name: `${name} ${baseName(file.path)}`, Icon, run },
    ),
  );
  const { hashList } = useWords();
  if (!acts) return children;
  const edit = offered.find(({ name }) => name === DONE || name === EDIT_LABEL);
  const why = whyFixed(acts.can, file.path) ?? whyNoLink(acts.can, acts.shown, file, hashList);
  return (
    <>
      {edit && (
        <IconButton key={EDIT_LABEL} Icon={edit.Icon} size="sm" href={edit.href} onClick={edit.run}>
          {edit.name}
        </IconButton>
      )}
      {children}
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon size="lg" aria-label="More" data-put-back>
            <IconDots size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <OfferItems items={offered.filter((offer) => offer !== edit)} why={why} />
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
