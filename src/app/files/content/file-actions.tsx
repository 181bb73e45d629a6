import { Button } from '@mantine/core';
import { baseName } from '../../../model/file/file-name.ts';
import type { PackageFile } from '../../../model/package.ts';
import { useWords } from '../../../state/hooks.ts';
import { useFindActions } from '../../find/action.ts';
import { whyNoLink } from '../../links/link-acts.ts';
import { useFileActs } from '../changes/file-acts.ts';
import { DONE, EDIT_LABEL, type FileOffer, PUT_BACK, useFileOffers } from '../changes/file-offers.ts';
import { whyFixed } from '../changes/file-paths.ts';
import classes from './file-actions.module.css';

/** What can be done with the chosen file, in a row of buttons, and why the others are missing. */
export function FileActions({ file, isText }: { file: PackageFile; isText: boolean | undefined }) {
  const acts = useFileActs();
  const offered = useFileOffers(acts, file, isText ?? false);
  useFindActions(
    offered.flatMap(({ name, Icon, run }) =>
      name === DONE ? [] : { name: `${name} ${baseName(file.path)}`, Icon, run },
    ),
  );
  const { hashList } = useWords();
  if (!acts) return null;
  const why = whyFixed(acts.can, file.path) ?? whyNoLink(acts.can, acts.shown, file, hashList);
  return (
    // Its room is kept until it is known what the file is, so that no button moves.
    <div className={classes.root} data-awaiting={isText === undefined || undefined}>
      {offered.map((offer) => (
        <ActionButton key={offer.name === DONE ? EDIT_LABEL : offer.name} {...offer} />
      ))}
      {why !== undefined && <p className={classes.why}>{why}</p>}
    </div>
  );
}

function ActionButton({ name, Icon, href, run }: FileOffer) {
  const shared = {
    variant: 'default',
    size: 'compact-sm',
    leftSection: <Icon size={16} stroke={1.75} aria-hidden />,
  } as const;
  if (href === undefined)
    return (
      <Button {...shared} data-put-back={name === PUT_BACK || undefined} onClick={run}>
        {name}
      </Button>
    );
  return (
    <Button {...shared} component="a" href={href}>
      {name}
    </Button>
  );
}
