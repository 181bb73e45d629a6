import { formatBytes, formatCount, formatNumberOf } from '../../base/amounts.ts';
import { encodeUtf8 } from '../../base/bytes.ts';
import { visibleText } from '../../base/text.ts';
import type { CheckAct, CheckItem } from '../../model/checklist.ts';
import { LEFT_OUT, leftOutKind } from '../../model/left-out.ts';
import type { Package } from '../../model/package.ts';
import type { Place } from '../../model/place.ts';
import { type FactText, factFile, factName } from '../../model/run-facts.ts';
import { homePathLine } from '../../model/secret/home-path.ts';
import { secretPhrases, secretsIn } from '../../model/secret/secrets.ts';
import { type CheckScope, doneItem, nameOf, openItem, others, toPlace } from './check-item.ts';

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

function secretFiles({ content, pkg }: CheckScope): Private | undefined {
  const found = [...content.byPath].filter(([, { secrets }]) => secrets.length > 0);
  const [first] = found;
  if (!first) return undefined;
  return {
    says: [...nameOf(first[0], pkg), others(found.length), ' may contain a secret'],
    matters: true,
    lines: namedLines(found, pkg, ({ secrets }) => secretPhrases(secrets).join('; ')),
    act: toPlace({ tab: 'files', item: first[0], ...lineOf(first[1].secrets.find(({ line }) => line)?.line) }),
  };
}

function homePaths({ content, pkg }: CheckScope): Private | undefined {
  const found = [...content.byPath].filter(([, { homeLine }]) => homeLine !== undefined);
  const [first] = found;
  if (!first) return undefined;
  return {
    says: [...nameOf(first[0], pkg), others(found.length), ' has a path from somebody’s computer'],
    lines: namedLines(found, pkg, ({ homeLine }) => `Line ${formatCount(homeLine ?? 0)}: a path in a home folder`),
    act: toPlace({ tab: 'files', item: first[0], ...lineOf(first[1].homeLine) }),
  };
}

function lineOf(line: number | undefined): Pick<Place, 'line'> {
  return line === undefined ? {} : { line };
}

function photoPlaces({ content, pkg }: CheckScope): Private | undefined {
  const found = [...content.byPath].filter(([, { place }]) => place !== undefined);
  const [first] = found;
  if (!first) return undefined;
  return {
    says: [...nameOf(first[0], pkg), others(found.length), ' may say where it was taken'],
    lines: namedLines(found, pkg, ({ place = '' }) => place),
    act: toPlace({ tab: 'files', item: first[0] }),
  };
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
