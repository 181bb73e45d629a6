import { ActionIcon, Button, Switch } from '@mantine/core';
import { IconFile, IconFolder, IconWorld, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useActions, useApp } from '../../state/hooks.ts';
import type { Recent } from '../../state/recents.ts';
import { Card } from '../../widgets/card.tsx';
import { useFirst } from '../../widgets/first.tsx';
import { NameText, visibleText } from '../../widgets/name-text.tsx';
import { Section } from '../../widgets/section.tsx';
import { timeAgo } from '../../widgets/time-ago.ts';
import { useOpening } from './opening-ways.tsx';
import classes from './recent-list.module.css';
import { recentText } from './recent-text.ts';

/** Recents listed at first, the newest ones. */
const FIRST_RECENTS = 5;

const ICONS = { url: IconWorld, file: IconFile, folder: IconFolder };

/** What was open before, and the switch that says whether that is kept. Nothing where the browser keeps nothing. */
export function RecentList({ now }: { now: number }) {
  const recents = useApp((state) => state.recents);
  const isOn = useApp((state) => state.keepsRecents);
  const { clearRecents, removeRecent, setKeepsRecents } = useActions();
  const [shown, more] = useFirst(recents, FIRST_RECENTS, `Show all ${recents.length}`, { variant: 'subtle' });
  const list = useRef<HTMLDivElement>(null);
  const keep = useRef<HTMLInputElement>(null);
  /** The row that was removed: what comes after it gets the focus. */
  const removed = useRef<number>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the button that had the focus is gone when the list changes.
  useEffect(() => {
    if (removed.current === undefined) return;
    const buttons = list.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [];
    const next = buttons[Math.min(removed.current, buttons.length - 1)] ?? keep.current;
    removed.current = undefined;
    next?.focus();
  }, [recents]);

  if (isOn === undefined) return null;
  const clear = () => {
    removed.current = 0;
    void clearRecents();
  };
  return (
    <Section
      className={classes.root}
      title="Recent"
      aside={
        recents.length > 0 && (
          <Button variant="subtle" size="compact-sm" className={classes.clear} onClick={clear}>
            Clear all
          </Button>
        )
      }
    >
      <div ref={list}>
        {recents.length > 0 && (
          <Card as="ul" rows aria-label="Recent">
            {shown.map((recent, index) => (
              <RecentRow
                key={recent.id}
                recent={recent}
                now={now}
                onRemove={() => {
                  removed.current = index;
                  void removeRecent(recent.id);
                }}
              />
            ))}
          </Card>
        )}
      </div>
      {more}
      <Switch
        ref={keep}
        className={classes.keep}
        checked={isOn}
        onChange={(event) => void setKeepsRecents(event.currentTarget.checked)}
        label="Remember what I open"
        description={descriptionOf(isOn, recents.length)}
      />
    </Section>
  );
}

function descriptionOf(isOn: boolean, count: number): string {
  if (!isOn) return 'Nothing is kept. The list was deleted.';
  const what = count === 0 ? 'Packages that you open are listed here, in this browser only.' : 'In this browser only.';
  return `${what} Links with a signature or token are left out.`;
}

function RecentRow({ recent, now, onRemove }: { recent: Recent; now: number; onRemove(): void }) {
  const { openRecent } = useOpening();
  const { from, file, name, isLost } = recentText(recent);
  const Icon = ICONS[recent.kind];
  return (
    <li className={classes.row}>
      <button type="button" className={classes.open} onClick={() => openRecent(recent)}>
        <Icon className={classes.icon} size={18} stroke={1.75} aria-hidden />
        <span className={classes.words}>
          <span className={classes.from}>
            {from}
            {file === undefined ? null : (
              <>
                {' › '}
                <NameText>{file}</NameText>
              </>
            )}
          </span>
          <span className={classes.name}>
            <NameText>{name}</NameText>
          </span>
        </span>
        <span className={classes.aside}>
          <time dateTime={new Date(recent.at).toISOString()}>{timeAgo(recent.at, now)}</time>
          {isLost && <span>choose it again</span>}
        </span>
      </button>
      <ActionIcon data-remove aria-label={`Remove from Recent: ${visibleText(name)}`} onClick={onRemove}>
        <IconX size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </li>
  );
}
