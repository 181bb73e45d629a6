import { formatBytes } from '../../base/amounts.ts';
import { decodeUtf8 } from '../../base/bytes.ts';
import { MAX_TEXT_BYTES, SNIFF_BYTES } from '../../base/limits.ts';
import { type MediaKind, type SoundType, sniffMedia } from '../../model/file/media.ts';
import { useFileBytes } from '../../state/hooks.ts';
import { lateView } from '../../widgets/loading/late-view.tsx';
import { LoadingView } from '../../widgets/loading/loading-view.tsx';
import { commonSyntax } from '../../widgets/structure-diff/syntax.ts';
import { TextDiff } from '../../widgets/text-diff/text-diff.tsx';
import { HashRow } from '../draft/save/hashes.tsx';
import classes from './file-pair.module.css';
import { PairedPictures } from './file-pair-pictures.tsx';
import { choiceOf, type FileSide } from './file-side.ts';

const StructureDiff = lateView(async () => ({
  default: (await import('../../widgets/structure-diff/structure-diff.tsx')).StructureDiff,
}));
const SoundPair = lateView(() => import('./sound-pair.tsx'));

interface Props {
  /** Undefined where the file is only on the other side. */
  before: FileSide | undefined;
  after: FileSide | undefined;
  /** What tells them apart. By default "Before" and "After". */
  words?: readonly [string, string];
}

const WORDS = ['Before', 'After'] as const;

/**
 * What differs between the contents of two files, as what they are by their first bytes: pictures and sounds as such,
 * texts by structure where they have one, or by lines, and the rest by size and hash.
 */
export function FilePair({ before, after, words = WORDS }: Props) {
  const [a, b] = [before, after].map((side) => (side?.size === undefined ? undefined : side));
  const isSmall = Math.max(a?.size ?? 0, b?.size ?? 0) <= MAX_TEXT_BYTES;
  const end = isSmall ? MAX_TEXT_BYTES : SNIFF_BYTES;
  const old = useFileBytes(a?.path, 0, end, choiceOf(a));
  const next = useFileBytes(b?.path, 0, end, choiceOf(b));
  const reads = [a && { ...old, side: a }, b && { ...next, side: b }].filter((read) => read !== undefined);
  const pending = reads.find(({ status }) => status === 'failed') ?? reads.find(({ status }) => status === 'loading');
  if (pending)
    return (
      <LoadingView of={pending} what={reads.length > 1 ? 'both files' : 'the file'}>
        {() => null}
      </LoadingView>
    );
  const kinds = reads.flatMap(({ side, ...read }) =>
    read.status === 'ready' ? [sniffMedia(read.value.subarray(0, SNIFF_BYTES), side.path)] : [],
  );
  const hasAll = reads.length === [before, after].filter(Boolean).length;
  if (hasAll && isSmall && kinds.every(({ kind }) => kind === 'text')) {
    const texts = [old, next].map((read) => (read.status === 'ready' ? decodeUtf8(read.value) : ''));
    return <PairedTexts texts={texts} kinds={kinds} words={words} path={(after ?? before)?.path ?? ''} />;
  }
  const sounds = soundTypes(kinds);
  return (
    <>
      {sounds && a && b ? (
        <SoundPair before={a} after={b} types={sounds} words={words} />
      ) : kinds.some(({ kind }) => kind === 'picture') ? (
        <PairedPictures before={a} after={b} words={words} />
      ) : (
        <Kinds sides={reads.map(({ side }) => side)} kinds={kinds} />
      )}
      <HashLines before={before?.sha256} after={after?.sha256} words={words} />
    </>
  );
}

/** What two sounds are. Undefined unless both are sounds. */
function soundTypes([first, second]: readonly MediaKind[]): readonly [SoundType, SoundType] | undefined {
  return first?.kind === 'sound' && second?.kind === 'sound' ? [first.type, second.type] : undefined;
}

interface TextsProps {
  /** Undefined where it is not UTF-8. */
  texts: readonly (string | undefined)[];
  kinds: readonly MediaKind[];
  words: readonly [string, string];
  path: string;
}

function PairedTexts({ texts: [before, after], kinds, words, path }: TextsProps) {
  // Bytes that are not UTF-8 are not text to compare.
  if (before === undefined || after === undefined) return <p className={classes.quiet}>Its text is not UTF-8.</p>;
  const label = `Difference of ${path}`;
  const [first, second] = kinds.map((kind) => (kind.kind === 'text' ? kind.language : undefined));
  const syntax = commonSyntax(first, second);
  if (syntax) return <StructureDiff before={before} after={after} syntax={syntax} words={words} label={label} />;
  return <TextDiff before={before} after={after} label={label} />;
}

/** What files are whose contents are not shown beside each other. */
function Kinds({ sides, kinds }: { sides: readonly FileSide[]; kinds: readonly MediaKind[] }) {
  const texts = sides.map(({ size = 0 }, index) => `${kinds[index]?.label}, ${formatBytes(size)}`);
  return <p className={classes.quiet}>{[...new Set(texts)].join(' → ')}</p>;
}

/** The hashes of a content, before and after. */
function HashLines({
  before,
  after,
  words: [first, second],
}: {
  before: string | undefined;
  after: string | undefined;
  words: readonly [string, string];
}) {
  const hasBoth = before !== undefined && after !== undefined;
  if (hasBoth && before === after) return <p className={classes.quiet}>Both have the same SHA-256.</p>;
  const word = (side: string) => (side === 'Before' || side === 'After' ? side.toLowerCase() : `of ${side}`);
  const lines = [
    { word: hasBoth ? `SHA-256 ${word(first)}` : 'SHA-256', hash: before },
    { word: hasBoth ? `SHA-256 ${word(second)}` : 'SHA-256', hash: after },
  ].filter(({ hash }) => hash !== undefined);
  return (
    <dl className={classes.hashes}>
      {lines.map(({ word, hash }) => (
        <div key={word} className={classes.hash}>
          <HashRow word={word} copy={`Copy ${word}`} hash={hash} />
        </div>
      ))}
    </dl>
  );
}
