import type { Archive } from '../../../archive/archive.ts';
import type { Container } from '../../../archive/container.ts';
import { BadFileError } from '../../../base/errors.ts';
import { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import { filesPackage } from '../../files-package.ts';
import type { FallbackFormat, OpenPackage } from '../../format.ts';
import { kindOf } from './kind.ts';
import './findings.ts';

/** Any tar that no other format knows, with its files and nothing else. Also what is only named one. */
export const format: FallbackFormat = {
  async open(container, { signal }) {
    const archive = await container.archive(signal);
    if (!archive) throw notATar(container);
    return openFiles(archive);
  },
};

function notATar({ name, size }: Container): BadFileError {
  return new BadFileError('tar/not-a-tar', size === 0 ? 'The file is empty.' : `${quote(name)} is not a tar file.`);
}

function openFiles(archive: Archive): OpenPackage {
  const { unlisted } = archive;
  const kind = kindOf(archive);
  const report = new Report();
  if (kind.isTvmc) report.add('tar/tvmc-package', 'There is no metadata.json: this is what tvmc packs by default.');
  const open = filesPackage(archive, {
    format: 'tar',
    formatName: kind.name,
    onlyFiles: `${kind.name}. There is no metadata.json of a model library, so only its files are shown.`,
    findings: report.findings,
  });
  const cannot = { verify: 'A tar has no checksums of its files' };
  if (!unlisted) return { ...open, package: { ...open.package, cannot } };
  const more = {
    text: `Only the first ${archive.entries.length.toLocaleString('en')} files are listed: the list is spread over the whole archive`,
    action: `List all files (reads about ${unlisted.bytes.toLocaleString('en')} bytes)`,
  };
  return {
    ...open,
    package: { ...open.package, cannot, more },
    readMore: async (signal) => openFiles(await unlisted.list(signal)),
  };
}
