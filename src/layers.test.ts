import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { BUNDLED, type Debt } from './layers.ts';
import { checkImports, importsOf } from './testing/imports.ts';

const SRC = import.meta.dirname;

const DEVELOPMENT = Object.keys(packageJson.devDependencies);
const PACKAGES = { runtime: BUNDLED, development: DEVELOPMENT.filter((name) => !BUNDLED.includes(name)) };

/** Every file below src, by its path with `/`. */
function readSources(): Map<string, string> {
  const files = new Map<string, string>();
  for (const entry of readdirSync(SRC, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(relative(SRC, path).split(sep).join('/'), /\.tsx?$/.test(path) ? readFileSync(path, 'utf8') : '');
  }
  return files;
}

const sources = readSources();

/** Files that the lines below name and that need not be there. */
const IMAGINED = [
  'main.tsx',
  'formats/registry.ts',
  'formats/two/core/format.ts',
  'formats/one/view/view.tsx',
  'worker/new.ts',
  'state/new.ts',
  'models/x.ts',
];

/**
 * What the check says of one file of the real sources with a line added to it (or of a new file with that line alone).
 */
function withLine(path: string, line: string, debts?: Debt[]): string[] {
  const files = new Map([...IMAGINED, ...sources.keys()].map((name) => [name, '']));
  files.set(path, `${sources.get(path) ?? ''}\n${line}\n`);
  return checkImports(files, PACKAGES, debts).filter(
    (violation) => violation !== 'models/x.ts is in no layer of the table',
  );
}

// Every file of src is parsed, which takes half a minute on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

describe('the layers of src', () => {
  it('hold against the table', () => {
    expect(sources.size).toBeGreaterThan(10);
    expect(checkImports(sources, PACKAGES)).toEqual([]);
  });
});

describe('the packages that are bundled', () => {
  it('are those that src imports, and what is installed depends on none', () => {
    expect(BUNDLED.filter((name) => !DEVELOPMENT.includes(name))).toEqual([]);
    expect(Object.keys(packageJson).filter((key) => /dependencies$/i.test(key))).toEqual(['devDependencies']);
    const product = [...sources].filter(([path]) => !/\.test\.tsx?$|^testing\//.test(path));
    const imported = product.flatMap(([path, code]) => (code === '' ? [] : importsOf(path, code)));
    // Style sheets import the fonts.
    const fonts = BUNDLED.filter((name) => name.startsWith('@fontsource'));
    const isUsed = (name: string) =>
      imported.some(({ specifier }) => specifier === name || specifier.startsWith(`${name}/`));
    expect(BUNDLED.filter((name) => !fonts.includes(name) && !isUsed(name))).toEqual([]);
  });
});

describe('the check of the layers', () => {
  const against: [path: string, line: string][] = [
    ['base/errors.ts', "import { elementCount } from '../tensor/shape.ts';"],
    ['base/errors.ts', "import type { Shape } from '../tensor/shape.ts';"],
    ['base/errors.ts', "export * from '../tensor/shape.ts';"],
    ['base/errors.ts', "export { elementCount } from '../tensor/shape.ts';"],
    ['base/errors.ts', "export type { Shape } from '../tensor/shape.ts';"],
    ['base/errors.ts', "import '../tensor/shape.ts';"],
    ['base/errors.ts', "export const later = () => import('../tensor/shape.ts');"],
    ['base/errors.ts', 'export const later = () => import(`../tensor/shape.ts`);'],
    ['base/errors.ts', "export type Later = import('../tensor/shape.ts').Shape;"],
    ['base/errors.ts', "import url from '../tensor/shape.ts?worker&url';"],
    ['base/errors.ts', "export const url = new URL('../tensor/shape.ts', import.meta.url);"],
    ['base/errors.ts', "export const url = new URL('../tensor/shape.ts', import.meta['url']);"],
    ['base/errors.ts', '/// <reference path="../tensor/shape.ts" />'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code
    ['base/errors.ts', 'export const later = (name: string) => import(`../tensor/${name}.ts`);'],
    ['base/errors.ts', "export const all = import.meta.glob('../tensor/*.ts');"],
    ['base/errors.ts', "export const tensor = require('../tensor/shape.ts');"],
    ['base/errors.ts', "import { readFileSync } from 'node:fs';"],
    ['base/errors.ts', "import { readFileSync } from 'fs';"],
    ['base/errors.ts', "import { readFile } from 'fs/promises';"],
    ['base/errors.ts', "import { describe } from 'vitest';"],
    ['base/errors.ts', "import _ from 'lodash';"],
    ['base/errors.ts', "import { Root } from 'hast';"],
    ['base/errors.ts', "import type { Finding } from './findings';"],
    ['base/errors.ts', "import { LAYERS } from '../layers.ts';"],
    ['base/errors.ts', "import { importsOf } from '../testing/imports.ts';"],
    ['base/errors.ts', "import '../layers.test.ts';"],
    ['tensor/shape.ts', "import { create } from 'zustand';"],
    ['tensor/shape.ts', "import { create } from 'zustand/vanilla';"],
    ['codec/new.ts', "import { Button } from '@mantine/core';"],
    ['formats/one/core/new.ts', "import ids from 'spdx-license-list/simple.js';"],
    ['widgets/new.ts', "export const later = () => import('spdx-license-list');"],
    ['archive/new.ts', "import { x } from '../model/package.ts';"],
    ['formats/format.ts', "import { elementCount } from '../tensor/shape.ts';"],
    ['formats/one/core/new.ts', "import { format } from '../../two/core/format.ts';"],
    ['formats/one/view/new.tsx', "import { format } from '../../two/core/format.ts';"],
    ['formats/one/core/new.ts', "import { view } from '../view/view.tsx';"],
    ['formats/registry.ts', "import { format } from './two/core/format.ts';"],
    ['formats/views.ts', "import { view } from './one/view/view.tsx';"],
    ['formats/views.ts', "export const core = () => import('./two/core/format.ts');"],
    ['worker/client.ts', "import { entry } from './new.ts';"],
    ['worker/protocol.ts', "import { elementCount } from '../tensor/shape.ts';"],
    ['state/new.ts', "import type { FieldValues } from '../model/edit/field.ts';"],
    ['worker/new.ts', "import { applyEdits } from '../model/edit/edit.ts';"],
    ['state/new.ts', "import { readZip } from '../archive/archive.ts';"],
    ['widgets/new.tsx', "import { useStore } from '../state/new.ts';"],
    ['app/new.tsx', "import '../main.tsx';"],
    ['app/new.tsx', "import type { FromWorker } from '../worker/protocol.ts';"],
    // Names that only begin with a layer's name are not that layer.
    ['state/new.ts', "import { x } from '../models/x.ts';"],
    ['basement/new.ts', 'export const nothing = 0;'],
  ];
  it.each(against)('sees that %s has: %s', (path, line) => {
    const said = withLine(path, line);
    expect(said).toHaveLength(1);
    expect(said[0]).toContain(path);
    // It must be the rule that speaks, not a target that is missing.
    if (!line.includes("'./findings'")) expect(said[0]).not.toContain('no such file');
  });

  it('lets a debt stand, until it is paid', () => {
    const debt = { from: 'base/errors.ts', to: 'tensor/shape.ts', why: 'for the test' };
    expect(withLine(debt.from, "import '../tensor/shape.ts';", [debt])).toEqual([]);
    expect(withLine(debt.from, '', [debt])).toEqual(['the debt base/errors.ts → tensor/shape.ts is paid: take it out']);
  });

  const allowed: [path: string, line: string][] = [
    ['formats/one/core/new.ts', "export const later = () => import('spdx-license-list/simple.js');"],
    ['model/new.ts', "import type { SpdxExpression } from 'spdx-expression-parse';"],
    ['formats/registry.ts', "export const lazy = () => import('./two/core/format.ts');"],
    ['formats/one/view/new.tsx', "import { Button } from '@mantine/core';"],
    ['formats/format.ts', "import { type Shape } from '../tensor/shape.ts';"],
    ['widgets/new.tsx', "import type { Root } from 'hast';"],
    ['formats/two/core/new.ts', "import { nothing } from './format.ts';"],
    ['state/new.ts', "import { create } from 'zustand';"],
    ['base/errors.ts', "export const url = new URL('https://example.com/', location.href);"],
    ['base/new.test.ts', "import { readFileSync } from 'node:fs'; import '../testing/imports.ts'; import 'vitest';"],
  ];

  it.each(allowed)('lets %s have: %s', (path, line) => {
    expect(withLine(path, line)).toEqual([]);
  });

  it('takes imports from the syntax tree, not from text', () => {
    const code = "// import '../a.ts'\nconst text = \"import '../b.ts'\";\nexport default <a>import '../c.ts'</a>;";
    expect(importsOf('x.tsx', code)).toEqual([]);
    expect(() => importsOf('x.ts', 'import {')).toThrow();
  });
});
