import { axe, expect, test } from './support.ts';

/** A page with a text, and these styles. */
const pageOf = (styles: string) =>
  `<!doctype html><html lang="en"><title>A page</title><style>body { color: #000; background: #fff }
  @media (prefers-color-scheme: dark) { body { color: #fff; background: #000 } } ${styles}</style>
  <main><h1>A title</h1><p>A text with <span>a part</span></p></main></html>`;

const dark = (styles: string) => `@media (prefers-color-scheme: dark) { ${styles} }`;

test('axe finds wrong colors in either theme, and what only one theme shows', async ({ page }) => {
  await page.setContent(pageOf(''));
  await axe(page);
  for (const [styles, theme] of [
    ['span { color: #ccc }', 'light'],
    [dark('span { color: #333 }'), 'dark'],
    [dark('p { background: #ddd }'), 'dark'],
    [dark('p { opacity: 0.3 }'), 'dark'],
    [`span { display: none } ${dark('span { display: inline; color: #333 }')}`, 'dark'],
  ] as const) {
    await page.setContent(pageOf(styles));
    await expect(axe(page), styles).rejects.toThrow(`axe, ${theme}`);
    await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  }
});
