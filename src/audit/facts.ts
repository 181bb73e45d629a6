import { formatCount, formatNumberOf } from '../base/amounts.ts';
import type { FindingCode } from '../base/findings.ts';
import { groupBy } from '../base/group-by.ts';
import { quote } from '../base/text.ts';
import {
  type Audit,
  type FactPart,
  type FactText,
  factFile,
  factItems,
  type RunFact,
  type RunFacts,
  type RunWeight,
} from '../model/run-facts.ts';
import { joinedSummary, unpickleFact, unpickleRuns } from '../pickle/facts.ts';
import { hasPickleName } from '../pickle/signs.ts';
import { type Auditor, type AuditPlace, type LeftOut, nameOf, type Unjudged } from './auditor.ts';
import type { UnjudgedKind } from './kind.ts';

const WORDS: Readonly<Record<UnjudgedKind, readonly [one: string, many: string]>> = {
  program: ['native program or library', 'native programs or libraries'],
  python: ['Python file', 'Python files'],
  torchscript: ['file of TorchScript code', 'files of TorchScript code'],
  wasm: ['WebAssembly file', 'WebAssembly files'],
  hdf5: ['HDF5 file', 'HDF5 files'],
  onnx: ['ONNX model, which can use custom operators', 'ONNX models, which can use custom operators'],
  tensorflow: ['TensorFlow graph', 'TensorFlow graphs'],
  compressed: [
    'file in a compression that Boxcutter does not read',
    'files in compressions that Boxcutter does not read',
  ],
  archive: ['archive that Boxcutter does not read', 'archives that Boxcutter does not read'],
};

/** Kinds of data that may have code in them. The others are code. */
const DATA: ReadonlySet<UnjudgedKind> = new Set(['hdf5', 'onnx', 'compressed', 'archive']);

const WEIGHTS: readonly RunWeight[] = ['ok', 'info', 'warning', 'error'];

/** The facts of a format, and what looking through the package has found, together. */
export function auditOf(own: RunFacts | undefined, found: Auditor): Audit {
  const { leftOut, report } = found;
  // A format that runs Python says so itself.
  const isSaid = own?.facts.some(({ kind }) => kind === 'runs') ?? false;
  const unjudged = isSaid
    ? found.unjudged.filter(({ kind }) => kind === 'compressed' || kind === 'archive')
    : found.unjudged;
  const facts = [namedCodeFact(found), unpicklesFact(found), unjudgedFact(unjudged)].filter(
    (fact) => fact !== undefined,
  );
  if (leftOut.length > 0) report.add('load/unread', leftOutText(found), onlyPath(leftOut));
  const packed = unjudged.filter(isPackedPickle);
  if (packed.length > 0) report.add('load/compressed', `${names(packed)} cannot be looked into.`, onlyPath(packed));
  for (const [kind, files] of byKind(unjudged.filter((file) => !packed.includes(file))))
    report.add('load/unjudged', `${formatNumberOf(files.length, ...WORDS[kind])}: ${names(files)}.`, onlyPath(files));
  const verdict = verdictOf(found, unjudged);
  const { findings } = report;
  const isWorse = verdict && WEIGHTS.indexOf(verdict.weight) > WEIGHTS.indexOf(own?.weight ?? 'ok');
  const said = isWorse || !own ? verdict : own;
  if (!said) return { runs: undefined, findings };
  const { sentence, weight } = said;
  const ownFacts = own?.facts ?? [];
  return { runs: { sentence, weight, facts: isWorse ? [...facts, ...ownFacts] : [...ownFacts, ...facts] }, findings };
}

/** The verdict of what was found, without what the format itself runs. Undefined where nothing was. */
function verdictOf(
  { walks, leftOut, report }: Auditor,
  unjudged: readonly Unjudged[],
): Pick<RunFacts, 'sentence' | 'weight'> | undefined {
  const worst = walks.length > 0 ? unpickleRuns(joined(walks)) : undefined;
  const has = (wanted: FindingCode) => report.findings.some(({ code }) => code === wanted);
  const isWarned = report.findings.some(({ severity }) => severity === 'warning');
  // The worst first: the first that is so counts.
  const verdicts: readonly [isSo: boolean, sentence: string | undefined, weight: RunWeight][] = [
    [worst?.weight === 'error', 'A file in it calls dangerous code', 'error'],
    [worst?.weight === 'warning', worst?.sentence.replace('Loading it', 'A file in it'), 'warning'],
    [has('load/named-code'), 'It names code to run', 'warning'],
    [has('load/lambda'), 'It stores code that Keras runs', 'warning'],
    [has('load/compressed'), 'What loading it runs is unknown', 'warning'],
    [isWarned, 'What loading it runs is uncertain', 'warning'],
    [unjudged.some(({ kind }) => !DATA.has(kind)), 'It has files that can run code', 'info'],
    [unjudged.length > 0, 'Not all of it could be judged', 'info'],
    [leftOut.length > 0, 'Not all of it was looked at', 'info'],
    [worst !== undefined, 'A file in it is a pickle', 'info'],
  ];
  const [, sentence, weight] = verdicts.find(([isSo]) => isSo) ?? [];
  return sentence !== undefined && weight ? { sentence, weight } : undefined;
}

function joined(walks: Auditor['walks']) {
  return joinedSummary(walks.map(({ summary, ...place }) => ({ path: place.path, label: nameOf(place), summary })));
}

/** What configuration files name, and models store, that programs run. */
function namedCodeFact({ report }: Auditor): RunFact | undefined {
  const found = report.findings.filter(({ code }) => code === 'load/named-code' || code === 'load/lambda');
  if (found.length === 0) return undefined;
  const said = found
    .slice(0, MAX_NAMES)
    .map(
      ({ code, path = '' }): FactText => [
        factFile(path),
        code === 'load/lambda' ? ' has a Lambda layer' : ' names code',
      ],
    );
  return {
    kind: 'runs',
    text: ['Code that files in it name or store'],
    brief: said[0],
    warnings: said.map((text) => ({ text })),
  };
}

/** What the pickles import, and which files were not looked at. */
function unpicklesFact({ walks, leftOut }: Auditor): RunFact | undefined {
  const [first] = walks;
  if (!first && leftOut.length === 0) return undefined;
  const asked = leftOut.filter(({ canAsk }) => canAsk);
  const bytes = asked.reduce((sum, file) => sum + file.bytes, 0);
  const unreadFiles = asked.length > 0 ? { count: asked.length, bytes } : undefined;
  const leftItem = (file: LeftOut): FactText => [filePart(file), `, ${file.why}`];
  const left =
    leftOut.length > 0 ? [{ ...factItems(['Not looked at'], leftOut, leftItem), areUnread: true as const }] : [];
  if (!first) {
    const text: FactText = [`${formatNumberOf(leftOut.length, 'file was', 'files were')} not looked at`];
    return { kind: 'unpickles', text: ['Unknown: ', ...text], brief: text, lists: left, unreadFiles };
  }
  const isOne = walks.length === 1;
  const fact = unpickleFact(joined(walks), {
    text: isOne ? [filePart(first), ' '] : [`${formatCount(walks.length)} files: `],
    notes: [['A pickle can run any code when it is read. Whether loading the package reads it is unknown']],
    lists: [...(isOne ? [] : [factItems(['Pickles'], walks, (place) => [filePart(place)])]), ...left],
  });
  return { ...fact, unreadFiles };
}

function unjudgedFact(unjudged: readonly Unjudged[]): RunFact | undefined {
  if (unjudged.length === 0) return undefined;
  const groups = [...byKind(unjudged)].map(([kind, files]) => ({
    files,
    count: formatNumberOf(files.length, ...WORDS[kind]),
  }));
  const counts = groups.map(({ count }) => count).join(', ');
  return {
    kind: 'runs',
    text: [`Not judged: ${counts}`],
    brief: [`not judged: ${counts}`],
    notes: [['Boxcutter cannot tell what these run, nor whether a program runs them']],
    lists: groups.map(({ count, files }) => factItems([count], files, (one) => [filePart(one)])),
  };
}

const byKind = (unjudged: readonly Unjudged[]) => groupBy(unjudged, ({ kind }) => kind);

/** Whether a file is one that Python programs decompress and unpickle, by its name. */
function isPackedPickle({ kind, path, inner }: Unjudged): boolean {
  return kind === 'compressed' && hasPickleName(inner.at(-1) ?? path);
}

/** Names in a finding. The Overview lists the others. */
const MAX_NAMES = 3;

function leftOutText({ leftOut }: Auditor): string {
  const [first] = leftOut;
  const why = leftOut.length === 1 ? `, ${first?.why}` : '';
  return `${formatNumberOf(leftOut.length, 'file was', 'files were')} not looked at: ${names(leftOut)}${why}.`;
}

function names(files: readonly AuditPlace[]): string {
  const more = files.length > MAX_NAMES ? ` and ${formatCount(files.length - MAX_NAMES)} more` : '';
  return (
    files
      .slice(0, MAX_NAMES)
      .map((place) => quote(nameOf(place)))
      .join(', ') + more
  );
}

function onlyPath(files: readonly AuditPlace[]): { path?: string } {
  const [first] = files;
  return first && files.every(({ path }) => path === first.path) ? { path: first.path } : {};
}

function filePart(place: AuditPlace): FactPart {
  return factFile(place.path, undefined, nameOf(place));
}
