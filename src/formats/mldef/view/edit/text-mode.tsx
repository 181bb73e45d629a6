import { useMemo } from 'react';
import { useActions, useApp } from '../../../../state/hooks.ts';
import { visibleText } from '../../../../widgets/name-text.tsx';
import { TextEditor, type TextProblem } from '../../../../widgets/text-editor/text-editor.tsx';
import { MANIFEST } from '../../core/paths.ts';

const NONE: never[] = [];

/** manifest.json as text, scrolled to `line`. */
export default function Text({ line }: { line: number | undefined }) {
  const text = useApp((state) => state.draft?.texts.get(MANIFEST) ?? '');
  // An edit of the form is still changing the text. Letters typed now would replace that edit.
  const isStale = useApp(({ draft }) => draft?.pending === true && draft.current.values !== undefined);
  const findings = useApp((state) => state.draft?.shown.findings ?? NONE);
  const { editText } = useActions();
  const problems = useMemo(
    () =>
      findings.flatMap(({ path, line, column, message, severity }): TextProblem[] =>
        path === MANIFEST && line !== undefined ? [{ line, column, message: visibleText(message), severity }] : [],
      ),
    [findings],
  );
  // If the line has a problem, the caret goes to it: once, and not again when problems change.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the problems as they are when the line is asked for.
  const reveal = useMemo(
    () =>
      line === undefined ? undefined : { line, column: problems.find((problem) => problem.line === line)?.column },
    [line],
  );
  return (
    <TextEditor
      label={MANIFEST}
      language="none"
      value={text}
      onChange={(changed) => editText(MANIFEST, changed, undefined, 'text')}
      problems={problems}
      reveal={reveal}
      readOnly={isStale}
    />
  );
}
