import { Button, Popover } from '@mantine/core';
import {
  IconFileUpload,
  IconFolder,
  IconFolderOpen,
  IconHistory,
  IconPackage,
  IconPackageExport,
} from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { MADE_FORMATS } from '../../formats/views.ts';
import { useApp, useRecents } from '../../state/hooks.ts';
import { NameText } from '../../widgets/name-text.tsx';
import { type FindAction, useFindActions } from '../find/action.ts';
import { useNewPackage } from '../making/new-package-ways.ts';
import { canChooseFolders } from './file-input.tsx';
import classes from './open-menu.module.css';
import { useOpening } from './opening-ways.tsx';
import { recentText } from './recent-text.ts';
import { UrlForm } from './url-form.tsx';

/** The button Open, with all ways to open a package. Find offers them too. */
export function OpenMenu() {
  const { chooseFile, chooseFolder, openSample } = useOpening();
  const [opened, setOpened] = useState(false);
  const ways: FindAction[] = [
    { name: 'Open file', also: 'choose load upload import', Icon: IconFileUpload, always: true, run: chooseFile },
    ...(canChooseFolders()
      ? [{ name: 'Open folder', also: 'choose directory', Icon: IconFolder, always: true as const, run: chooseFolder }]
      : []),
    { name: 'Open sample', also: 'example demo try', Icon: IconPackage, always: true, run: openSample },
  ];
  useFindActions(ways);
  const { choose, fromShown } = useNewPackage();
  const button = useRef<HTMLButtonElement>(null);
  // The popover's own way comes later, and would take the focus from the dialog that closes the menu.
  const giveFocusBack = () => button.current?.focus({ preventScroll: true });
  const leave = () => {
    setOpened(false);
    giveFocusBack();
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus={false} withRoles>
      <Popover.Target>
        <Button
          ref={button}
          classNames={{ root: classes.button, section: classes.icon }}
          leftSection={<IconFolderOpen size={16} stroke={1.75} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          Open
        </Button>
      </Popover.Target>
      <Popover.Dropdown
        aria-label="Open"
        p={8}
        // While it fades, a late timer of the popover would put the focus into it again.
        inert={!opened}
        // A dialog that a key opens takes the focus: the menu must not lie over it.
        onBlur={({ currentTarget, relatedTarget }) => {
          const isAway = relatedTarget !== null && relatedTarget !== button.current;
          if (isAway && !currentTarget.contains(relatedTarget)) setOpened(false);
        }}
        onKeyDown={({ key }) => {
          if (key === 'Escape') giveFocusBack();
        }}
      >
        <div className={classes.menu}>
          {ways.map(({ name, Icon, run }) => (
            <Item key={name} Icon={Icon} onLeave={leave} run={run}>
              {name}
            </Item>
          ))}
          <div className={classes.url}>
            <UrlForm onOpen={leave} />
          </div>
          <RecentButtons onOpen={leave} />
          <div className={classes.make}>
            <Item Icon={IconPackageExport} onLeave={leave} run={choose} fullWidth>
              New package
            </Item>
            {MADE_FORMATS.map((made) => {
              const withShown = fromShown(made);
              return (
                withShown && (
                  <Item key={made.format} Icon={IconPackageExport} onLeave={leave} run={withShown} fullWidth>
                    New {made.one} with this
                  </Item>
                )
              );
            })}
          </div>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

interface ItemProps {
  Icon: FindAction['Icon'];
  onLeave(): void;
  run(): void;
  fullWidth?: boolean;
  children: ReactNode;
}

/** A button of the menu, which closes it. */
function Item({ Icon, onLeave, run, fullWidth, children }: ItemProps) {
  return (
    <Button
      variant="subtle"
      justify="start"
      fullWidth={fullWidth}
      className={classes.item}
      leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
      onClick={() => {
        onLeave();
        run();
      }}
    >
      {children}
    </Button>
  );
}

/** Recents in the menu. All of them are on the empty page, and in Find. */
const MENU_RECENTS = 5;

function RecentButtons({ onOpen }: { onOpen: () => void }) {
  const { openRecent } = useOpening();
  const openedRecent = useApp((state) => state.openedRecent);
  const shown = useRecents()
    .filter(({ id }) => id !== openedRecent)
    .slice(0, MENU_RECENTS);
  if (shown.length === 0) return null;
  return (
    <section aria-label="Recent" className={classes.recent}>
      {shown.map((recent) => {
        const { from, file, name } = recentText(recent);
        return (
          <Item key={recent.id} Icon={IconHistory} onLeave={onOpen} run={() => openRecent(recent)}>
            <span className={classes.words}>
              {from} › <NameText>{file ?? name}</NameText>
            </span>
          </Item>
        );
      })}
    </section>
  );
}
