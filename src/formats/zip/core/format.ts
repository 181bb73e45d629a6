import type { Archive, ArchiveEntry } from '../../../archive/archive.ts';
import { notAnArchive } from '../../../archive/open.ts';
import { BadFileError } from '../../../base/errors.ts';
import { mergeFindings } from '../../../base/findings.ts';
import type { PackageFile } from '../../../model/package.ts';
import type { FallbackFormat, OpenPackage } from '../../format.ts';
import { kindOf } from './kind.ts';
import { verifyArchive } from './verify.ts';
import '../../../model/findings.ts';

/** The fallback: any zip or folder, with its files and nothing else. */
export const format: FallbackFormat = {
  id: 'zip',

  async open(container, { signal }) {
    const archive = await container.archive(signal);
    if (!archive) throw notAnArchive(container);
    return openFiles(archive);
  },
};

function openFiles(archive: Archive): OpenPackage {
  // A folder states no sizes or checksums that its files could differ from.
  const canVerify = archive.source !== undefined;
  return {
    package: {
      format: 'zip',
      formatName: kindOf(archive),
      words: { one: 'file', a: 'a file', checked: [] },
      verdicts: { refused: [], unsoundHashList: [] },
      onlyFiles: `${kindOf(archive)}: there is no carton.toml, so only its files are shown.`,
      name: archive.name,
      size: archive.size,
      directory: archive.words.directory,
      facts: [],
      inputs: [],
      outputs: [],
      tensors: [],
      examples: [],
      selfTests: [],
      files: archive.entries.map(fileOf),
      findings: mergeFindings(archive.findings),
      can: { verify: canVerify, edit: false, save: false },
      ...(canVerify ? {} : { cannot: { verify: 'a folder without hashes has nothing to check against' } }),
    },
    source: (path) => archive.open(path),
    ...(canVerify ? { verify: (options) => verifyArchive(archive, options) } : {}),
    tensor: (name) =>
      Promise.reject(new BadFileError('reference/tensor-missing', `This package has no tensor “${name}”.`)),
  };
}

function fileOf(entry: ArchiveEntry): PackageFile {
  return {
    path: entry.path,
    size: entry.size,
    storedSize: entry.storedSize,
    role: 'other',
    hash: 'none',
    kind: entry.kind,
    ...(entry.storage === undefined ? {} : { storage: entry.storage }),
    ...(entry.compressed ? { compressed: true } : {}),
    ...(entry.linkText === undefined ? {} : { linkText: entry.linkText }),
    ...(entry.target === undefined ? {} : { target: entry.target }),
    ...(entry.shadowed ? { shadowed: true } : {}),
    ...(entry.unsafe ? { unsafe: true } : {}),
  };
}
