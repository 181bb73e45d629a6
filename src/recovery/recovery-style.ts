/** How the recovery looks: as the page does, where its colors have come, else as the system does. */
export const STYLE = `
#recovery {
  box-sizing: border-box;
  max-width: 640px;
  margin: 40px auto;
  padding: 24px;
  border: 1px solid var(--bc-line, GrayText);
  border-radius: var(--bc-radius-card, 12px);
  background: var(--bc-card, Canvas);
  color: var(--bc-ink, CanvasText);
  font: var(--bc-font-body, 14px)/1.5 Geist, system-ui, sans-serif;
  overflow-wrap: anywhere;
}
#recovery h1 { margin: 0 0 8px; font-size: var(--bc-font-figure, 22px); line-height: 1.25; outline: none; }
#recovery p { margin: 0 0 12px; }
#recovery p:empty { display: none; }
#recovery pre {
  margin: 0 0 12px;
  padding: 8px 12px;
  border-radius: var(--bc-radius, 8px);
  background: var(--bc-code, Field);
  font: var(--bc-font-mono, 12.5px)/1.5 'Geist Mono', ui-monospace, monospace;
  white-space: pre-wrap;
  unicode-bidi: isolate;
}
#recovery div { display: flex; flex-wrap: wrap; gap: 8px; margin: 16px 0; }
#recovery p:last-child, #recovery div:last-of-type:has(+ p:empty) { margin-bottom: 0; }
#recovery button {
  min-height: var(--bc-control, 34px);
  padding: 4px 12px;
  border: 1px solid var(--bc-line-strong, ButtonBorder);
  border-radius: var(--bc-radius, 8px);
  background: var(--bc-card, ButtonFace);
  color: inherit;
  font: inherit;
  font-size: var(--bc-font-control, 13px);
  font-weight: var(--bc-weight-control, 500);
  cursor: pointer;
}
#recovery button:hover { background: var(--bc-hover, ButtonFace); }
#recovery button[hidden] { display: none; }
#recovery button[data-kind='main'] {
  border-color: transparent;
  background: var(--bc-brand, ButtonText);
  color: var(--bc-on-brand, ButtonFace);
}
#recovery button[data-kind='main']:hover { background: var(--bc-brand-hover, ButtonText); }
#recovery button[data-kind='danger'] { border-color: var(--bc-error, ButtonBorder); color: var(--bc-error, ButtonText); }
#recovery button:focus-visible { outline: 2px solid var(--bc-brand, Highlight); outline-offset: 2px; }
@media (pointer: coarse) { #recovery button { min-height: 44px; } }
@media (max-width: 40em) { #recovery { margin: 16px; padding: 16px; } }
`;
