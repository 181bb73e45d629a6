import type { Archive } from '../../../archive/archive.ts';
import { notAnArchive } from '../../../archive/open.ts';
import { BadFileError } from '../../../base/errors.ts';
import { mergeFindings } from '../../../base/findings.ts';
import { namedPickles, pickleNames } from '../../../model/pickle.ts';
import type { RunFact, RunFacts } from '../../../model/run-facts.ts';
import { readPickles } from '../../../pickle/read-pickles.ts';
import { archiveFiles, verifyArchive } from '../../archive-files.ts';
import type { FallbackFormat, OpenPackage } from '../../format.ts';
import { kindOf } from './kind.ts';
import '../../../model/findings.ts';

/** The fallback: any zip or folder, with its files and nothing else. */
export const format: FallbackFormat = {
  id: 'zip',

  async open(container, { signal }) {
    const archive = await container.archive(signal);
    if (!archive) throw notAnArchive(container);
    return openFiles(archive, container.servedFrom === undefined);
  },
};

/** @param isLocal its bytes come from no host */
function openFiles(archive: Archive, isLocal: boolean): OpenPackage {
  // A folder states no sizes or checksums that its files could differ from.
  const canVerify = archive.source !== undefined;
  const pickles = pickleNames(archive.entries);
  const named = namedPickles(pickles);
  return {
    package: {
      format: 'zip',
      formatName: kindOf(archive),
      words: { one: 'file', a: 'a file', checked: [] },
      verdicts: { refused: [], unsoundHashList: [] },
      onlyFiles: `${kindOf(archive)}. There is no carton.toml, so only its files are shown.`,
      name: archive.name,
      size: archive.size,
      directory: archive.words.directory,
      facts: [],
      inputs: [],
      outputs: [],
      tensors: [],
      examples: [],
      selfTests: [],
      files: archiveFiles(archive),
      findings: mergeFindings(archive.findings),
      can: { verify: canVerify, edit: false, save: false },
      runs: { ...runsOf(archive, named), ...(named ? { unread: true as const } : {}) },
      ...(canVerify ? {} : { cannot: { verify: 'A folder states no sizes or checksums to check' } }),
    },
    source: (path) => archive.open(path),
    ...(named
      ? {
          whatRuns: async (signal, readsAll = false) => {
            const reading = {
              open: (path: string) => archive.open(path),
              mayWalk: (path: string) => isLocal && !archive.resolve(path)?.compressed,
              readsAll,
            };
            return runsOf(archive, await readPickles(pickles, reading, signal));
          },
        }
      : {}),
    ...(canVerify ? { verify: (options) => verifyArchive(archive, options) } : {}),
    tensor: (name) =>
      Promise.reject(new BadFileError('reference/tensor-missing', `This package has no tensor “${name}”.`)),
  };
}

/** A program may load any of the files. Which one, nothing in the archive says. */
function runsOf({ words: { name } }: Archive, pickles: RunFact | undefined): RunFacts {
  return {
    sentence: `${name} runs nothing by itself`,
    weight: pickles ? 'info' : 'ok',
    facts: [
      { kind: 'nothing', text: [`${name} runs nothing by itself. It does not say which program loads its files`] },
      ...(pickles ? [pickles] : []),
    ],
  };
}
