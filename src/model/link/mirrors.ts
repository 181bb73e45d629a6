import { formatCount, formatNumberOf } from '../../base/amounts.ts';

/** What a URL sent when it was tried. */
export interface MirrorAnswer {
  readonly url: string;
  /** Undefined where it did not send a file, or not the one that was asked for. */
  readonly sent?: { readonly sha256: string; readonly size: number } | undefined;
}

/** What the URLs of a file send, compared. */
export interface MirrorVerdict {
  /** `same`: each of them sends one and the same file. */
  readonly kind: 'same' | 'differ' | 'none';
  /** In a sentence. */
  readonly text: string;
  /** What all that answered send. Undefined where they differ or none did. */
  readonly file?: { readonly sha256: string; readonly size: number } | undefined;
}

/** Compares what the URLs of a file sent, and says where they differ. */
export function compareMirrors(answers: readonly MirrorAnswer[]): MirrorVerdict {
  const all = answers.length;
  const sent = answers.flatMap((answer, at) => (answer.sent ? { ...answer.sent, number: at + 1 } : []));
  const [first] = sent;
  if (!first)
    return { kind: 'none', text: all === 1 ? 'The URL sends no such file.' : 'None of the URLs sends the file.' };
  const { sha256, size } = first;
  const others = sent.filter((each) => each.sha256 !== sha256);
  if (others.length > 0) {
    const texts = others.map(
      (other) => `URL ${other.number} sends ${differenceOf(other, first)} than URL ${first.number}`,
    );
    return { kind: 'differ', text: `${texts.join('. ')}.` };
  }
  const file = { sha256, size };
  if (sent.length < all) {
    const left = all - sent.length;
    return {
      kind: 'differ',
      text: `${formatNumberOf(left, 'URL', 'URLs')} of ${all} ${left === 1 ? 'does' : 'do'} not send the file.`,
      file,
    };
  }
  return { kind: 'same', text: all === 1 ? 'The URL sends the file.' : `All ${all} URLs send the same file.`, file };
}

function differenceOf(other: { size: number }, first: { size: number }): string {
  if (other.size === first.size) return 'a file of the same size but with other bytes';
  return `a file of another size (${formatNumberOf(other.size, 'byte')}, not ${formatCount(first.size)})`;
}
