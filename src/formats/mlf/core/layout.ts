import type { Archive } from '../../../archive/archive.ts';
import type { FindingPlace } from '../../../base/findings.ts';
import { memo } from '../../../base/memo.ts';
import type { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import { METADATA } from './fields.ts';
import type { Metadata, Module } from './metadata.ts';

/** A graph of the graph executor: `graph.json`, and from version 7 on `<module>.graph`. */
export const GRAPH = /^executor-config\/graph\/[^/]+\.(?:json|graph)$/;

/** A .params file of the package. */
export const PARAMS = /^parameters\/[^/]+\.params$/;

/** What belongs to no format but this one. */
export const CODEGEN = /^codegen\/[^/]+\/(?:src|lib)\//;

/** Folders above the files of a library that somebody packed with them, without its metadata.json at the top. */
const MOVED = String.raw`^((?:[^/]+\/){0,3})`;
const ANY_CODEGEN = new RegExp(String.raw`${MOVED}codegen\/[^/]+\/(?:src|lib)\/`);
const ANY_PART = new RegExp(
  String.raw`${MOVED}(?:metadata\.json|parameters\/[^/]+\.params|executor-config\/.+|src\/(?:relay\.txt|[^/]+\.relay))$`,
);

/** What TVM calls the files that it compiles a model to. No other program does. */
const COMPILED = /^codegen\/host\/lib\/(?:\w+_)?lib\d+\.o$/;

/** Where the document, and TVM itself, have generated code, with the endings of its kinds. */
const CODE_PLACE = /^codegen\/host\/(?:src\/.+\.(?:c|cc)|lib\/.+\.o|include\/.+\.(?:h|hpp))$/;

/** Whether files without metadata.json at their top are those of a library, perhaps some folders down. */
export function looksMoved({ entries }: Archive): boolean {
  const tops = new Set(entries.flatMap(({ path }) => ANY_CODEGEN.exec(path)?.[1] ?? []));
  return entries.some(({ path }) => tops.has(ANY_PART.exec(path)?.[1] ?? '//') || COMPILED.test(path));
}

/** Says which files are missing that the metadata or the document names, and which code is elsewhere. */
export function reportLayout({ modules }: Metadata, archive: Archive, report: Report): void {
  for (const { path, unsafe } of archive.entries) {
    if (unsafe || !path.startsWith('codegen/') || CODE_PLACE.test(path)) continue;
    const isElsewhere = !/^codegen\/host\/(?:src|lib|include)\//.test(path);
    const what = isElsewhere ? 'is not in codegen/host' : 'is not of a kind that belongs into its folder';
    report.add('mlf/unexpected-code', `${quote(path)} ${what}.`, { path });
  }
  // They may be among the files that are not listed yet.
  if (archive.unlisted) return;
  // Once for all modules: both they and the files may be many.
  const otherOf = memo(
    ({ like }: DueFile) => archive.entries.find(({ path, unsafe }) => !unsafe && like.test(path))?.path,
  );
  for (const module of modules) reportModule(module, { archive, otherOf, report });
  if (modules.length > 0 && !archive.isFolder('codegen')) {
    report.add('mlf/missing-file', 'There is no generated code: the folder “codegen” is empty.', { path: METADATA });
  }
}

interface Looking {
  archive: Archive;
  /** A file that may be the due one under another name. */
  otherOf(due: DueFile): string | undefined;
  report: Report;
}

function reportModule(module: Module, looking: Looking): void {
  const { archive, report } = looking;
  const { key, modelName, executors, style, dependencies } = module;
  // Operators are compiled without a graph, parameters and Relay.
  if (style !== 'operator') {
    const name = key ?? modelName;
    // From version 7 on they have the name of their module. The names of the document are right as well.
    const ownOr = (ending: string, documented: string) =>
      key === undefined ? [documented] : [key + ending, documented];
    if (executors.includes('graph')) {
      reportFile(GRAPH_FILE, ownOr('.graph', 'graph.json'), looking);
    }
    if (name !== undefined) reportFile(PARAMS_FILE, [`${name}.params`], looking);
    reportFile(RELAY_FILE, ownOr('.relay', 'relay.txt'), looking);
  }
  for (const { name, url = '', urlType } of dependencies) {
    const path = url.replace(/^\.\//, '').replace(/\/$/, '');
    if (urlType !== 'mlf_path' || archive.isFolder(path) || archive.resolve(path)) continue;
    const message = `The model needs ${quote(name)} at ${quote(url)}, which is not in the package.`;
    report.add('mlf/no-runtime', message, { path: METADATA });
  }
}

/** A file that the document has: where, what else may be it, and who needs it. */
interface DueFile {
  folder: string;
  like: RegExp;
  code: 'mlf/missing-file' | 'mlf/missing-source';
  needs: string;
}

const GRAPH_FILE: DueFile = {
  folder: 'executor-config/graph/',
  like: /^executor-config\/.+\.(?:json|graph)$/,
  code: 'mlf/missing-file',
  needs: 'The graph executor needs',
};
const PARAMS_FILE: DueFile = {
  folder: 'parameters/',
  like: /\.params$/,
  code: 'mlf/missing-file',
  needs: 'TVM’s tools read',
};
const RELAY_FILE: DueFile = {
  folder: 'src/',
  like: /^src\/[^/]+$|(?:^|\/)relay\.txt$|\.relay$/,
  code: 'mlf/missing-source',
  needs: 'The format’s document has',
};

/** Reports a file that is missing, or the one that is there under another name. */
function reportFile(due: DueFile, names: string[], { archive, otherOf, report }: Looking): void {
  const { folder, code, needs } = due;
  if (names.some((name) => archive.resolve(folder + name))) return;
  const what = `${needs} ${quote(`${folder}${names[0]}`)}`;
  const other = otherOf(due);
  if (other === undefined) report.add(code, `${what}, which is not in the package.`, { path: METADATA });
  else report.add('mlf/other-name', `${what}. The package has ${quote(other)}.`, { path: other, also: METADATA });
}

/** Where metadata.json is instead of at the top, if it is anywhere. */
export function missingMetadata({ entries, unlisted }: Archive): [message: string, place: FindingPlace] {
  const other = entries.find(({ path, unsafe }) => !unsafe && path.endsWith(`/${METADATA}`))?.path;
  if (other !== undefined) return [`${METADATA} is at ${quote(other)}, not at the top.`, { path: other }];
  return [`${METADATA} is not among the ${unlisted ? 'files that are listed' : 'files'}.`, {}];
}
