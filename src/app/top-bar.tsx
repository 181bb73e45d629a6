import {
  ActionIcon,
  Button,
  Popover,
  Stack,
  Tooltip,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconBox, IconChevronDown, IconMoon, IconSun } from '@tabler/icons-react';
import { useState } from 'react';
import { HelpButton } from './help.tsx';
import { useOpening } from './opening/opening.tsx';
import { UrlForm } from './opening/url-form.tsx';
import classes from './top-bar.module.css';

/** The bar at the top. It is `compact` on the empty page, which has the controls for opening itself. */
export function TopBar({ compact }: { compact: boolean }) {
  return (
    <header className={classes.root}>
      <div className={classes.bar}>
        <a className={classes.brand} href="./">
          <IconBox size={20} stroke={1.75} color="var(--bc-brand)" aria-hidden />
          Boxcutter
        </a>
        {compact ? <span className={classes.space} /> : <OpenControls />}
        <SchemeButton />
        <HelpButton />
      </div>
    </header>
  );
}

function OpenControls() {
  const opening = useOpening();
  const [more, setMore] = useState(false);
  // Controls are left out, not hidden by CSS: hidden ones could still get the focus.
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const act = (action: () => void) => () => {
    setMore(false);
    action();
  };
  return (
    <>
      {narrow ? null : (
        <Button variant="default" onClick={opening.chooseFile}>
          Open file
        </Button>
      )}
      <Popover opened={more} onChange={setMore} position="bottom-start" trapFocus returnFocus withRoles>
        <Popover.Target>
          <Button
            variant="default"
            rightSection={<IconChevronDown size={16} aria-hidden />}
            onClick={() => setMore(!more)}
          >
            Open
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label="Open">
          <Stack gap="sm">
            {narrow ? (
              <Button variant="subtle" justify="start" onClick={act(opening.chooseFile)}>
                Open file
              </Button>
            ) : null}
            <Button variant="subtle" justify="start" onClick={act(opening.chooseFolder)}>
              Open folder
            </Button>
            <Button variant="subtle" justify="start" onClick={act(opening.openSample)}>
              Open sample
            </Button>
            {narrow ? <UrlForm onOpen={() => setMore(false)} /> : null}
          </Stack>
        </Popover.Dropdown>
      </Popover>
      {narrow ? null : (
        <div className={classes.url}>
          <UrlForm />
        </div>
      )}
      <span className={classes.space} />
    </>
  );
}

function SchemeButton() {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const next = scheme === 'dark' ? 'light' : 'dark';
  const label = next === 'dark' ? 'Dark theme' : 'Light theme';
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} onClick={() => setColorScheme(next)}>
        {next === 'dark' ? <IconMoon size={20} stroke={1.75} /> : <IconSun size={20} stroke={1.75} />}
      </ActionIcon>
    </Tooltip>
  );
}
