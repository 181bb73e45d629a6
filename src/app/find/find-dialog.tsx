import { ActionIcon, Kbd, Modal } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';
import { formatCount, formatNumberOf } from '../../base/amounts.ts';
import { isCancelled } from '../../base/errors.ts';
import { useRootMark } from '../../widgets/root-mark.ts';
import { useOpening } from '../opening/opening-ways.tsx';
import classes from './find-dialog.module.css';
import { FindList } from './find-list.tsx';
import { type FindEntry, type FindGroup, search } from './search.ts';
import { linkSource, useFindSources } from './sources.ts';

interface Props {
  /** Closes the dialog, and gives the focus back to what had it. */
  onClose(): void;
  /** What was typed before the field could take it. Gives it once. */
  takeTyped(): string;
}

/** Entries that Page Up and Page Down pass. */
const PAGE = 8;

/** One field for all: opens a link, else finds files, tensors, tabs and actions. */
export default function FindDialog({ onClose, takeTyped }: Props) {
  useRootMark('dialog');
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={640}
      padding={0}
      yOffset="10dvh"
      returnFocus={false}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Find" classNames={{ inner: classes.inner ?? '', content: classes.content ?? '' }}>
        <Modal.Body className={classes.body}>
          <Finder onClose={onClose} takeTyped={takeTyped} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** What was found, and for which text. */
interface Found {
  typed: string;
  groups: readonly FindGroup[];
}

function Finder({ onClose, takeTyped }: Props) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const found = useFound(typed, (entry) => choose(entry));
  const entries = useMemo(() => found.groups.flatMap((group) => group.entries), [found]);
  const shown = Math.min(active, entries.length - 1);

  function choose(entry: FindEntry | undefined): void {
    if (!entry) return;
    onClose();
    entry.choose();
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      found.chooseSoon(entries[shown]);
      return;
    }
    const next = event.shiftKey ? undefined : stepTo(event, shown, entries.length);
    if (next === undefined) return;
    event.preventDefault();
    setActive(next);
  }

  return (
    <>
      <div className={classes.field}>
        <IconSearch size={18} stroke={1.75} aria-hidden className={classes.icon} />
        <input
          className={classes.input}
          role="combobox"
          aria-label="Find or open"
          aria-expanded={entries.length > 0}
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={entries.length > 0 ? `${id}-${shown}` : undefined}
          data-autofocus
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          placeholder="Paste a link, find a file or a tensor"
          value={typed}
          onFocus={() => {
            const ahead = takeTyped();
            if (ahead !== '') setTyped(typed + ahead);
          }}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
        <ActionIcon size="lg" aria-label="Close" onClick={onClose}>
          <IconX size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </div>
      <FindList id={id} groups={found.groups} typed={found.typed} active={shown} onActive={setActive} onPick={choose} />
      <div className={classes.foot}>
        <p role="status" aria-label="Results" className={classes.count}>
          {found.isSearching ? '' : countText(found, entries.length)}
        </p>
        <span className={classes.keys} aria-hidden>
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> to choose <Kbd>Enter</Kbd> to open <Kbd>Esc</Kbd> to close
        </span>
      </div>
    </>
  );
}

/** The entry that a key leads to. Undefined for the keys that the field itself needs. */
function stepTo({ key, currentTarget }: KeyboardEvent<HTMLInputElement>, at: number, count: number) {
  if (count === 0) return undefined;
  const { selectionStart, selectionEnd, value } = currentTarget;
  const isAt = (place: number) => selectionStart === place && selectionEnd === place;
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count;
    case 'ArrowUp':
      return (at + count - 1) % count;
    case 'PageDown':
      return Math.min(count - 1, at + PAGE);
    case 'PageUp':
      return Math.max(0, at - PAGE);
    // They move the cursor first, as in any field, and then through the list.
    case 'Home':
      return isAt(0) ? 0 : undefined;
    case 'End':
      return isAt(value.length) ? count - 1 : undefined;
    default:
      return undefined;
  }
}

function countText({ typed, groups }: Found, shown: number): string {
  if (typed.trim() === '') return '';
  if (shown === 0) return 'No match';
  const total = groups.reduce((sum, group) => sum + group.total, 0);
  const results = formatNumberOf(total, 'result');
  return total > shown ? `${results}, the best ${formatCount(shown)} are listed` : results;
}

/**
 * The results for a text. Earlier results stay while a long search runs. `chooseSoon` chooses the given entry, or the
 * first result if a search is still running.
 */
function useFound(typed: string, choose: (entry: FindEntry | undefined) => void) {
  const sources = useFindSources();
  const { openUrl } = useOpening();
  const [found, setFound] = useState<Found>({ typed: '', groups: [] });
  const isAwaited = useRef(false);
  const chooseFirst = useEffectEvent((groups: readonly FindGroup[]) => choose(groups[0]?.entries[0]));
  useEffect(() => {
    const controller = new AbortController();
    isAwaited.current = false;
    const link = linkSource(typed, openUrl);
    search(link ? [...sources, link] : sources, typed, controller.signal).then(
      (groups) => {
        setFound({ typed, groups });
        if (isAwaited.current) chooseFirst(groups);
        isAwaited.current = false;
      },
      (error: unknown) => {
        // An effect's error reaches nobody: it is thrown where the page reports it.
        if (!isCancelled(error)) setTimeout(() => Promise.reject(error));
      },
    );
    return () => controller.abort();
  }, [sources, typed, openUrl]);
  const isSearching = found.typed !== typed;
  return {
    ...found,
    isSearching,
    chooseSoon(entry: FindEntry | undefined) {
      if (isSearching) isAwaited.current = true;
      else choose(entry);
    },
  };
}
