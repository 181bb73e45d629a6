import { useMemo, useState } from 'react';
import { decodeUtf8 } from '../../../base/bytes.ts';
import type { Finding } from '../../../base/findings.ts';
import { MAX_TEXT_BYTES } from '../../../base/limits.ts';
import { fileIndex } from '../../../model/file/file-index.ts';
import { baseName } from '../../../model/file/file-name.ts';
import { languageOf } from '../../../model/file/language.ts';
import type { PackageFile } from '../../../model/package.ts';
import { useFileBytes, useFilePlace, useOpenPackage } from '../../../state/hooks.ts';
import { readJson } from '../../../widgets/json-tree/json-value.ts';
import { LoadingView } from '../../../widgets/loading/loading-view.tsx';
import { visibleText } from '../../../widgets/name-text.tsx';
import { ToneLine } from '../../../widgets/severity.tsx';
import { TextEditor } from '../../../widgets/text-editor/text-editor.tsx';
import { type TextProblem, textProblems } from '../../../widgets/text-editor/text-problems.ts';
import { useFileActs } from './file-editing.tsx';
import { knownText } from './file-texts.ts';

/** Largest text that can be edited, in bytes: each step of the history keeps a whole text. */
export const MAX_EDITED_TEXT = MAX_TEXT_BYTES;

interface Props {
  file: PackageFile;
  /** Those of the file as it is shown, also of other text than JSON. */
  findings: readonly Finding[];
}

/** The text of a file, to be edited in place. Each change is a step of the draft. */
export function TextEdit({ file, findings }: Props) {
  const { path } = file;
  const place = useFilePlace(path);
  const typed = place.kind === 'put' ? knownText(place.blob) : undefined;
  const bytes = useFileBytes(typed === undefined ? path : undefined, 0, MAX_EDITED_TEXT);
  // The last text stays while an earlier one is read again, as after Undo.
  const [last, setLast] = useState<{ text: string | undefined }>();
  const now = useMemo(() => {
    if (typed !== undefined) return { text: typed };
    return bytes.status === 'ready' ? { text: decodeUtf8(bytes.value) } : undefined;
  }, [typed, bytes]);
  if (now !== undefined && now.text !== last?.text) setLast(now);
  const shown = now ?? last;
  return (
    <>
      {shown === undefined ? (
        <LoadingView of={bytes} what="the text">
          {() => null}
        </LoadingView>
      ) : shown.text === undefined ? (
        <ToneLine tone="warning">
          Some bytes of this file are not UTF-8, so editing it as text would change them. Replace the file instead.
        </ToneLine>
      ) : (
        <Typed key={path} path={path} text={shown.text} findings={findings} isChecked={file.role === 'link-list'} />
      )}
    </>
  );
}

interface TypedProps extends Pick<Props, 'findings'> {
  path: string;
  text: string;
  /** Whether the package's format reads it. */
  isChecked: boolean;
}

function Typed({ path, text, findings, isChecked }: TypedProps) {
  const acts = useFileActs();
  const opened = useOpenedText(path);
  // The focus stays in the tree for those who walk through it by keyboard.
  const [isInTree] = useState(() => document.activeElement?.closest('[role=treegrid]') != null);
  const problems = useMemo(
    () => problemsOf(path, text) ?? foundIn(findings, path, isChecked),
    [path, text, findings, isChecked],
  );
  return (
    <div data-draft-text>
      <TextEditor
        value={text}
        onChange={(next) => acts?.editText(path, next === opened ? undefined : next)}
        label={`Text of ${visibleText(baseName(path))}`}
        problems={problems}
        language={languageOf(path) ?? 'none'}
        takesFocus={!isInTree}
      />
    </div>
  );
}

/** The text that the file has in the open package, so that typing it again is not a change. Undefined while unknown. */
function useOpenedText(path: string): string | undefined {
  const acts = useFileActs();
  const { files } = useOpenPackage();
  const isThere = fileIndex(files).has(path) && acts?.shown.marks.get(path)?.from === undefined;
  const bytes = useFileBytes(isThere ? path : undefined, 0, MAX_EDITED_TEXT, { asOpened: true });
  return useMemo(() => (bytes.status === 'ready' ? decodeUtf8(bytes.value) : undefined), [bytes]);
}

/** The findings beside their lines. Undefined of a text that nobody checks. */
function foundIn(findings: readonly Finding[], path: string, isChecked: boolean): readonly TextProblem[] | undefined {
  const found = textProblems(findings, path, (message) => message);
  return isChecked || found.length > 0 ? found : undefined;
}

/** What is wrong with JSON. Undefined for other languages, which are not checked. */
function problemsOf(path: string, text: string): readonly TextProblem[] | undefined {
  if (languageOf(path) !== 'json') return undefined;
  if (text.trim() === '') return [];
  const read = readJson(text);
  if ('value' in read || read.kind === 'too-deep') return [];
  return [{ line: read.line, column: read.column, message: read.problem, severity: 'error' }];
}
