import { defaultKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentUnit } from '@codemirror/language';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Annotation, Compartment, EditorSelection, EditorState, type Text } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  type ViewUpdate,
} from '@codemirror/view';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react';
import { formatCount, formatNumberOf } from '../../base/amounts.ts';
import { INVISIBLE } from '../../base/text.ts';
import { leaveDrop } from '../files/drop-claim.ts';
import { visibleText } from '../name-text.tsx';
import { ToneIcon } from '../severity.tsx';
import { indentOf } from './indent.ts';
import { languageMode } from './languages.ts';
import { changeBetween, shownText, withShownChanges } from './shown-text.ts';
import classes from './text-editor.module.css';
import type { TextEditorProps, TextPlace, TextProblem } from './text-problems.ts';
import { appearance } from './theme.ts';

/** Problems listed below the text. More than these are marked in it. */
const MAX_LISTED = 20;

/** Problems marked in the text: a file can have as many as it has lines. */
const MAX_MARKED = 500;

/** Invisible characters, and those that change the direction of the text. Tabs are usual in TOML. */
const HIDDEN = new RegExp(`(?!\\t)(?:${INVISIBLE})`, 'gu');

/** CodeMirror's texts, in the page's style. */
const PHRASES = {
  next: 'Next',
  previous: 'Previous',
  all: 'All',
  'match case': 'Match case',
  'by word': 'Whole words',
  regexp: 'Regular expression',
  replace: 'Replace',
  'replace all': 'Replace all',
  close: 'Close',
};

/** Marks a change that came in by `value`. `onChange` is not called for it. */
const fromOutside = Annotation.define<true>();

/** The text as its owner knows it, and the texts given to `onChange` that have not come back as `value` yet. */
interface Known {
  text: string;
  awaited: string[];
}

export default function Editor({
  value,
  onChange,
  label,
  problems,
  reveal,
  readOnly = false,
  takesFocus = false,
  language = 'toml',
}: TextEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const known = useRef<Known>({ text: value, awaited: [] });
  const handOut = useEffectEvent(onChange);
  const settings = useRef(new Compartment());
  const id = useId();
  const invalid = problems?.some(({ severity }) => severity === 'error') ?? false;

  // The editor is made once. Later changes of the props reach it by the effects below.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it needs only the first value.
  useEffect(() => {
    const parent = host.current as HTMLDivElement;
    // CodeMirror would put the text of a dropped file in, and do nothing with any other.
    const onDrop = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) leaveDrop(event);
    };
    parent.addEventListener('drop', onDrop, true);
    known.current = { text: value, awaited: [] };
    const editor = new EditorView({
      parent,
      doc: shownText(value),
      extensions: [
        lineNumbers(),
        lintGutter(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        highlightSpecialChars({ specialChars: HIDDEN, render: writtenOut }),
        drawSelection(),
        EditorState.allowMultipleSelections.of(true),
        EditorView.lineWrapping,
        bracketMatching(),
        search({ top: true }),
        EditorState.phrases.of(PHRASES),
        highlightSelectionMatches(),
        languageMode(language),
        indentUnit.of(indentOf(value, language)),
        appearance,
        settings.current.of([]),
        // No history: the page has one Undo and Redo for the form and the text.
        keymap.of([...searchKeymap, ...lintKeymap, ...defaultKeymap, indentWithTab]),
        EditorView.updateListener.of((update) => {
          const text = textAfter(update, known.current.text);
          if (text === undefined) return;
          known.current.text = text;
          known.current.awaited.push(text);
          handOut(text);
        }),
      ],
    });
    view.current = editor;
    if (takesFocus) editor.focus();
    return () => {
      view.current = undefined;
      parent.removeEventListener('drop', onDrop, true);
      editor.destroy();
    };
  }, []);

  useEffect(() => {
    view.current?.dispatch({
      effects: settings.current.reconfigure([
        EditorState.readOnly.of(readOnly),
        EditorView.contentAttributes.of({
          'aria-label': label,
          tabindex: '0',
          'aria-describedby': `${id}-hint`,
          ...(invalid ? { 'aria-invalid': 'true' } : {}),
          ...(readOnly ? { 'aria-readonly': 'true' } : {}),
        }),
      ]),
    });
  }, [label, id, invalid, readOnly]);

  useEffect(() => {
    const { text, awaited } = known.current;
    const at = awaited.indexOf(value);
    // The editor's own text came back, perhaps while the author types on.
    if (at >= 0) known.current.awaited = awaited.slice(at + 1);
    else if (value !== text) {
      known.current = { text: value, awaited: [] };
      if (view.current) follow(view.current, value);
    }
  }, [value]);

  useEffect(() => {
    const editor = view.current;
    if (!editor) return;
    const { doc } = editor.state;
    editor.dispatch(
      setDiagnostics(
        editor.state,
        (problems ?? []).slice(0, MAX_MARKED).map((problem) => diagnostic(doc, problem)),
      ),
    );
  }, [problems]);

  useEffect(() => {
    if (reveal && view.current) show(view.current, reveal);
  }, [reveal]);

  const first = problems?.find(({ severity }) => severity === 'error');
  const listed = problems?.slice(0, MAX_LISTED) ?? [];
  const reach = (problem: TextProblem) => view.current && show(view.current, problem);
  return (
    <div className={classes.root}>
      {/* Takes up its room from the start, so that the text does not move while somebody types. */}
      {problems && (
        <div className={classes.first}>
          {first ? (
            <ProblemButton of={first} onPress={reach}>
              {/* The list below says where. */}
              <span className={classes.told}>{visibleText(first.message)}</span>
            </ProblemButton>
          ) : (
            <p className={classes.fine}>
              <ToneIcon tone="ok" /> No errors in this text
            </p>
          )}
        </div>
      )}
      <div ref={host} />
      <p id={`${id}-hint`} className={classes.hint}>
        {readOnly ? 'This text is read-only.' : 'Tab indents. Escape, then Tab, leaves the text.'} Ctrl+F searches.
      </p>
      <p role="status" className={classes.count}>
        {problems && problems.length > 0 ? countText(problems) : null}
      </p>
      {listed.length > 0 && (
        <ul className={classes.problems} aria-label={`Problems of ${label}`}>
          {listed.map((problem, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike.
            <li key={index}>
              <ProblemButton of={problem} onPress={reach}>
                <span>
                  <span className="visually-hidden">{problem.severity}</span>{' '}
                  <span className={classes.place}>{placeText(problem)}:</span> {visibleText(problem.message)}
                </span>
              </ProblemButton>
            </li>
          ))}
          {(problems?.length ?? 0) > MAX_LISTED && (
            <li className={classes.hint}>and {formatCount((problems?.length ?? 0) - MAX_LISTED)} more</li>
          )}
        </ul>
      )}
    </div>
  );
}

interface ButtonProps {
  of: TextProblem;
  onPress(problem: TextProblem): void;
  children: ReactNode;
}

function ProblemButton({ of, onPress, children }: ButtonProps) {
  return (
    <button type="button" className={classes.problem} data-severity={of.severity} onClick={() => onPress(of)}>
      <ToneIcon tone={of.severity} />
      {children}
    </button>
  );
}

function writtenOut(code: number): HTMLElement {
  const element = document.createElement('span');
  element.className = 'cm-specialChar';
  element.textContent = visibleText(String.fromCodePoint(code));
  return element;
}

/** The whole text after somebody edited it in the editor; undefined for any other update. */
function textAfter({ docChanged, transactions, changes }: ViewUpdate, before: string): string | undefined {
  if (!docChanged || transactions.some((transaction) => transaction.annotation(fromOutside))) return undefined;
  const list: { from: number; to: number; insert: string }[] = [];
  changes.iterChanges((from, to, _fromNew, _toNew, inserted) => {
    list.push({ from, to, insert: inserted.toString() });
  });
  return withShownChanges(before, list);
}

/** What bars of the page may cover at the upper and the lower edge of the window, in px. */
const EDGE = 140;

/**
 * Makes the editor show a text that was changed elsewhere, as by Undo, and brings the change into view. The caret
 * stays, or goes to the change if the editor has the focus.
 */
function follow(editor: EditorView, text: string): void {
  const change = changeBetween(editor.state.doc.toString(), shownText(text));
  if (!change) return;
  const end = change.from + change.insert.length;
  editor.dispatch({
    changes: change,
    annotations: fromOutside.of(true),
    ...(editor.hasFocus ? { selection: { anchor: end } } : {}),
    effects: EditorView.scrollIntoView(EditorSelection.range(change.from, end), { y: 'nearest', yMargin: EDGE }),
  });
}

/** Puts the caret at a place and brings it into view. */
function show(editor: EditorView, place: TextPlace): void {
  const { from } = span(editor.state.doc, place);
  editor.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
  editor.focus();
}

function diagnostic(doc: Text, problem: TextProblem): Diagnostic {
  return { ...span(doc, problem), severity: problem.severity, message: visibleText(problem.message) };
}

/**
 * The range from a place to the end of its word, or to the end of its line if it has no column. Beyond the text, the
 * range is at its end.
 */
function span(doc: Text, { line, column }: TextPlace): { from: number; to: number } {
  const at = doc.line(Math.min(Math.max(1, line), doc.lines));
  if (column === undefined) return { from: at.from + at.text.search(/\S|$/), to: at.to };
  const from = Math.min(at.from + Math.max(0, column - 1), at.to);
  const word = /^[\w.-]+|^./su.exec(at.text.slice(from - at.from, from - at.from + 200))?.[0] ?? '';
  return { from, to: from + word.length };
}

function placeText({ line, column }: TextPlace): string {
  return column === undefined
    ? `Line ${formatCount(line)}`
    : `Line ${formatCount(line)}, column ${formatCount(column)}`;
}

function countText(problems: readonly TextProblem[]): string {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  return [
    errors > 0 ? formatNumberOf(errors, 'error') : undefined,
    problems.length > errors ? formatNumberOf(problems.length - errors, 'other remark') : undefined,
  ]
    .filter((part) => part !== undefined)
    .join(', ');
}
