import type { Archive } from '../../../archive/archive.ts';
import { notAnArchive } from '../../../archive/open.ts';
import { verifyArchive } from '../../archive-files.ts';
import { ANY_FILES, filesProblem, planFiles } from '../../file-plan.ts';
import { filesPackage } from '../../files-package.ts';
import type { FallbackFormat, OpenPackage } from '../../format.ts';
import { kindOf } from './kind.ts';
import '../../../model/findings.ts';

/** The fallback: any zip or folder, with its files and nothing else. */
export const format: FallbackFormat = {
  async open(container, { signal }) {
    const archive = await container.archive(signal);
    if (!archive) throw notAnArchive(container);
    return openFiles(archive);
  },
};

function openFiles(archive: Archive): OpenPackage {
  const kind = kindOf(archive);
  const onlyFiles = `${kind}. There is no carton.toml, so only its files are shown.`;
  const open = filesPackage(archive, { format: 'zip', formatName: kind, onlyFiles });
  const cannotSave = filesProblem(archive);
  // A folder states no sizes or checksums that its files could differ from.
  const canVerify = archive.source !== undefined;
  const cannot = {
    ...(canVerify ? {} : { verify: 'A folder states no sizes or checksums to check' }),
    ...(cannotSave === undefined ? {} : { save: cannotSave }),
  };
  const can = {
    ...open.package.can,
    verify: canVerify,
    ...(cannotSave === undefined ? { save: true, files: ANY_FILES } : {}),
  };
  return {
    ...open,
    package: { ...open.package, can, ...(Object.keys(cannot).length > 0 ? { cannot } : {}) },
    ...(canVerify ? { verify: (options) => verifyArchive(archive, options) } : {}),
    ...(cannotSave === undefined ? { plan: (draft, signal) => planFiles(archive, draft, signal) } : {}),
  };
}
