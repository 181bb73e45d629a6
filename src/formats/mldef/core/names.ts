import type { Archive } from '../../../archive/archive.ts';
import { formatCount, grouped } from '../../../base/amounts.ts';
import type { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import { baseName } from '../../../model/file/file-name.ts';
import { ADVISED_FILES, ADVISED_FOLDERS, ADVISED_NAME_UNITS } from './limits.ts';
import { MANIFEST, SIGNATURE } from './paths.ts';

/** Compares the names of all files with what the document advises, and with what the manifest names. */
export function checkNames(archive: Archive, named: ReadonlySet<string>, report: Report): void {
  const files = archive.entries.filter(({ unsafe, shadowed }) => !unsafe && !shadowed);
  for (const { path } of files) {
    if (path === MANIFEST || path === SIGNATURE) continue;
    const base = baseName(path);
    if (!/^[0-9a-z./]+$/.test(path)) {
      report.add('mldef/name-characters', `${quote(path)} has characters other than 0–9, a–z and periods.`, { path });
    }
    if (base.length > ADVISED_NAME_UNITS) {
      report.add('mldef/long-name', grouped`The name ${quote(base)} has ${base.length} characters.`, { path });
    }
    if (!/[^.]\.[^.]+$/.test(base)) report.add('mldef/no-extension', `${quote(path)} has no extension.`, { path });
    const folders = path.split('/').length - 1;
    if (folders > ADVISED_FOLDERS) {
      report.add('mldef/deep-folder', `${quote(path)} is in ${folders} folders inside each other.`, { path });
    }
    if (!named.has(path)) report.add('mldef/unnamed-file', `The manifest does not name ${quote(path)}.`, { path });
  }
  if (files.length > ADVISED_FILES) {
    report.add('mldef/many-files', `The package has ${formatCount(files.length)} files.`);
  }
}
