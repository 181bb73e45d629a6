import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const GROUND = 'light-dark(var(--mantine-color-white), var(--mantine-color-dark-8))';

function wavy(color: string) {
  return { backgroundImage: 'none', textDecoration: `underline wavy ${color}`, textDecorationSkipInk: 'none' };
}

/** CodeMirror in the page's colors. The page's CSS variables make it light or dark. */
const theme = EditorView.theme({
  '&': {
    border: '1px solid var(--bc-border)',
    borderRadius: '4px',
    background: GROUND,
    color: 'inherit',
    fontSize: '13px',
  },
  '&.cm-focused': { outline: '2px solid var(--bc-accent)', outlineOffset: '-1px' },
  '.cm-scroller': {
    minHeight: '320px',
    maxHeight: 'max(320px, 68dvh)',
    fontFamily: 'var(--mantine-font-family-monospace)',
    lineHeight: '20px',
    overscrollBehaviorX: 'contain',
  },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--mantine-color-text)' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--mantine-color-text)', borderLeftWidth: '2px' },
  '.cm-line': { padding: '0 12px' },
  '.cm-gutters': { background: GROUND, border: '0', color: 'var(--mantine-color-dimmed)' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 4px 0 12px' },
  '.cm-activeLine, .cm-activeLineGutter': {
    backgroundColor: 'light-dark(var(--mantine-color-gray-0), var(--mantine-color-dark-7))',
    color: 'inherit',
  },
  // The selection is drawn below the text, so that the background of the active line must not hide it.
  '.cm-activeLine': { backgroundColor: 'light-dark(rgb(31 27 23 / 4%), rgb(235 230 223 / 5%))' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'light-dark(var(--mantine-color-cardboard-2), var(--mantine-color-cardboard-9))',
  },
  '.cm-selectionMatch': { backgroundColor: 'transparent', outline: '1px solid var(--bc-accent)' },
  '.cm-searchMatch': {
    backgroundColor: 'transparent',
    outline: '1px solid var(--bc-warning)',
    borderRadius: '2px',
  },
  '.cm-searchMatch-selected': {
    backgroundColor: 'light-dark(var(--mantine-color-yellow-2), var(--mantine-color-yellow-9))',
  },
  '.cm-specialChar': {
    padding: '0 2px',
    border: '1px solid var(--bc-warning)',
    borderRadius: '2px',
    color: 'inherit',
    fontSize: '12px',
  },
  '.cm-panels, .cm-tooltip': {
    background: 'light-dark(var(--mantine-color-gray-0), var(--mantine-color-dark-6))',
    color: 'inherit',
    fontFamily: 'var(--mantine-font-family)',
  },
  '.cm-panels-top': { borderBottom: '1px solid var(--bc-border)' },
  '.cm-tooltip': { border: '1px solid var(--bc-border)', borderRadius: '4px', fontSize: '14px' },
  '.cm-panel.cm-search': { padding: '8px 32px 8px 8px', fontSize: '14px' },
  '.cm-panel.cm-search label': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    minHeight: '28px',
    verticalAlign: 'middle',
    fontSize: '13px',
  },
  '.cm-panel.cm-search label input[type=checkbox]': { width: '16px', height: '16px', margin: '0' },
  '.cm-panel.cm-search [name=close]': { width: '28px', height: '28px', fontSize: '16px', cursor: 'pointer' },
  '.cm-textfield': {
    minHeight: '28px',
    padding: '2px 8px',
    border: '1px solid light-dark(var(--mantine-color-gray-4), var(--mantine-color-dark-3))',
    borderRadius: '4px',
    background: GROUND,
    color: 'inherit',
    fontSize: 'inherit',
  },
  '.cm-button': {
    minHeight: '28px',
    padding: '2px 10px',
    border: '1px solid light-dark(var(--mantine-color-gray-4), var(--mantine-color-dark-3))',
    borderRadius: '4px',
    background: GROUND,
    color: 'inherit',
    fontSize: 'inherit',
    cursor: 'pointer',
  },
  // More specific than the rules of CodeMirror's light and dark theme, which have a gradient.
  '&.cm-editor .cm-button': { backgroundImage: 'none', verticalAlign: 'middle', fontWeight: '600' },
  '&.cm-editor .cm-textfield': { verticalAlign: 'middle' },
  '.cm-button:active': { background: 'var(--bc-hover)' },
  '.cm-diagnostic': { borderLeftWidth: '2px', padding: '6px 8px' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bc-error)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--bc-warning)' },
  '.cm-diagnostic-info': { borderLeftColor: 'var(--bc-info)' },
  '.cm-lintRange': { paddingBottom: '0' },
  '.cm-lintRange-error': wavy('var(--bc-error)'),
  '.cm-lintRange-warning': wavy('var(--bc-warning)'),
  '.cm-lintRange-info': wavy('var(--bc-info)'),
  '.cm-lintRange-active': { backgroundColor: 'transparent' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'transparent',
    outline: '1px solid var(--bc-border)',
  },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'transparent' },
  '@media (prefers-reduced-motion: reduce)': {
    // CodeMirror sets the animation in the element's style attribute.
    '.cm-cursorLayer': { animation: 'none !important' },
  },
  '@media (pointer: coarse)': {
    // iOS zooms into fields with smaller text.
    '&': { fontSize: '16px' },
    '.cm-scroller': { lineHeight: '24px' },
  },
});

const highlight = HighlightStyle.define([
  {
    tag: tags.comment,
    color: 'light-dark(var(--mantine-color-gray-6), var(--mantine-color-dark-2))',
    fontStyle: 'italic',
  },
  { tag: tags.propertyName, color: 'light-dark(var(--mantine-color-blue-7), var(--mantine-color-blue-4))' },
  { tag: tags.string, color: 'light-dark(var(--mantine-color-green-7), var(--mantine-color-green-4))' },
  { tag: tags.number, color: 'light-dark(var(--mantine-color-red-7), var(--mantine-color-red-4))' },
  { tag: tags.atom, color: 'light-dark(var(--mantine-color-cardboard-7), var(--mantine-color-cardboard-4))' },
  { tag: tags.bracket, color: 'light-dark(var(--mantine-color-gray-7), var(--mantine-color-dark-1))' },
]);

export const appearance: Extension = [theme, syntaxHighlighting(highlight)];
