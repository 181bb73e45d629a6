import { createHash } from 'node:crypto';
import { formatBytes, formatNumberOf } from '../../src/base/amounts.ts';
import { forTerminal } from '../inspect/json.ts';
import { type FolderList, type ListedFile, MAX_ENTRIES, MAX_LISTED } from './folder.ts';

/** The page that lists the folder. It has no script, and what is in it comes from a stranger's disk. */

/** Below these, relative to the start page, are the page of Boxcutter and the files of the folder. */
export const APP = 'app/';
export const FILES = 'files/';
/** What the page reads to show all packages at a glance. */
export const LIST = 'boxcutter.json';

/** Added to the style sheet of the built page, which has the colors, the sizes and the typeface. */
const STYLE = `
.start { max-width: var(--bc-column); margin: 0 auto; padding: 24px var(--bc-side) 40px; font-size: var(--bc-font-body); }
.start a { color: var(--bc-brand); text-decoration: none; }
.start a:hover { text-decoration: underline; }
.start a:focus-visible, .start summary:focus-visible { outline: 2px solid var(--bc-brand); outline-offset: 2px; border-radius: var(--bc-radius-small); }
.bar { display: flex; align-items: center; gap: 8px; height: var(--bc-top); padding: 0 var(--bc-side); background: var(--bc-card); border-bottom: 1px solid var(--bc-line); font-weight: var(--bc-weight-heading); }
.start h1 { margin: 0; font-size: var(--bc-font-h1); font-weight: var(--bc-weight-heading); letter-spacing: var(--bc-spacing-h1); overflow-wrap: anywhere; }
.start p { margin: 8px 0 0; color: var(--bc-dim); max-width: 72ch; }
.start .acts { display: flex; flex-wrap: wrap; gap: 8px; margin: 16px 0 24px; }
.start .acts a { display: inline-flex; align-items: center; min-height: var(--bc-control); padding: 0 16px; border: 1px solid var(--bc-line-strong); border-radius: var(--bc-radius); background: var(--bc-card); color: var(--bc-ink); font-size: var(--bc-font-control); font-weight: var(--bc-weight-control); }
.start .acts a:hover { background: var(--bc-hover); text-decoration: none; }
.start ul { list-style: none; margin: 0; padding: 0; background: var(--bc-card); border: 1px solid var(--bc-line); border-radius: var(--bc-radius-card); box-shadow: var(--bc-shadow-card); }
.start li { display: flex; justify-content: space-between; align-items: center; gap: 16px; min-height: var(--bc-row); padding: 8px 16px; }
.start li + li { border-top: 1px solid var(--bc-line); }
.start li a { overflow-wrap: anywhere; font-weight: var(--bc-weight-control); }
.start li span { flex: none; color: var(--bc-dim); font-size: var(--bc-font-small); font-variant-numeric: tabular-nums; }
.start .folder { color: var(--bc-dim); font-weight: var(--bc-weight-text); }
.start summary { width: fit-content; margin: 24px 0 12px; cursor: pointer; font-size: var(--bc-font-body); color: var(--bc-dim); }
`;

/** For the header of its answer. */
export const START_POLICY = [
  "default-src 'none'",
  `style-src 'self' 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "font-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * The HTML of the start page.
 *
 * @param name of the folder
 * @param styles paths of the built page's style sheets, from its own folder
 */
export function startPage(name: string, list: FolderList, styles: readonly string[]): string {
  const { packages, others } = list;
  const sheets = styles.map((path) => `<link rel="stylesheet" href="${APP}${escaped(path)}">`).join('\n    ');
  const glance = packages.length > 1 ? `<a href="${viewerAddress(LIST)}">See all at a glance</a>` : '';
  const none = '<p>No packages are in this folder.</p>';
  const more = `<details${packages.length === 0 ? ' open' : ''}><summary>${formatNumberOf(others.length, 'other file')}</summary>${rows(others.map((file) => [file]))}</details>`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>${escaped(name)} · Boxcutter</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="referrer" content="no-referrer">
    <meta name="color-scheme" content="light dark">
    <link rel="icon" type="image/svg+xml" href="${APP}icon.svg">
    ${sheets}
    <style>${STYLE}</style>
  </head>
  <body>
    <header class="bar"><img src="${APP}icon.svg" alt="" width="20" height="20"> Boxcutter</header>
    <main class="start">
      <h1><bdi>${escaped(name)}</bdi></h1>
      ${notes(list)
        .map((note) => `<p>${escaped(note)}</p>`)
        .join('\n      ')}
      <nav class="acts">${glance}<a href="${APP}">Open another file</a></nav>
      ${packages.length > 0 ? rows(packages) : none}
      ${others.length > 0 ? more : ''}
    </main>
  </body>
</html>
`;
}

/** What is served, and what of the folder is not in the list. */
function notes({ packages, isCut, leftOut }: FolderList): string[] {
  return [
    `${formatNumberOf(packages.length, 'package')}. Nothing in the folder can be changed from here. Hidden files are not served.`,
    ...(isCut
      ? [
          `The folder has more files than are listed, at most ${MAX_LISTED}. Beyond ${MAX_ENTRIES} entries, nothing is looked at. Serve a folder in it to see the rest.`,
        ]
      : []),
    ...(leftOut > 0
      ? [
          `Left out: ${formatNumberOf(leftOut, 'item')} such as links to folders or out of this one, and what cannot be read.`,
        ]
      : []),
  ];
}

function rows(packages: readonly (readonly ListedFile[])[]): string {
  return `<ul>\n${packages.map(row).join('\n')}\n</ul>`;
}

function row(files: readonly ListedFile[]): string {
  const [{ path } = { path: '' }] = files;
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const slash = path.lastIndexOf('/') + 1;
  const folder = slash === 0 ? '' : `<bdi class="folder">${escaped(path.slice(0, slash))}</bdi>`;
  const amount = `${files.length > 1 ? `${formatNumberOf(files.length, 'file')}, ` : ''}${formatBytes(size)}`;
  return `<li><a href="${viewerAddress(FILES + encodedPath(path))}">${folder}<bdi>${escaped(path.slice(slash))}</bdi></a> <span>${amount}</span></li>`;
}

/** The list that the page shows as a shelf. */
export function packageList({ packages }: FolderList): string {
  const entries = packages.flat().map(({ path, size }) => ({ url: FILES + encodedPath(path), path, size }));
  return JSON.stringify({ boxcutter: 1, packages: entries });
}

function encodedPath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

/** Of the page with a file open, whose address is relative to the start page. */
function viewerAddress(address: string): string {
  return escaped(`${APP}?${new URLSearchParams({ url: `../${address}` })}`);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for HTML, and shows characters in it that would reorder the text around them. */
function escaped(text: string): string {
  return forTerminal(text).replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}
