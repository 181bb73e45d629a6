import type { Archive } from '../../../archive/archive.ts';
import type { Container } from '../../../archive/container.ts';
import { TarArchive } from '../../../archive/tar/tar.ts';
import { BadFileError } from '../../../base/errors.ts';
import { mergeFindings } from '../../../base/findings.ts';
import { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import { namedPickles, pickleNames } from '../../../model/pickle.ts';
import type { RunFact, RunFacts } from '../../../model/run-facts.ts';
import { readPickles } from '../../../pickle/read-pickles.ts';
import { archiveFiles } from '../../archive-files.ts';
import type { Format, OpenPackage } from '../../format.ts';
import { kindOf } from './kind.ts';
import './findings.ts';

const TAR_NAME = /\.tar$/i;

/** Any tar that no other format knows, with its files and nothing else. Also what is only named one. */
export const format: Format = {
  id: 'tar',

  async match(container, { signal }) {
    const archive = await container.archive(signal);
    return archive ? archive instanceof TarArchive : container.source !== undefined && TAR_NAME.test(container.name);
  },

  async open(container, { signal }) {
    const archive = await container.archive(signal);
    if (!archive) throw notATar(container);
    return openFiles(archive, container.servedFrom === undefined);
  },
};

function notATar({ name, size }: Container): BadFileError {
  return new BadFileError('tar/not-a-tar', size === 0 ? 'The file is empty.' : `${quote(name)} is not a tar file.`);
}

function openFiles(archive: Archive, isLocal: boolean): OpenPackage {
  const { unlisted } = archive;
  const pickles = pickleNames(archive.entries);
  const named = namedPickles(pickles);
  const kind = kindOf(archive);
  const report = new Report();
  if (kind.isTvmc) report.add('tar/tvmc-package', 'There is no metadata.json: this is what tvmc packs by default.');
  return {
    package: {
      format: 'tar',
      formatName: kind.name,
      words: { one: 'file', a: 'a file', checked: [] },
      verdicts: { refused: [], unsoundHashList: [] },
      onlyFiles: `${kind.name}. There is no metadata.json of a model library, so only its files are shown.`,
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
      findings: mergeFindings(archive.findings, report.findings),
      can: { verify: false, edit: false, save: false },
      cannot: { verify: 'A tar has no checksums of its files' },
      runs: { ...runsOf(archive, named), ...(named ? { unread: true as const } : {}) },
      ...(unlisted
        ? {
            more: {
              text: `Only the first ${archive.entries.length.toLocaleString('en')} files are listed: the list is spread over the whole archive`,
              action: `List all files (reads about ${unlisted.bytes.toLocaleString('en')} bytes)`,
            },
          }
        : {}),
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
    ...(unlisted ? { readMore: async (signal) => openFiles(await unlisted.list(signal), isLocal) } : {}),
    tensor: (name) =>
      Promise.reject(new BadFileError('reference/tensor-missing', `This package has no tensor ${quote(name)}.`)),
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
