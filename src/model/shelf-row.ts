import type { Severity } from '../base/finding-entry.ts';
import { type Finding, mergeFindings } from '../base/findings.ts';
import { shortened } from '../base/text.ts';
import type { ModelFacts, Package } from './package.ts';
import { type Audit, runSummary } from './run-facts.ts';
import { countFindings, failureOf } from './verdict.ts';
import type { Verification } from './verification.ts';

/** One of the three things that people ask of a stranger's package, in few words. */
export interface Mark {
  tone: Severity | 'ok' | 'quiet';
  /** A clause without a full stop. It may have a stranger's names in it. */
  says: string;
}

/** The worst that was found in a package. `none`: it was looked at, and nothing was found. `unread`: it was not. */
export type Worst = Severity | 'none' | 'unread';

/** What a list of packages shows of one. Texts of the package are cut to `MAX_TEXT` characters. */
export interface ShelfRow extends ModelFacts {
  format: string;
  formatName: string;
  title?: string | undefined;
  license?: string | undefined;
  /** Bytes. */
  size: number;
  /** When it was changed, in milliseconds since 1970. */
  date?: number | undefined;
  intact: Mark;
  runs: Mark;
  problems: Mark;
  worst: Worst;
  /** The mark that matters most. */
  most: Mark;
  /** The path of a picture in it: the first that an example has. */
  picture?: string | undefined;
}

/** What was looked at of a package. */
export interface Looked {
  /** Undefined where its files were not looked through for what loading them would run. */
  audit?: Audit | undefined;
  /** Undefined where its bytes were not compared. */
  verification?: Verification | undefined;
  /** What the files beside the weights say of the model, where the package itself does not. */
  beside?: (ModelFacts & Pick<ShelfRow, 'title' | 'license'>) | undefined;
}

/** Characters of a text in a row. The table shows some forty, and its tooltip all. */
const MAX_TEXT = 200;

const RANK: readonly Severity[] = ['error', 'warning', 'info'];

/** The row of an open package. */
export function rowOf(pkg: Package, { audit, verification, beside }: Looked): ShelfRow {
  const findings = mergeFindings(mergeFindings(pkg.findings, audit?.findings ?? []), verification?.findings ?? []);
  const runs = runsMark(pkg, audit, findings);
  const isLooked = audit !== undefined;
  const worst = worstOf(findings, runs, isLooked);
  const marks = { intact: intactMark(pkg, verification), runs, problems: problemsMark(pkg, findings, verification) };
  const cut = (text: string | undefined) => (text ? shortened(text, MAX_TEXT) : undefined);
  const { model = {} } = pkg;
  return {
    format: pkg.format,
    formatName: pkg.formatName,
    title: cut(pkg.title ?? beside?.title),
    license: cut(pkg.license ?? beside?.license),
    task: cut(model.task ?? beside?.task),
    architecture: cut(model.architecture ?? beside?.architecture),
    parameters: model.parameters,
    type: cut(model.type),
    size: Number(pkg.size),
    ...marks,
    worst,
    most: mostOf(marks, worst, isLooked),
    picture: pictureOf(pkg),
  };
}

function worstOf(findings: readonly Finding[], runs: Mark, isLooked: boolean): Worst {
  const found = RANK.find((severity) => findings.some((finding) => finding.severity === severity));
  if (found === 'error' || runs.tone === 'error') return 'error';
  // Of what was looked at in part, a note says little, and nothing says nothing.
  if (!isLooked) return found === 'warning' ? found : 'unread';
  return found ?? 'none';
}

function intactMark({ can, words }: Package, verification: Verification | undefined): Mark {
  const list = words.hashList;
  if (!can.verify) return { tone: 'quiet', says: 'It has no hashes' };
  if (!verification) return { tone: 'quiet', says: list ? `Not checked against ${list}` : 'Not checked' };
  const damaged = verification.findings.filter(({ severity }) => severity === 'error').length;
  if (verification.mismatches.length > 0 || damaged > 0) return { tone: 'error', says: 'Some files do not match' };
  return list ? { tone: 'ok', says: `Matches its ${list}` } : { tone: 'quiet', says: 'Sizes and checksums agree' };
}

function runsMark(pkg: Package, audit: Audit | undefined, findings: readonly Finding[]): Mark {
  const runs = audit ? audit.runs : pkg.runs;
  const summary = runs && runSummary(runs);
  const failure = failureOf(findings, pkg.verdicts);
  if (summary?.weight === 'error') return { tone: 'error', says: summary.sentence };
  if (failure !== undefined) return { tone: 'warning', says: `Will not load: ${failure}` };
  if (!summary) return { tone: 'quiet', says: audit ? 'Nothing known that would run' : 'Not looked at' };
  // Nothing is green while files of it were not looked at.
  const tone = summary.weight === 'ok' && !audit ? 'quiet' : summary.weight;
  return { tone, says: summary.sentence };
}

function problemsMark(pkg: Package, findings: readonly Finding[], verification: Verification | undefined): Mark {
  const tone = RANK.find((severity) => findings.some((finding) => finding.severity === severity));
  const first = findings.find(({ severity, code }) => severity === tone && (tone !== 'error' || HARMFUL.test(code)));
  const found = first ?? findings.find(({ severity }) => severity === tone);
  if (tone && found) {
    const more = countFindings(findings.filter(({ severity }) => severity === tone)) - 1;
    const message = shortened(messageIn(found, pkg.name), MAX_TEXT);
    return { tone, says: more > 0 ? `${message} (and ${more} more)` : message };
  }
  if (verification && pkg.words.hashList) return { tone: 'ok', says: 'No problems' };
  const { checked } = pkg.words;
  return { tone: 'quiet', says: checked.length > 0 ? `No problems in ${checked[0]}` : 'No problems in what was read' };
}

/** What a finding says in a row that has the package's name already, without what each of them begins with. */
function messageIn({ message }: Finding, name: string): string {
  const own = message.startsWith(`${name} › `) ? message.slice(name.length + 3) : message;
  return own.replace(/\.$/, '').replace(/^Loading it imports/, 'Imports');
}

/** What does harm is said before what is broken. */
const HARMFUL = /^pickle\/dangerous/;

function mostOf(
  { intact, runs, problems }: Pick<ShelfRow, 'intact' | 'runs' | 'problems'>,
  worst: Worst,
  isLooked: boolean,
): Mark {
  if (runs.tone === 'error') return problems.tone === 'error' ? problems : runs;
  if (worst === 'unread') return { tone: 'quiet', says: 'Not looked at' };
  if (worst !== 'none') return problems;
  if (runs.tone === 'warning') return { tone: 'quiet', says: runs.says };
  const isWhole = isLooked && (runs.tone === 'ok' || runs.tone === 'info') && intact.tone === 'ok';
  return isWhole && problems.tone === 'ok' ? problems : { tone: 'quiet', says: problems.says };
}

const PICTURE = /\.(?:png|jpe?g|gif|webp)$/i;

function pictureOf({ examples, files, fileAddress }: Package): string | undefined {
  const held = new Set(files.flatMap(({ path, size }) => (size === undefined ? [] : [path])));
  const values = examples.flatMap(({ inputs, outputs }) => [...outputs, ...inputs]);
  const named = values.flatMap(({ value }) => (value.kind === 'file' && PICTURE.test(value.path) ? [value.path] : []));
  return named.find((path) => held.has(path)) ?? (fileAddress && files.find(({ path }) => PICTURE.test(path))?.path);
}
