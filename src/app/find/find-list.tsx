import { useEffect, useMemo, useRef } from 'react';
import { visibleName } from '../../base/text.ts';
import classes from './find-list.module.css';
import { marksOf, nameStart, queryWords } from './match.ts';
import type { FindEntry, FindGroup } from './search.ts';

interface Props {
  /** Of the listbox. Its options have this with their number. */
  id: string;
  groups: readonly FindGroup[];
  /** What was typed for these groups. It is marked. */
  typed: string;
  active: number;
  onActive(index: number): void;
  onPick(entry: FindEntry): void;
}

/** The results of Find, as a listbox whose active option the field names. */
export function FindList({ id, groups, typed, active, onActive, onPick }: Props) {
  const words = useMemo(() => queryWords(typed), [typed]);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (groups.length === 0) return;
    // The first option brings its group's label with it.
    if (active === 0) list.current?.scrollTo({ top: 0 });
    else document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active, groups]);
  let index = 0;
  return (
    <div ref={list} id={id} role="listbox" aria-label="Results" tabIndex={-1} className={classes.root}>
      {groups.map(({ kind, label, entries }) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox may have groups, but no fieldset.
        <div key={kind} role="group" aria-labelledby={`${id}-${kind}`}>
          <div id={`${id}-${kind}`} className={classes.label}>
            {label}
          </div>
          {entries.map((entry) => {
            const at = index++;
            return (
              <Option
                key={at}
                id={`${id}-${at}`}
                entry={entry}
                words={kind === 'link' ? [] : words}
                active={at === active}
                onActive={() => onActive(at)}
                onPick={() => onPick(entry)}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

interface OptionProps {
  id: string;
  entry: FindEntry;
  words: readonly string[];
  active: boolean;
  onActive(): void;
  onPick(): void;
}

function Option({ id, entry, words, active, onActive, onPick }: OptionProps) {
  const { text, Icon, mono, note } = entry;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the same.
    <div
      id={id}
      role="option"
      aria-selected={active}
      className={classes.option}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      // Only a pointer that moves chooses: one that rests must not, when the list changes below it.
      onMouseMove={active ? undefined : onActive}
      onClick={onPick}
    >
      <Icon size={16} stroke={1.75} aria-hidden className={classes.icon} />
      <span className={classes.text} data-mono={mono || undefined}>
        <MarkedText words={words} path={mono === true}>
          {text}
        </MarkedText>
      </span>
      {note === undefined || note === '' ? null : <span className={classes.note}>{note}</span>}
    </div>
  );
}

/** A text with the matches marked. A path shows its name first, then its folder. */
function MarkedText({ children, words, path }: { children: string; words: readonly string[]; path: boolean }) {
  const text = visibleName(children);
  const marks = marksOf(text, words);
  const start = path ? nameStart(text) : 0;
  return (
    <>
      <bdi>{pieces(text, marks, start, text.length)}</bdi>
      {start > 0 && <bdi className={classes.folder}>{pieces(text, marks, 0, start - 1)}</bdi>}
    </>
  );
}

function pieces(text: string, marks: readonly [number, number][], start: number, end: number) {
  const parts = [];
  let at = start;
  for (const [from, to] of marks) {
    const [first, last] = [Math.max(from, at), Math.min(to, end)];
    if (first >= last) continue;
    parts.push(text.slice(at, first), <mark key={first}>{text.slice(first, last)}</mark>);
    at = last;
  }
  parts.push(text.slice(at, end));
  return parts;
}
