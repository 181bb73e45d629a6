import { ActionIcon, Kbd, Tooltip, UnstyledButton, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconBox, IconHelp, IconMoon, IconSearch, IconSun } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useOpened } from '../state/hooks.ts';
import { usePageVersion } from '../state/page-version.ts';
import { lateView, preloadView } from '../widgets/loading/late-view.tsx';
import { Boundary } from './boundary.tsx';
import { useFindAction } from './find/action.ts';
import { useTypedAhead } from './find/typed-ahead.ts';
import { COMMAND_KEY, FIND_SHORTCUT, usePageKeys } from './keys.ts';
import { NewVersion } from './offline/new-version.tsx';
import { OpenMenu } from './opening/open-menu.tsx';
import classes from './top-bar.module.css';

const loadFind = () => import('./find/find-dialog.tsx');
const FindDialog = lateView(loadFind);
const HelpDialog = lateView(() => import('./help/help-dialog.tsx'));

/** After a package is shown, the rest of its page is loaded first. */
const LOAD_FIND_MS = 1000;

/** The bar at the top: Find, Open, theme and help. Their keys work wherever the page is scrolled to. */
export function TopBar() {
  const [shown, setShown] = useState<'find' | 'help' | 'keys'>();
  const opener = useRef<Element>(null);
  const find = useRef<HTMLButtonElement>(null);
  const isOpen = useOpened() !== undefined;
  const renew = usePageVersion((version) => version.renew);
  const takeTyped = useTypedAhead(shown === 'find');

  // People type at once after Ctrl+K: the dialog must be there.
  useEffect(() => {
    if (!isOpen) return;
    const timer = setTimeout(() => {
      // A browser keeps the failure of a module: asking again would not load it.
      if (navigator.onLine) void preloadView(loadFind).catch(() => {});
    }, LOAD_FIND_MS);
    return () => clearTimeout(timer);
  }, [isOpen]);

  function show(dialog: 'find' | 'help' | 'keys'): void {
    if (shown === undefined) opener.current = document.activeElement;
    setShown(dialog);
  }

  function close(): void {
    setShown(undefined);
    // The dialogs are loaded after the click, so they cannot know where the focus was. What had it may be gone.
    const before = opener.current instanceof HTMLElement && opener.current.isConnected ? opener.current : find.current;
    before?.focus({ preventScroll: true });
  }

  usePageKeys({
    onFind: () => (shown === 'find' ? close() : show('find')),
    onHelp: () => show('keys'),
    finding: shown === 'find',
  });

  useFindAction({
    name: 'Help and keys',
    also: 'about keyboard shortcuts documentation privacy',
    Icon: IconHelp,
    always: true,
    run: () => show('keys'),
  });

  return (
    <header className={classes.root}>
      <div className={classes.bar}>
        <a className={classes.brand} href="./">
          <IconBox size={20} stroke={1.75} color="var(--bc-brand)" aria-hidden />
          Boxcutter
        </a>
        <UnstyledButton
          ref={find}
          className={classes.find}
          aria-label="Find"
          aria-keyshortcuts={FIND_SHORTCUT}
          aria-haspopup="dialog"
          onPointerEnter={() => void preloadView(loadFind).catch(() => {})}
          onClick={() => show('find')}
        >
          <IconSearch size={16} stroke={1.75} aria-hidden className={classes.search} />
          <span className={classes.hint}>Paste a link, find a file or a tensor</span>
          <Kbd className={classes.kbd ?? ''}>{COMMAND_KEY} K</Kbd>
        </UnstyledButton>
        <div className={classes.controls}>
          {renew && <NewVersion renew={renew} />}
          <OpenMenu />
          <SchemeButton />
          <Tooltip label="Help">
            <ActionIcon size="lg" aria-label="Help" onClick={() => show('help')}>
              <IconHelp size={20} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
        </div>
      </div>
      <Boundary resetKey={shown ?? ''} onClose={close}>
        {shown === 'find' && <FindDialog onClose={close} takeTyped={takeTyped} />}
        {(shown === 'help' || shown === 'keys') && <HelpDialog keysFirst={shown === 'keys'} onClose={close} />}
      </Boundary>
    </header>
  );
}

function SchemeButton() {
  // Otherwise Mantine would write a style element as HTML, which the policy forbids.
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const scheme = useComputedColorScheme('light');
  const next = scheme === 'dark' ? 'light' : 'dark';
  const label = next === 'dark' ? 'Dark theme' : 'Light theme';
  const Icon = next === 'dark' ? IconMoon : IconSun;
  const change = () => {
    const root = document.documentElement;
    root.dataset.schemeChange = '';
    setColorScheme(next);
    // The browser takes the new colors over while nothing fades.
    void root.offsetWidth;
    delete root.dataset.schemeChange;
  };
  useFindAction({ name: label, also: 'color scheme mode night day appearance', Icon, always: true, run: change });
  return (
    <Tooltip label={label}>
      <ActionIcon size="lg" aria-label={label} onClick={change}>
        <Icon size={20} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  );
}
