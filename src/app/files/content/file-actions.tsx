import { baseName } from '../../../model/file/file-name.ts';
import type { PackageFile } from '../../../model/package.ts';
import { useWords } from '../../../state/hooks.ts';
import { IconButton } from '../../../widgets/icon-button.tsx';
import { useFindActions } from '../../find/action.ts';
import { whyNoLink } from '../../links/link-acts.ts';
import { useFileActs } from '../changes/file-editing.tsx';
import { DONE, EDIT_LABEL, PUT_BACK, useFileOffers } from '../changes/file-offers.ts';
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
      {offered.map(({ name, Icon, href, run }) => (
        <IconButton
          key={name === DONE ? EDIT_LABEL : name}
          Icon={Icon}
          href={href}
          data-put-back={name === PUT_BACK || undefined}
          onClick={run}
        >
          {name}
        </IconButton>
      ))}
      {why !== undefined && <p className={classes.why}>{why}</p>}
    </div>
  );
}
