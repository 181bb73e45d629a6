import type { Archive, ArchiveEntry } from '../../../archive/archive.ts';
import { openArchive } from '../../../archive/open.ts';
import { methodName } from '../../../archive/zip/method.ts';
import { BadFileError } from '../../../base/errors.ts';
import { mergeFindings } from '../../../base/findings.ts';
import type { PackageFile } from '../../../model/package.ts';
import { type Container, type Format, isArchive, type OpenContext, type OpenPackage } from '../../format.ts';
import { kindOf } from './kind.ts';
import '../../../model/findings.ts';

/** The fallback: any zip or folder, with its files and nothing else. */
export const format: Format = {
  id: 'zip',

  async match() {
    return true;
  },

  async open(container, context) {
    return openZip(await archiveOf(container, context));
  },
};

function openZip(archive: Archive): OpenPackage {
  return {
    package: {
      format: 'zip',
      formatName: kindOf(archive),
      name: archive.name,
      size: archive.size,
      facts: [],
      inputs: [],
      outputs: [],
      tensors: [],
      examples: [],
      selfTests: [],
      files: archive.entries.map(fileOf),
      findings: mergeFindings(archive.findings),
      can: { verify: false, edit: false, repack: false },
    },
    source: (path) => archive.open(path),
    tensor: (name) =>
      Promise.reject(new BadFileError('reference/tensor-missing', `This package has no tensor “${name}”.`)),
  };
}

function fileOf(entry: ArchiveEntry): PackageFile {
  return {
    path: entry.path,
    size: entry.size,
    storedSize: entry.storedSize,
    method: methodName(entry.method, entry.methodId),
    role: 'other',
    hash: 'none',
    kind: entry.kind,
    ...(entry.linkText === undefined ? {} : { linkText: entry.linkText }),
    ...(entry.target === undefined ? {} : { target: entry.target }),
    ...(entry.shadowed ? { shadowed: true } : {}),
    ...(entry.unsafe ? { unsafe: true } : {}),
  };
}

async function archiveOf(container: Container, { signal }: OpenContext): Promise<Archive> {
  return isArchive(container) ? container : openArchive(container, signal ? { signal } : {});
}
