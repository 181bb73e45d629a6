/**
 * What a browser asks about the page before it installs it. `npm run manifest` writes `public/manifest.webmanifest`, and
 * a test compares them.
 */

import { writeFileSync } from 'node:fs';
import { ALL_FORMATS } from '../src/formats/list.ts';

/** Characters of an ending, beyond which Chromium leaves out the whole entry (`.safetensors.index.json`). */
const MAX_ENDING = 16;

/** The endings of files that the installed page is offered for: those by which formats know theirs. */
function endings(): string[] {
  return [...new Set(ALL_FORMATS.flatMap(({ ends = [] }) => ends))].filter((end) => end.length <= MAX_ENDING);
}

/**
 * A type of its own for each ending: none of them has a registered one, and a common one, such as that of zip files,
 * would have the system offer Boxcutter for all files of that type.
 */
const accept = Object.fromEntries(endings().map((end) => [`application/x-${end.slice(1)}`, [end]]));

const icon = (file: string, size: number, purpose?: 'maskable') => ({
  src: `icons/${file}`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  ...(purpose && { purpose }),
});

/** The sizes of the pictures, in pixels (`scripts/icons.ts`). */
export const SCREENSHOTS = { wide: [1280, 800], narrow: [390, 844] } as const;

const screenshot = (form: keyof typeof SCREENSHOTS, label: string) => ({
  src: `screenshots/${form}.png`,
  sizes: SCREENSHOTS[form].join('x'),
  type: 'image/png',
  form_factor: form,
  label,
});

const manifest = {
  // Relative to the page, wherever it is: two of them on one host are two apps.
  id: './',
  name: 'Boxcutter',
  short_name: 'Boxcutter',
  description: 'See what is inside a machine-learning package before you run it. Files stay on your computer.',
  lang: 'en',
  dir: 'ltr',
  categories: ['developer', 'utilities'],
  start_url: './',
  scope: './',
  display: 'standalone',
  background_color: '#faf9f7',
  theme_color: '#ffffff',
  icons: [
    { src: 'icon.svg', sizes: 'any', type: 'image/svg+xml' },
    icon('192.png', 192),
    icon('512.png', 512),
    icon('maskable.png', 512, 'maskable'),
  ],
  screenshots: [
    screenshot('wide', 'What is in a package, what loading it would run, and whether it is intact'),
    screenshot('narrow', 'The same on a phone'),
  ],
  file_handlers: [{ action: './', accept }],
  // A file is opened where the page is open already, which asks before it leaves a draft.
  launch_handler: { client_mode: ['focus-existing', 'auto'] },
};

export const MANIFEST_FILE = `${JSON.stringify(manifest, null, 2)}\n`;

if (process.argv[1] === import.meta.filename)
  writeFileSync(new URL('../public/manifest.webmanifest', import.meta.url), MANIFEST_FILE);
