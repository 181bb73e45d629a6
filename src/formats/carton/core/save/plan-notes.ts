import { grouped } from '../../../../base/amounts.ts';
import { faultOfFile } from '../../../../base/errors.ts';
import type { Finding, FindingCode } from '../../../../base/findings.ts';
import { addTo } from '../../../../base/group-by.ts';
import { quote } from '../../../../base/text.ts';
import type { DraftQuestion, Reseal } from '../../../../model/draft.ts';

/** What people should know before a carton is saved, and what they are asked, in the order in which it was found. */
export class PlanNotes {
  readonly notes: string[] = [];
  /** The note of each is among `notes`. */
  readonly asks: DraftQuestion[] = [];

  add(...notes: readonly string[]): void {
    this.notes.push(...notes);
  }

  /** As `noteOfPaths`. */
  tell(paths: readonly string[], what: string): void {
    this.add(...noteOfPaths(paths, what));
  }

  ask(question: DraftQuestion): void {
    this.add(question.note);
    this.asks.push(question);
  }

  /**
   * Says that a file that cannot be read stays as it is. Throws the error where the file is not the cause, for example
   * when its bytes do not come.
   *
   * @param more what follows from it, after a space
   */
  leave(path: string, error: unknown, more = ''): void {
    faultOfFile(error);
    this.add(`${path} stays as it is: it cannot be read.${more}`);
  }
}

/** One sentence for all of these paths: there may be many thousand symlinks. Empty without paths. */
export function noteOfPaths([path, ...more]: readonly string[], what: string): string[] {
  if (path === undefined) return [];
  const others = more.length === 0 ? '' : ` The same applies to ${more.length} more.`;
  return [`${quote(path)} ${what}${others}`];
}

/** What is left out of MANIFEST because its lines do not say anything, by the findings of the old one. */
export function notesOfBadLines(findings: readonly Finding[]): string[] {
  const note = (codes: readonly FindingCode[], which: string, why = '') => {
    const count = findings.reduce((sum, { code, more = 0 }) => (codes.includes(code) ? sum + 1 + more : sum), 0);
    const [lines, are] = count === 1 ? ['1 line', 'is'] : [grouped`${count} lines`, 'are'];
    return count === 0 ? [] : [`${lines} of MANIFEST${which} ${are} left out${why}.`];
  };
  return [
    ...note(['manifest/syntax', 'zip/name-too-long'], ' that did not name a file and its hash'),
    ...note(['manifest/self-listed'], ' about itself or LINKS'),
    ...note(['manifest/duplicate'], '', ', because a later line is about the same file'),
  ];
}

/**
 * Says what people should know before they save a resealed carton, beside the lists of `reseal` itself. Asks before
 * hashes replace others, and before links are lost.
 *
 * @param lost the number of files that LINKS has addresses for, and that no line of MANIFEST names now
 */
export function tellReseal(notes: PlanNotes, { differing, linked, unlistable }: Reseal, lost: number): void {
  const [first, ...others] = differing;
  if (first) {
    const [which, their, hashes] =
      others.length === 0
        ? [' does', 'its hash', 'hash of this file']
        : [` and ${others.length} more do`, 'their hashes', grouped`hashes of these ${differing.length} files`];
    notes.ask({
      note: `${quote(first.path)}${which} not match MANIFEST. Saving replaces ${their} there, which hides what changed.`,
      agree: `Save with the new ${hashes}`,
      of: 'reseal',
    });
  }
  if (lost > 0) {
    const [files, their, them, linkedFiles] =
      lost === 1
        ? ['1 file that is', 'its path', 'it', 'linked file']
        : [grouped`${lost} files that are`, 'their paths', 'them', `${lost} linked files`];
    notes.ask({
      note: `LINKS has URLs for ${files} not in the carton. Only MANIFEST could tell ${their}, so no line lists ${them} now.`,
      agree: `Save without the ${linkedFiles}`,
    });
  }
  const byReason = new Map<string, string[]>();
  for (const { path, why } of unlistable) addTo(byReason, why, path);
  notes.tell(linked, 'is only linked, so it is not hashed. It keeps its hash in MANIFEST.');
  for (const [why, paths] of byReason) notes.tell(paths, `is not listed in MANIFEST: it ${why}.`);
}
