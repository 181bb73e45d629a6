import { type Finding, type FindingCode, finding } from '../base/findings.ts';
import { shortened } from '../base/text.ts';

/**
 * What loading a package would do. `runs`: code that it runs. `installs`: packages that it puts in place first.
 * `downloads`: files that it fetches. `unpickles`: files that can run code as they are read. `nothing`: loading runs
 * nothing of the package.
 */
export type RunFactKind = 'runs' | 'installs' | 'downloads' | 'unpickles' | 'nothing';

/**
 * A piece of a fact. A string is our own text. Names and hosts are a stranger's and are shown as such: a name as it is
 * stored, and a host as `URL.host` gives it. `path` is the file that a name leads to, and `line` the line in it.
 */
export type FactPart = string | { name: string; path?: string; line?: number } | { host: string };

export type FactText = readonly FactPart[];

/** Names that a fact is about. `items` has the first of them, at most `MAX_FACT_ITEMS`. */
export interface FactItems {
  title: FactText;
  count: number;
  items: readonly FactText[];
  /** They are files that nobody has looked into. */
  areUnread?: true;
}

export interface RunFact {
  kind: RunFactKind;
  /** The fact, beside the label of its kind: "12 packages from files.pythonhosted.org". */
  text: FactText;
  /** The same in a few words, for a line with others: "12 packages". Hosts are counted there on their own. */
  brief?: FactText;
  /** Hosts that loading asks, each once, at most `MAX_FACT_HOSTS` and one more. */
  hosts?: readonly string[];
  /** What is unusual, or keeps the package from loading. */
  warnings?: readonly RunWarning[];
  /** What else is known, and what could not be read and why: a sentence each, without its point. */
  notes?: readonly FactText[];
  lists?: readonly FactItems[];
  /** Files that would say more of it, and that are read only when somebody asks for it. */
  unreadFiles?: UnreadFiles;
}

/** What is unusual about loading a package: a sentence without its point. */
export interface RunWarning {
  text: FactText;
  /** Whether it is an error: code that does harm. */
  isError?: true;
  /** The finding that says it too. Left out where another check adds that finding. */
  code?: FindingCode;
}

/** Files that were not read, or not to their end. */
export interface UnreadFiles {
  count: number;
  /** Their sizes together, in bytes. Not all of them need be read. */
  bytes: number;
}

/** What loading a package would run, as far as its own files say. */
export interface RunFacts {
  /** The most important of it: "Loading it runs Python". */
  sentence: string;
  /**
   * `error`: it calls dangerous code. `warning`: code without limits, or nobody knows. `info`: something less than that,
   * or not all was looked at. `ok`: all was looked at, and nothing runs.
   */
  weight: RunWeight;
  /** Those of the format, in the order of `RunFactKind`, and then those of the files in it. */
  facts: readonly RunFact[];
}

/** What was found by looking through a package for what loading its files would run. */
export interface Audit {
  /** Undefined where the format says nothing of running, and nothing was found that runs. */
  runs: RunFacts | undefined;
  findings: readonly Finding[];
}

export type RunWeight = 'ok' | 'info' | 'warning' | 'error';

/** Items of one list. A hostile package names a hundred thousand; people read the first, and open the file for more. */
const MAX_FACT_ITEMS = 100;

/** Hosts of one fact. Real packages name one or two. */
export const MAX_FACT_HOSTS = 100;

/** Characters of a name in a fact. */
const MAX_FACT_NAME = 200;

/** Characters of a path that a fact links to. No real one is as long, and facts have hundreds of them. */
const MAX_FACT_PATH = 1_000;

/** A stranger's text as a part of a fact, cut to a readable length. */
export function factName(name: string): FactPart {
  return { name: shortened(name, MAX_FACT_NAME) };
}

/** A file as a part of a fact: its name leads to it. */
export function factFile(path: string, line?: number, name = path): FactPart {
  if (path.length > MAX_FACT_PATH) return factName(name);
  return { name: shortened(name, MAX_FACT_NAME), path, line };
}

/** A list of names that keeps the first. `count` is for those that are not in `all`. */
export function factItems<T>(
  title: FactText,
  all: readonly T[],
  textOf: (item: T) => FactText,
  count = all.length,
): FactItems {
  return { title, count, items: all.slice(0, MAX_FACT_ITEMS).map(textOf) };
}

/** "from one.example", "from 2 hosts". Nothing where there is none. */
export function fromHosts(hosts: readonly string[]): FactText {
  const [first] = hosts;
  if (first === undefined) return [];
  if (hosts.length === 1) return [' from ', { host: first }];
  return [` from ${hostCount(hosts.length)}`];
}

function hostCount(count: number): string {
  if (count === 1) return '1 host';
  return count > MAX_FACT_HOSTS ? `over ${MAX_FACT_HOSTS} hosts` : `${count} hosts`;
}

/** One line about what would run, for a card that has no room for more. */
export interface RunSummary {
  /** At least `warning` where any fact has something unusual. */
  weight: RunWeight;
  sentence: string;
  /** "infer.get_model, no packages, 1 host". Empty where there is nothing to add. */
  detail: FactText;
}

/** What would run, in one line: the sentence, and the other facts in a few words. */
export function runSummary({ sentence, weight, facts }: RunFacts): RunSummary {
  const hosts = new Set(facts.flatMap(({ hosts: named = [] }) => named));
  const parts = facts.flatMap(({ brief }) => (brief ? [brief] : []));
  if (hosts.size > 0) parts.push([hostCount(hosts.size)]);
  const isUnusual = facts.some(({ warnings = [] }) => warnings.length > 0);
  return {
    weight: isUnusual && weight !== 'error' ? 'warning' : weight,
    sentence,
    detail: parts.flatMap((part, i) => (i === 0 ? part : [', ', ...part])),
  };
}

/** What facts warn of, as findings. */
export function runFindings(runs: RunFacts | undefined): Finding[] {
  return (runs?.facts ?? []).flatMap(({ warnings = [] }) =>
    warnings.flatMap(({ code, text }) => {
      if (code === undefined) return [];
      const path = text
        .map((part) => (typeof part === 'object' && 'path' in part ? part.path : undefined))
        .find(Boolean);
      return finding(code, `${plainText(text)}.`, { path });
    }),
  );
}

/** A text as a sentence shows it where nothing links. */
export function plainText(text: FactText): string {
  return text.map((part) => (typeof part === 'string' ? part : 'host' in part ? part.host : part.name)).join('');
}
