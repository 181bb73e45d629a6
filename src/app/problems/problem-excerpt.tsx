import { decodeUtf8 } from '../../base/bytes.ts';
import type { Finding } from '../../base/findings.ts';
import { memo } from '../../base/memo.ts';
import { fileIndex } from '../../model/file/file-index.ts';
import { caseNumber, casePlace } from '../../model/tensor/tensor-use.ts';
import { useApp, useEditedPaths, usePackage, useShownBytes } from '../../state/hooks.ts';
import { CopyButton } from '../../widgets/copy-button.tsx';
import { NameText, visibleText } from '../../widgets/name-text.tsx';
import { PlaceLink } from '../../widgets/place-link.tsx';
import { FindingPlace } from './finding-place.tsx';
import classes from './problem-excerpt.module.css';

/** The place of a finding: the file with line and column, the text of that line, and the example or self-test. */
export function ProblemExcerpt({ finding }: { finding: Finding }) {
  const { files } = usePackage();
  const { path, also, line, excerpt, binding, tensor } = finding;
  const edited = useEditedPaths();
  if (tensor) return <TensorPlace tensor={tensor} />;
  if (path === undefined && !binding) return null;
  const file = path === undefined ? undefined : fileIndex(files).get(path);
  return (
    <>
      <p className={classes.where}>
        {path !== undefined && (
          <>
            <FindingPlace finding={finding} />
            <CopyButton value={path} label="Copy path" />
          </>
        )}
        {also !== undefined && <FindingPlace finding={{ path: also }} />}
        {binding && (
          <PlaceLink to={casePlace(binding.of, binding.index)}>{caseNumber(binding.of, binding.index)}</PlaceLink>
        )}
      </p>
      {line !== undefined &&
        (excerpt !== undefined ? (
          <Line number={line} text={excerpt} />
        ) : path !== undefined && edited.has(path) ? (
          <DraftLine path={path} number={line} />
        ) : (
          file?.size !== undefined &&
          file.size <= MAX_EXCERPT_FILE && <FileLine path={file.path} size={file.size} number={line} />
        ))}
    </>
  );
}

/** The tensor that a finding is about, as a link to the element. */
function TensorPlace({ tensor: { name, cell } }: { tensor: NonNullable<Finding['tensor']> }) {
  return (
    <p className={classes.where}>
      <PlaceLink to={{ tab: 'tensors', item: name, ...(cell !== undefined && { cell }) }}>
        <NameText mono>{cell === undefined ? name : `${name}[${cell.replaceAll(',', ', ')}]`}</NameText>
      </PlaceLink>
    </p>
  );
}

/** Larger files are not read for the text of a line. */
const MAX_EXCERPT_FILE = 256 * 1024;

/** Characters shown of a line. */
const MAX_EXCERPT = 240;

const linesOf = memo((bytes: Uint8Array) => (decodeUtf8(bytes) ?? '').split(/\r?\n/));

/** A line of the edited text, which the file in the package does not have. */
function DraftLine({ path, number }: { path: string; number: number }) {
  const line = useApp(({ draft }) => draft?.texts.get(path)?.split('\n', number)[number - 1]);
  return line === undefined ? null : <Line number={number} text={cut(line)} />;
}

function FileLine({ path, size, number }: { path: string; size: number; number: number }) {
  const bytes = useShownBytes(path, 0, size);
  // A file that cannot be read has a finding of its own.
  const text = bytes.status === 'ready' ? linesOf(bytes.value)[number - 1] : undefined;
  // Its room is kept.
  if (bytes.status === 'loading') return <Line number={number} text=" " />;
  return text === undefined ? null : <Line number={number} text={cut(text)} />;
}

function cut(text: string): string {
  return text.length > MAX_EXCERPT ? `${text.slice(0, MAX_EXCERPT)}…` : text;
}

function Line({ number, text }: { number: number; text: string }) {
  return (
    <pre className={classes.excerpt}>
      <span className={classes.line}>{number}</span>
      <code>{visibleText(text)}</code>
    </pre>
  );
}
