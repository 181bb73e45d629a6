import { Button } from '@mantine/core';
import { IconFile, IconFolder, IconPencil, IconWorld } from '@tabler/icons-react';
import { useApp, useLevelsState, useOpened, useRecents } from '../../state/hooks.ts';
import { openedOf } from '../../state/load.ts';
import type { Recent } from '../../state/recents.ts';
import { Card } from '../../widgets/card.tsx';
import { Dialog } from '../../widgets/dialog.tsx';
import { useFileDrop } from '../../widgets/files/file-drop.ts';
import { NameText } from '../../widgets/name-text.tsx';
import { filesDescriptor, useOpening } from '../opening/opening-ways.tsx';
import { recentText } from '../opening/recent-text.ts';
import { UrlForm } from '../opening/url-form.tsx';
import { absoluteUrl } from '../page-address.ts';
import classes from './compare-with-dialog.module.css';

interface Props {
  opened: boolean;
  onClose(): void;
}

/** Recents that are offered. */
const MAX_RECENTS = 6;

const ICONS = { url: IconWorld, file: IconFile, folder: IconFolder };

/** Asks for the other package: a file, a folder, a link, what was open before, or the package as it is edited. */
export default function CompareWithDialog({ opened, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Compare with…">
      <Choice onClose={onClose} />
    </Dialog>
  );
}

function Choice({ onClose }: { onClose(): void }) {
  const { chooseOther, compareWith, compareRecent } = useOpening();
  const isEdited = useApp((state) => state.draft?.changed === true);
  const drop = useFileDrop((files) => {
    onClose();
    compareWith(filesDescriptor(files));
  });
  const leave = (act: () => void) => () => {
    onClose();
    act();
  };
  return (
    <div className={classes.root} {...drop}>
      {isEdited && (
        <Button
          variant="filled"
          leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />}
          onClick={leave(() => compareWith('draft'))}
        >
          Your changes to it
        </Button>
      )}
      <div className={classes.ways}>
        <Button leftSection={<IconFile size={16} stroke={1.75} aria-hidden />} onClick={leave(() => chooseOther())}>
          Choose file
        </Button>
        <Button
          leftSection={<IconFolder size={16} stroke={1.75} aria-hidden />}
          onClick={leave(() => chooseOther('folder'))}
        >
          Choose folder
        </Button>
        <span className={classes.hint}>or drop it here</span>
      </div>
      <UrlForm
        action="Compare"
        onUrl={(url) => {
          onClose();
          compareWith({ kind: 'url', url: absoluteUrl(url) });
        }}
      />
      <OpenOthers onClose={onClose} />
      <Recents onChoose={(recent) => leave(() => compareRecent(recent))()} />
    </div>
  );
}

/** The packages around the one that is shown. */
function OpenOthers({ onClose }: { onClose(): void }) {
  const { compareWith } = useOpening();
  const levels = useLevelsState((state) => state.levels);
  const shown = useLevelsState((state) => state.shown);
  const outer = levels.slice(0, shown.inside.length).flatMap(({ store, inside }) => {
    const opened = openedOf(store.getState().load);
    return opened && inside.length === 0 ? [opened] : [];
  });
  if (outer.length === 0) return null;
  return (
    <div>
      <h3 className={classes.heading}>Open</h3>
      <Card as="ul" rows>
        {outer.map(({ handle, package: pkg, descriptor }) => (
          <li key={handle}>
            <button
              type="button"
              className={classes.row}
              onClick={() => {
                onClose();
                compareWith(descriptor);
              }}
            >
              <NameText>{pkg.title || pkg.name}</NameText>
            </button>
          </li>
        ))}
      </Card>
    </div>
  );
}

function Recents({ onChoose }: { onChoose(recent: Recent): void }) {
  const opened = useOpened();
  const recents = useRecents().filter(
    (recent) =>
      (recent.kind === 'url' || (recent.kind === 'file' && recent.handle)) &&
      !(recent.kind === 'url' && opened?.descriptor.kind === 'url' && recent.url === opened.descriptor.url),
  );
  if (recents.length === 0) return null;
  return (
    <div>
      <h3 className={classes.heading}>Recent</h3>
      <Card as="ul" rows>
        {recents.slice(0, MAX_RECENTS).map((recent) => {
          const Icon = ICONS[recent.kind];
          return (
            <li key={recent.id}>
              <button type="button" className={classes.row} onClick={() => onChoose(recent)}>
                <Icon size={16} stroke={1.75} aria-hidden />
                <NameText>{recentText(recent).name}</NameText>
                <span className={classes.hint}>{recentText(recent).file ?? recentText(recent).from}</span>
              </button>
            </li>
          );
        })}
      </Card>
    </div>
  );
}
