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
  const canSave = cannotSave === undefined;
  return {
    ...open,
    package: {
      ...open.package,
      can: { verify: canVerify, edit: false, save: canSave, files: canSave ? ANY_FILES : undefined },
      cannot:
        canVerify && canSave
          ? undefined
          : { verify: canVerify ? undefined : 'A folder states no sizes or checksums to check', save: cannotSave },
    },
    verify: canVerify ? (options) => verifyArchive(archive, options) : undefined,
    plan: canSave ? (draft, signal) => planFiles(archive, draft, signal) : undefined,
  };
}
