import { formatBytes, formatCount, formatNumberOf } from '../../base/amounts.ts';
import { encodeUtf8 } from '../../base/bytes.ts';
import { visibleText } from '../../base/text.ts';
import type { CheckAct, CheckItem } from '../../model/checklist.ts';
import { LEFT_OUT, leftOutKind } from '../../model/left-out.ts';
import type { Package } from '../../model/package.ts';
import { type FactText, factFile, factName } from '../../model/run-facts.ts';
import { homePathLine } from '../../model/secret/home-path.ts';
import { secretPhrases, secretsIn } from '../../model/secret/secrets.ts';
import { type CheckScope, doneItem, nameOf, openItem, others, toPlace } from './check-item.ts';
import type { FileLook } from './content.ts';

/** Files that are named. */
const MAX_NAMED = 5;

interface Private {
  says: FactText;
  lines: FactText[];
  matters?: true;
  act: CheckAct;
}

/** `private`: no keys, no paths of somebody's computer, no places in photos, no caches. */
export function privateCheck(scope: CheckScope): CheckItem {
  const { pkg, content, isRemote } = scope;
  const { unread } = content;
  const found = [secretFiles(scope), homePaths(scope), photoPlaces(scope), misplaced(pkg)].filter(
    (one) => one !== undefined,
  );
  const [first] = found;
  if (first)
    return openItem('private', first.says, {
      ...(first.matters && { matters: true }),
      why: [
        unread.files > 0
          ? `${formatNumberOf(unread.files, 'file')} not fully searched`
          : 'Everybody who gets it can read that',
      ],
      more: { text: found.flatMap(({ lines }) => lines) },
      act: first.act,
    });
  if (unread.files === 0) return doneItem('private', 'No keys, caches or places found');
  const what = `${formatNumberOf(unread.files, 'file')}, ${formatBytes(unread.bytes)}`;
  return openItem('private', 'Not fully searched for private data', {
    unseen: true,
    why: [isRemote ? `Downloads ${what}` : `${what} not searched`],
    act: { kind: 'search', label: 'Search' },
  });
}

/** What the files that have one thing say of it. */
interface Kind<T> {
  /** Undefined of a file that does not have it. */
  of(found: FileLook): T | undefined;
  says: string;
  /** What it is, for the list of files. */
  text(of: T): string;
  line?(of: T): number | undefined;
  matters?: boolean;
}

function filesThat<T>({ content, pkg }: CheckScope, { of, says, text, line, matters }: Kind<T>): Private | undefined {
  const found = [...content.byPath].flatMap(([path, each]): [string, T][] => {
    const one = of(each);
    return one === undefined ? [] : [[path, one]];
  });
  const [first] = found;
  if (!first) return undefined;
  const [item, one] = first;
  const at = line?.(one);
  return {
    says: [...nameOf(item, pkg), others(found.length), ` ${says}`],
    ...(matters && { matters }),
    lines: namedLines(found, pkg, text),
    act: toPlace({ tab: 'files', item, ...(at !== undefined && { line: at }) }),
  };
}

function secretFiles(scope: CheckScope): Private | undefined {
  return filesThat(scope, {
    of: ({ secrets }) => (secrets.length > 0 ? secrets : undefined),
    says: 'may contain a secret',
    text: (secrets) => secretPhrases(secrets).join('; '),
    line: (secrets) => secrets.find(({ line }) => line)?.line,
    matters: true,
  });
}

function homePaths(scope: CheckScope): Private | undefined {
  return filesThat(scope, {
    of: ({ homeLine }) => homeLine,
    says: 'has a path from somebody’s computer',
    text: (line) => `Line ${formatCount(line)}: a path in a home folder`,
    line: (line) => line,
  });
}

function photoPlaces(scope: CheckScope): Private | undefined {
  return filesThat(scope, { of: ({ place }) => place, says: 'may say where it was taken', text: (place) => place });
}

/** Caches, version history, and what systems and editors leave: one press takes them out. */
function misplaced(pkg: Package): Private | undefined {
  const own = new Set(pkg.can.files?.own.map(({ path }) => path));
  const found = pkg.files.flatMap(({ path, shadowed, unsafe }) => {
    const kind = shadowed || unsafe ? undefined : leftOutKind(path);
    return kind === undefined || kind === 'secret' || own.has(path) ? [] : [{ path, kind }];
  });
  const [first] = found;
  if (!first) return undefined;
  const paths = found.map(({ path }) => path);
  return {
    says: [`${formatNumberOf(found.length, 'file')} that ${found.length === 1 ? 'does' : 'do'} not belong in it`],
    lines: [...new Set(found.map(({ kind }) => kind))].map((kind) => {
      const named = found.filter((file) => file.kind === kind);
      return [
        `${LEFT_OUT[kind].name}: `,
        factFile(named[0]?.path ?? ''),
        others(named.length),
        `. ${LEFT_OUT[kind].why}`,
      ];
    }),
    act: pkg.can.files ? { kind: 'remove', label: 'Remove', paths } : toPlace({ tab: 'files', item: first.path }),
  };
}

function namedLines<T>(found: readonly (readonly [string, T])[], pkg: Package, says: (of: T) => string): FactText[] {
  const lines = found.slice(0, MAX_NAMED).map(([path, of]) => [...nameOf(path, pkg), `: ${visibleText(says(of))}`]);
  const more = found.length - lines.length;
  return more > 0 ? [...lines, [`and ${formatNumberOf(more, 'other')}`]] : lines;
}

/** An entry of a header: its key, and its text as far as it was read. */
export interface HeaderText {
  key: string;
  text: string;
}

/**
 * `private`, of a file that is a header with texts and then numbers: nothing in the header names a computer or a key.
 * Programs that quantize models write where their files were.
 */
export function headerPrivateCheck(entries: readonly HeaderText[]): CheckItem {
  for (const { key, text } of entries) {
    const [secret] = secretsIn('', encodeUtf8(text)).secrets;
    const what = secret
      ? 'may contain a secret'
      : homePathLine(text) === undefined
        ? undefined
        : 'has a path from somebody’s computer';
    if (what === undefined) continue;
    return openItem('private', [factName(key), ` ${what}`], {
      ...(secret && { matters: true, why: [secret.what] }),
      ...(!secret && { why: ['Everybody who gets it can read that'] }),
      act: { kind: 'entry', label: 'Edit', entry: key },
    });
  }
  return doneItem('private', 'No keys or paths in its header');
}
