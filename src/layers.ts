/**
 * Who may import whom, as data. `layers.test.ts` parses every import in `src` and holds it against this table. A row
 * covers a folder, or a single module of one; `X` in a path stands for one format and is the same in a row and in what
 * it imports.
 *
 * `tensor` in `may` allows any import of that layer; `types:tensor` only `import type` and `export type`;
 * `lazy:formats/X/core` only `import()`, of any format. A layer may always import itself. Tests may import anything.
 */
export interface Layer {
  path: string;
  may: readonly string[] | 'anything';
}

export const LAYERS: readonly Layer[] = [
  { path: 'base', may: [] },
  { path: 'source', may: ['base'] },
  { path: 'codec', may: ['base'] },
  { path: 'tensor', may: ['source', 'codec', 'base'] },
  // Tensors as files of other programs.
  { path: 'tensor/export', may: ['tensor', 'codec', 'source', 'base'] },
  // Files of other programs, and texts, as the elements of a tensor.
  { path: 'tensor/import', may: ['tensor', 'json', 'codec', 'source', 'base'] },
  { path: 'model', may: ['tensor', 'base'] },
  { path: 'picture', may: ['codec', 'types:model', 'base'] },
  // Values of a format's files and edits of them: the state, the worker and the app hand them on unseen.
  { path: 'model/edit', may: ['types:model', 'base'] },
  { path: 'toml', may: ['model/edit', 'base'] },
  { path: 'json', may: ['base'] },
  // What opcodes of a pickle say, which formats ask of their own files and of others.
  { path: 'pickle/signs', may: ['model', 'base'] },
  { path: 'pickle', may: ['archive', 'source', 'model', 'base'] },
  // The look through all files of a package for what loading them would run.
  { path: 'audit', may: ['pickle', 'pickle/signs', 'archive', 'model', 'source', 'base'] },
  { path: 'archive', may: ['source', 'codec', 'base'] },
  {
    path: 'formats/X/core',
    may: [
      'formats/format',
      'formats/checklist',
      'formats/archive-files',
      'formats/files-package',
      'formats/file-plan',
      'formats/files-after',
      'formats/header-draft',
      'formats/weight-file',
      'formats/shards',
      'toml',
      'json',
      'pickle',
      'pickle/signs',
      'archive',
      'source',
      'codec',
      'tensor',
      'model',
      'model/edit',
      'base',
    ],
  },
  {
    path: 'formats/X/view',
    may: [
      'formats/X/core',
      'types:formats/view',
      'formats/draft-values',
      'formats/form',
      'formats/entry-table',
      'toml',
      'json',
      'pickle',
      'model',
      'model/edit',
      'tensor',
      'state',
      'widgets',
      'base',
    ],
  },
  // What publishers want of packages, and the search of their files for what they do not want in them.
  { path: 'formats/checklist', may: ['picture', 'codec', 'source', 'model', 'model/edit', 'base'] },
  // What formats share: the list of an archive's files, and the check of their sizes and hashes.
  { path: 'formats/archive-files', may: ['types:formats/format', 'archive', 'model', 'base'] },
  // An archive whose files are all that is known.
  {
    path: 'formats/files-package',
    may: ['types:formats/format', 'formats/archive-files', 'archive', 'model', 'base'],
  },
  // The files of an archive as a draft leaves them, and the plan of an archive that has only files.
  { path: 'formats/files-after', may: ['archive', 'model', 'base'] },
  { path: 'formats/file-plan', may: ['types:formats/format', 'formats/files-after', 'archive', 'model', 'base'] },
  // How the header of a file is edited and saved.
  {
    path: 'formats/header-draft',
    may: ['types:formats/format', 'archive', 'types:source', 'model', 'model/edit', 'base'],
  },
  // Files of a header and then tensors, and models in several files.
  {
    path: 'formats/weight-file',
    may: [
      'types:formats/format',
      'formats/files-package',
      'formats/header-draft',
      'types:archive',
      'source',
      'tensor',
      'types:model',
      'base',
    ],
  },
  {
    path: 'formats/shards',
    may: [
      'types:formats/format',
      'types:formats/weight-file',
      'formats/files-package',
      'formats/archive-files',
      'types:archive',
      'types:source',
      'types:tensor',
      'types:model',
      'base',
    ],
  },
  // Hooks for forms whose values are `FieldValues`, and the entries of a table.
  { path: 'formats/draft-values', may: ['state', 'model/edit'] },
  // The parts of a form: its sections, its lists of items, what fields say, and the text beside it.
  {
    path: 'formats/form',
    may: ['formats/draft-values', 'toml', 'state', 'widgets', 'model', 'model/edit', 'base'],
  },
  { path: 'formats/entry-table', may: ['formats/draft-values', 'types:model/edit', 'widgets'] },
  {
    path: 'formats/format',
    may: [
      'types:formats/checklist',
      'types:source',
      'types:archive',
      'types:tensor',
      'types:model',
      'types:model/edit',
      'types:base',
    ],
  },
  // The vocabulary in a file that tokenizers write, beside the weights of any format.
  { path: 'formats/tokenizer-json', may: ['types:formats/format', 'tensor', 'model', 'base'] },
  // A new package of any format that can be made, as a zip.
  { path: 'formats/new-package', may: ['archive', 'types:model', 'source', 'base'] },
  // Keys of metadata files that a format knows, and those that it does not.
  { path: 'formats/known-keys', may: ['types:formats/format', 'model/edit'] },
  // What each format is, in few words: the page and the worker load it before anything is opened.
  { path: 'formats/descriptor', may: ['types:model'] },
  { path: 'formats/X/descriptor', may: ['types:formats/descriptor', 'pickle/signs', 'model'] },
  // How two packages of any formats differ.
  { path: 'formats/package-pair', may: ['formats/registry', 'model', 'source', 'base'] },
  // The values that a model is given, and how what it gives compares with what is expected.
  { path: 'formats/run-values', may: ['types:formats/format', 'source', 'tensor', 'model', 'base'] },
  // What files that come together are: one package, a pair or a shelf.
  { path: 'formats/arrangement', may: ['types:formats/descriptor', 'formats/list', 'types:model'] },
  { path: 'formats/list', may: ['formats/X/descriptor', 'types:formats/descriptor'] },
  {
    path: 'formats/registry',
    may: [
      'types:formats/descriptor',
      'formats/list',
      'formats/format',
      'formats/checklist',
      'formats/tokenizer-json',
      'audit',
      'archive',
      'types:source',
      'types:tensor',
      'model',
      'lazy:formats/X/core',
      'base',
    ],
  },
  {
    path: 'formats/findings',
    may: ['formats/X/core', 'audit', 'pickle', 'archive', 'codec', 'model', 'tensor', 'base'],
  },
  // What a format may add to the page.
  { path: 'formats/view', may: ['types:formats/format', 'types:model', 'types:base'] },
  {
    path: 'formats/views',
    may: [
      'types:formats/descriptor',
      'formats/X/descriptor',
      'formats/list',
      'types:formats/view',
      'types:model',
      'lazy:formats/X/view',
    ],
  },
  {
    path: 'worker/protocol',
    may: [
      'types:model',
      'types:picture',
      'types:tensor',
      'types:tensor/export',
      'types:tensor/import',
      'types:source',
      'types:base',
    ],
  },
  { path: 'worker/thread', may: [] },
  // What other programs import. Its types are its own: they name nothing of the layers below.
  {
    path: 'library',
    may: [
      'formats/registry',
      'formats/known-keys',
      'types:formats/format',
      'archive',
      'source',
      'model',
      'model/edit',
      'base',
    ],
  },
  { path: 'worker/client', may: ['worker/protocol', 'worker/thread', 'model', 'base'] },
  {
    // The worker's own side: package-thread.ts wires calls/, saving/, links/, hashing/ and gathering/; entry.ts starts all
    // threads.
    path: 'worker',
    may: [
      'worker/protocol',
      'worker/thread',
      'formats/registry',
      'formats/package-pair',
      'formats/run-values',
      'formats/format',
      'formats/new-package',
      'archive',
      'source',
      'codec',
      'tensor',
      'tensor/export',
      'tensor/import',
      'picture',
      'model',
      'base',
    ],
  },
  // What the browser keeps, for a start that fails: it uses nothing that can fail with the rest.
  { path: 'recovery', may: ['offline/message'] },
  // The service worker. Older and newer pages talk to it, and it must work where the page does not: it uses nothing of it.
  { path: 'offline/message', may: [] },
  { path: 'offline', may: ['offline/message'] },
  {
    path: 'state',
    may: [
      'types:offline/message',
      'types:worker/protocol',
      'types:picture',
      'model',
      'tensor',
      'types:tensor/export',
      'recovery',
      'base',
    ],
  },
  {
    path: 'widgets',
    may: [
      'formats/list',
      'picture',
      'toml',
      'json',
      'tensor',
      'tensor/export',
      'types:tensor/import',
      'model',
      'model/edit',
      'base',
    ],
  },
  {
    path: 'app',
    may: [
      'formats/views',
      'formats/list',
      'formats/arrangement',
      'types:formats/descriptor',
      'types:formats/view',
      'state',
      'widgets',
      'types:picture',
      'model',
      'tensor',
      'tensor/export',
      'base',
    ],
  },
  // The frame in which a model runs: the page's side, and the one script of the frame and of its worker, which the build
  // makes of all that it needs (scripts/sandbox.ts).
  { path: 'sandbox', may: ['model', 'tensor', 'base'] },
  { path: 'sandbox/host', may: ['sandbox', 'formats/X/core', 'types:model', 'base'] },
  // The only place that wires.
  { path: 'main', may: 'anything' },
  { path: 'testing', may: 'anything' },
  { path: 'layers', may: [] },
  { path: 'neutral', may: [] },
];

/** Layers that nobody but tests may import. */
export const FOR_TESTS_ONLY: readonly string[] = ['testing', 'layers', 'neutral'];

/** Layers that nobody may import. */
export const ROOTS: readonly string[] = ['main'];

/**
 * Packages that the builds have in them, and that `src` may import: all others of package.json are for development. What
 * is installed depends on none.
 */
export const BUNDLED: readonly string[] = [
  '@codemirror/commands',
  '@codemirror/language',
  '@codemirror/legacy-modes',
  '@codemirror/lint',
  '@codemirror/search',
  '@codemirror/state',
  '@codemirror/view',
  '@dnd-kit/core',
  '@dnd-kit/sortable',
  '@fontsource-variable/geist',
  '@fontsource-variable/geist-mono',
  '@hpcc-js/wasm-zstd',
  '@lezer/highlight',
  '@mantine/core',
  '@mantine/hooks',
  '@tabler/icons-react',
  '@tanstack/react-table',
  '@tanstack/react-virtual',
  'diff',
  'fflate',
  'idb-keyval',
  'react',
  'react-dom',
  'react-markdown',
  'remark-gfm',
  'remark-parse',
  'remark-rehype',
  'saxes',
  'shiki',
  'smol-toml',
  'spdx-expression-parse',
  'spdx-license-list',
  'toml-eslint-parser',
  'unified',
  'uplot',
  'valibot',
  'zustand',
];

/**
 * Packages that only some layers may import. Names are whole package names, or scopes (`@mantine`). `lazy`: only by
 * `import()`, so that they are in no first chunk, neither of the page nor of the worker.
 */
export const PACKAGES: readonly { names: readonly string[]; only: readonly string[]; lazy?: true }[] = [
  { names: ['zustand', 'idb-keyval'], only: ['state'] },
  // The text editor and Markdown: each loaded by one widget, when it is first shown.
  { names: ['@codemirror', '@lezer', 'react-markdown'], only: ['widgets'] },
  // Draws lines over axes. Loaded when a tensor is first shown as lines.
  { names: ['uplot'], only: ['widgets'] },
  // Differences of a text's lines for the reader, and of a list's items for the editor of TOML.
  { names: ['diff'], only: ['widgets', 'model/edit'] },
  // XML of a drawing: strict, with namespaces, and it declares no entities.
  { names: ['saxes'], only: ['picture'] },
  // Dragging in the lists of a form, which is loaded when something is edited.
  { names: ['@dnd-kit'], only: ['formats/form'] },
  // One place that knows what TOML is.
  { names: ['smol-toml', 'toml-eslint-parser'], only: ['toml'] },
  // Compresses new packages: 240 KB that nobody needs to read one.
  { names: ['@hpcc-js/wasm-zstd'], only: ['codec'], lazy: true },
  // SPDX's lists of licenses. Most packages need none of them to open.
  { names: ['spdx-expression-parse', 'spdx-license-list'], only: ['model', 'formats/X/core'], lazy: true },
  // What the worker and Node run has no React.
  {
    names: ['react', 'react-dom', '@mantine', '@tabler', '@tanstack'],
    only: [
      'state',
      'widgets',
      'app',
      'formats/view',
      'formats/views',
      'formats/draft-values',
      'formats/form',
      'formats/entry-table',
      'formats/X/view',
      'main',
    ],
  },
];

/** An import against the table that is known and not yet mended. Paths are relative to `src`. */
export interface Debt {
  from: string;
  to: string;
  why: string;
}

/** One that is gone must be taken out. */
export const DEBTS: readonly Debt[] = [];
