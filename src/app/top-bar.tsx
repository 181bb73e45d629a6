import {
  ActionIcon,
  Button,
  Popover,
  Stack,
  Tooltip,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { IconBox, IconChevronDown, IconMoon, IconSun } from '@tabler/icons-react';
import { useState } from 'react';
import { HelpButton } from './help.tsx';
import { useOpening } from './opening.tsx';
import classes from './top-bar.module.css';
import { UrlForm } from './url-form.tsx';

/** The bar above everything. On the empty page (`compact`) the ways to open stand in the page instead. */
export function TopBar({ compact }: { compact: boolean }) {
  return (
    <header className={classes.root}>
      <div className={classes.tape} />
      <div className={classes.bar}>
        <span className={classes.brand}>
          <IconBox size={20} stroke={1.75} aria-hidden />
          Boxcutter
        </span>
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
  const act = (action: () => void) => () => {
    setMore(false);
    action();
  };
  return (
    <>
      <Button variant="default" className={classes.wide} onClick={opening.chooseFile}>
        Open file
      </Button>
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
            <Button variant="subtle" justify="start" className={classes.narrow} onClick={act(opening.chooseFile)}>
              Open file
            </Button>
            <Button variant="subtle" justify="start" onClick={act(opening.chooseFolder)}>
              Open folder
            </Button>
            <Button variant="subtle" justify="start" onClick={act(opening.openSample)}>
              Open sample
            </Button>
            <div className={classes.narrow}>
              <UrlForm onOpen={() => setMore(false)} />
            </div>
          </Stack>
        </Popover.Dropdown>
      </Popover>
      <div className={classes.url}>
        <UrlForm />
      </div>
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
      <ActionIcon variant="subtle" color="gray" size={36} aria-label={label} onClick={() => setColorScheme(next)}>
        {next === 'dark' ? <IconMoon size={20} stroke={1.75} /> : <IconSun size={20} stroke={1.75} />}
      </ActionIcon>
    </Tooltip>
  );
}
