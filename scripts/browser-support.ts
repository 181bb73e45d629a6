/**
 * Holds the built code against what MDN publishes of browsers: Chrome, Edge, Firefox and Safari as they were two years
 * before the installed data was made. Fails for what one of them lacks, unless scripts/browser-support/exceptions.ts has
 * a reason for it, and for an exception that nothing needs any more. Builds first where the build is older than the
 * sources.
 *
 * It sees what scripts and style sheets name: globals, members of globals, methods by their names, properties, at-rules
 * and selectors. A method counts as there if any object of that name's method has it in every browser. It does not see
 * syntax (the build's `target` holds that), kinds and options (`new DecompressionStream('brotli')`, values in CSS),
 * members that are read or written on other objects, what is named in strings, and whether something works in a worker
 * or works right.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { EXCEPTIONS } from './browser-support/exceptions.ts';
import { Judge } from './browser-support/judge.ts';
import { COMPAT_DATA } from './browser-support/support.ts';
import { scriptUses, styleUses } from './browser-support/uses.ts';
import { isBuilt } from './built.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');

if (!isBuilt()) await build({ root, logLevel: 'error' });

const judge = new Judge(COMPAT_DATA);
/** The files of the build by what they use and a browser lacks. */
const lacks = new Map<string, { missing: string; files: string[] }>();
for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  const isScript = file.endsWith('.js');
  if (!isScript && !file.endsWith('.css')) continue;
  const text = readFileSync(join(dist, file), 'utf8');
  for (const { feature, missing } of isScript ? judge.script(scriptUses(text, file)) : judge.style(styleUses(text))) {
    const lack = lacks.get(feature) ?? {
      missing: missing.map((each) => `${each.browser} ${each.version}`).join(', '),
      files: [],
    };
    lack.files.push(file);
    lacks.set(feature, lack);
  }
}

const excepted = new Set(EXCEPTIONS.flatMap(({ features }) => features));
const problems = [
  ...[...lacks]
    .filter(([feature]) => !excepted.has(feature))
    .map(([feature, { missing, files }]) => `${feature} is missing in ${missing}. It is in ${files.join(', ')}.`),
  ...[...excepted]
    .filter((feature) => !lacks.has(feature))
    .map((feature) => `${feature} is an exception that nothing needs: take it out of exceptions.ts.`),
];
for (const problem of problems) console.error(problem);
const targets = judge.targets.map(({ browser, version }) => `${browser} ${version}`).join(', ');
console.log(`${problems.length === 0 ? 'Fits' : 'Does not fit'} ${targets}: ${excepted.size} exceptions.`);
process.exitCode = problems.length === 0 ? 0 : 1;
