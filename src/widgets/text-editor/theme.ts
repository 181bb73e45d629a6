import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

function wavy(color: string) {
  return { backgroundImage: 'none', textDecoration: `underline wavy ${color}`, textDecorationSkipInk: 'none' };
}

/** CodeMirror in the page's colors. The page's CSS variables make it light or dark. */
const theme = EditorView.theme({
  '&': {
    border: '1px solid var(--bc-line)',
    borderRadius: 'var(--bc-radius-card)',
    overflow: 'hidden',
    background: 'var(--bc-card)',
    color: 'inherit',
    fontSize: 'var(--bc-font-mono)',
  },
  '&.cm-focused': { outline: '2px solid var(--bc-brand)', outlineOffset: '-1px' },
  '.cm-scroller': {
    minHeight: '320px',
    maxHeight: 'max(320px, 68dvh)',
    fontFamily: 'var(--mantine-font-family-monospace)',
    lineHeight: '20px',
    overscrollBehaviorX: 'contain',
  },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--bc-ink)' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--bc-ink)', borderLeftWidth: '2px' },
  '.cm-line': { padding: '0 12px' },
  '.cm-gutters': { background: 'var(--bc-card)', border: '0', color: 'var(--bc-dim)' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 4px 0 12px' },
  '.cm-activeLine, .cm-activeLineGutter': {
    backgroundColor: 'var(--bc-code)',
    color: 'inherit',
  },
  // The selection is drawn below the text, so that the background of the active line must not hide it.
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--bc-ink) 4%, transparent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--bc-brand) 25%, var(--bc-card))',
  },
  '.cm-selectionMatch': { backgroundColor: 'transparent', outline: '1px solid var(--bc-brand)' },
  '.cm-searchMatch': {
    backgroundColor: 'transparent',
    outline: '1px solid var(--bc-warning)',
    borderRadius: '4px',
  },
  '.cm-searchMatch-selected': {
    backgroundColor: 'var(--bc-warning-line)',
  },
  '.cm-specialChar': {
    padding: '0 2px',
    border: '1px solid var(--bc-warning)',
    borderRadius: '4px',
    color: 'inherit',
    fontSize: 'var(--bc-font-tiny)',
  },
  '.cm-panels, .cm-tooltip': {
    background: 'var(--bc-code)',
    color: 'inherit',
    fontFamily: 'var(--mantine-font-family)',
  },
  '.cm-panels-top': { borderBottom: '1px solid var(--bc-line)' },
  '.cm-tooltip': {
    border: '1px solid var(--bc-line)',
    borderRadius: 'var(--bc-radius)',
    boxShadow: 'var(--bc-shadow-popover)',
    fontSize: 'var(--bc-font-body)',
  },
  '.cm-panel.cm-search': { padding: '8px 32px 8px 8px', fontSize: 'var(--bc-font-body)' },
  '.cm-panel.cm-search label': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    minHeight: '28px',
    verticalAlign: 'middle',
    fontSize: 'var(--bc-font-control)',
  },
  '.cm-panel.cm-search label input[type=checkbox]': { width: '16px', height: '16px', margin: '0' },
  '.cm-panel.cm-search [name=close]': { width: '28px', height: '28px', fontSize: '16px', cursor: 'pointer' },
  '.cm-textfield, .cm-button': {
    minHeight: '28px',
    borderRadius: 'var(--bc-radius-small)',
    background: 'var(--bc-card)',
    color: 'inherit',
    fontSize: 'inherit',
  },
  '.cm-textfield': { padding: '2px 8px', border: '1px solid var(--bc-line-field)' },
  '.cm-button': { padding: '2px 10px', border: '1px solid var(--bc-line-strong)', cursor: 'pointer' },
  // More specific than the rules of CodeMirror's light and dark theme, which have a gradient.
  '&.cm-editor .cm-button': {
    backgroundImage: 'none',
    verticalAlign: 'middle',
    fontWeight: 'var(--bc-weight-control)',
  },
  '&.cm-editor .cm-textfield': { verticalAlign: 'middle' },
  '.cm-button:active': { background: 'var(--bc-hover)' },
  '.cm-diagnostic': { borderLeftWidth: '2px', padding: '6px 8px' },
  '.cm-lintRange': { paddingBottom: '0' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bc-error)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--bc-warning)' },
  '.cm-diagnostic-info': { borderLeftColor: 'var(--bc-info)' },
  '.cm-lintRange-error': wavy('var(--bc-error)'),
  '.cm-lintRange-warning': wavy('var(--bc-warning)'),
  '.cm-lintRange-info': wavy('var(--bc-info)'),
  '.cm-lintRange-active': { backgroundColor: 'transparent' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'transparent',
    outline: '1px solid var(--bc-line)',
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
  { tag: tags.comment, color: 'var(--bc-dim)' },
  { tag: tags.propertyName, color: 'var(--bc-syntax-name)' },
  { tag: tags.string, color: 'var(--bc-syntax-string)' },
  { tag: tags.number, color: 'var(--bc-syntax-constant)' },
  { tag: tags.keyword, color: 'var(--bc-syntax-keyword)' },
  { tag: tags.definition(tags.variableName), color: 'var(--bc-syntax-name)' },
  { tag: tags.atom, color: 'var(--bc-syntax-keyword)' },
  { tag: tags.bracket, color: 'var(--bc-dim)' },
]);

export const appearance: Extension = [theme, syntaxHighlighting(highlight)];
