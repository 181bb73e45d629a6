import { useMemo } from 'react';
import { useActions, useApp } from '../../state/hooks.ts';
import { TextEditor } from '../../widgets/text-editor/text-editor.tsx';
import { textProblems } from '../../widgets/text-editor/text-problems.ts';

const NONE: never[] = [];

export interface MetadataTextProps {
  /** The path of the file, which is the editor's name too. */
  path: string;
  language: 'toml' | 'none';
  /** The line that it is scrolled to. */
  line: number | undefined;
  /** Rewords the message of a finding for its line. */
  messageOf?: (message: string) => string;
}

const asItIs = (message: string) => message;

/** The text of a metadata file that a format edits, with its problems at their lines. */
export default function MetadataText({ path, language, line, messageOf = asItIs }: MetadataTextProps) {
  const text = useApp((state) => state.draft?.texts.get(path) ?? '');
  // An edit of the form is still changing the text. Letters typed now would replace that edit.
  const isStale = useApp(({ draft }) => draft?.pending === true && draft.current.values !== undefined);
  const findings = useApp((state) => state.draft?.shown.findings ?? NONE);
  const { edit } = useActions();
  const problems = useMemo(() => textProblems(findings, path, messageOf), [findings, path, messageOf]);
  // If the line has a problem, the caret goes to it: once, and not again when problems change.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the problems as they are when the line is asked for.
  const reveal = useMemo(
    () =>
      line === undefined ? undefined : { line, column: problems.find((problem) => problem.line === line)?.column },
    [line],
  );
  return (
    <TextEditor
      label={path}
      language={language}
      value={text}
      onChange={(changed) => edit({ name: 'Edit the text', key: 'text', texts: new Map([[path, changed]]) })}
      problems={problems}
      reveal={reveal}
      readOnly={isStale}
    />
  );
}
