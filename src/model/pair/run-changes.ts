import { type FactText, plainText, type RunFact, type RunFacts } from '../run-facts.ts';

/** A difference in what loading two packages would run. */
export interface RunChange {
  change: 'new' | 'gone' | 'same';
  /** What kind of thing it is, in a word: "host". */
  what: 'host' | 'warning' | 'item' | 'fact';
  text: FactText;
  /** It is code that does harm. */
  isError?: true | undefined;
}

export interface RunChanges {
  changes: RunChange[];
  /** Lists name only their first items, so more may differ. */
  isCut: boolean;
  /** Of the first and the second package: whether there are files that nobody has looked into. */
  unread: readonly [boolean, boolean];
}

type Said = Omit<RunChange, 'change'>;

/** What loading `after` would run that loading `before` would not, and the other way round. What is new comes first. */
export function runChanges(before: RunFacts | undefined, after: RunFacts | undefined): RunChanges {
  const [old, now] = [saidOf(before), saidOf(after)];
  const changes: RunChange[] = [];
  for (const [key, said] of now) changes.push({ ...said, change: old.has(key) ? 'same' : 'new' });
  for (const [key, said] of old) if (!now.has(key)) changes.push({ ...said, change: 'gone' });
  const facts = [...(before?.facts ?? []), ...(after?.facts ?? [])];
  return {
    changes: changes.toSorted((a, b) => rankOf(a) - rankOf(b)),
    isCut: facts.some(({ lists = [] }) => lists.some(({ count, items }) => count > items.length)),
    unread: [hasUnread(before), hasUnread(after)],
  };
}

const CHANGES: readonly RunChange['change'][] = ['new', 'gone', 'same'];
const KINDS: readonly RunChange['what'][] = ['warning', 'host', 'fact', 'item'];

function rankOf({ change, what }: RunChange): number {
  return CHANGES.indexOf(change) * KINDS.length + KINDS.indexOf(what);
}

function hasUnread(runs: RunFacts | undefined): boolean {
  return (
    runs?.facts.some(
      ({ unreadFiles, lists = [] }) => unreadFiles !== undefined || lists.some(({ areUnread }) => areUnread),
    ) ?? false
  );
}

/** What hosts are asked for, by the kind of the fact. */
const HOST_FOR: Partial<Record<RunFact['kind'], string>> = {
  installs: ' for packages',
  downloads: ' for files',
};

/** All that facts say, each by a key that is the same in both packages. */
function saidOf(runs: RunFacts | undefined): Map<string, Said> {
  const said = new Map<string, Said>();
  const say = (kind: string, what: RunChange['what'], text: FactText, isError?: true) =>
    said.set(`${kind} ${what} ${plainText(text)}`, { what, text, ...(isError && { isError }) });
  for (const { kind, text, hosts = [], warnings = [], lists = [] } of runs?.facts ?? []) {
    for (const host of hosts) say(kind, 'host', [{ host }, HOST_FOR[kind] ?? '']);
    for (const warning of warnings) say(kind, 'warning', warning.text, warning.isError);
    // Whether they differ, the files say.
    for (const { items, areUnread } of lists) if (!areUnread) for (const item of items) say(kind, 'item', item);
    // A fact with lists counts what they name, and the items say it better.
    if (lists.length === 0 && kind !== 'nothing') say(kind, 'fact', text);
  }
  return said;
}
