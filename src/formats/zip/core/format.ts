import type { Archive } from '../../../archive/archive.ts';
import { notAnArchive } from '../../../archive/open.ts';
import { verifyArchive } from '../../archive-files.ts';
import { filesPackage } from '../../files-package.ts';
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

function openFiles(archive: Archive, isLocal: boolean): OpenPackage {
  const kind = kindOf(archive);
  const onlyFiles = `${kind}. There is no carton.toml, so only its files are shown.`;
  const open = filesPackage(archive, { format: 'zip', formatName: kind, onlyFiles, isLocal });
  // A folder states no sizes or checksums that its files could differ from.
  if (archive.source === undefined) {
    const cannot = { verify: 'A folder states no sizes or checksums to check' };
    return { ...open, package: { ...open.package, cannot } };
  }
  return {
    ...open,
    package: { ...open.package, can: { ...open.package.can, verify: true } },
    verify: (options) => verifyArchive(archive, options),
  };
}
