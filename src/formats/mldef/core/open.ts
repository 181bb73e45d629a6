import type { Archive } from '../../../archive/archive.ts';
import type { Container } from '../../../archive/container.ts';
import { notAnArchive } from '../../../archive/container.ts';
import { formatBytes, formatCount, grouped } from '../../../base/amounts.ts';
import { BadFileError, faultOfFile } from '../../../base/errors.ts';
import { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import { hashFiles, verifyArchive } from '../../archive-files.ts';
import type { OpenPackage } from '../../format.ts';
import { checkChain } from './chain.ts';
import { mldefChecks } from './checklist.ts';
import { type DataFile, findDataFiles, parseCsvFiles } from './data-file.ts';
import { MAX_ASKED_CSV_BYTES, MAX_CSV_BYTES, MAX_MANIFEST_BYTES, MAX_REMOTE_CSV_BYTES } from './limits.ts';
import { parseManifest, type Tell } from './manifest.ts';
import { editorOf } from './manifest-edit.ts';
import { checkNames } from './names.ts';
import { packageOf } from './package.ts';
import { MANIFEST, SIGNATURE } from './paths.ts';
import { plannerOf } from './plan.ts';
import { readSections, type Sections } from './sections.ts';
import { readSignature, signedHashes } from './signature.ts';
import { openTensor, tensorsOf } from './tensors.ts';

/**
 * Opens a model. Reads the manifest, SIGNATURE and CSV files up to a limit, and never raw weights. Rejects with
 * `mldef/not-archive` for a file that is not an archive, and where the container's bytes do not come.
 */
export async function openModel(container: Container, signal?: AbortSignal): Promise<OpenPackage> {
  const archive = await container.archive(signal);
  if (!archive) {
    if (container.size === 0) throw notAnArchive(container);
    throw new BadFileError('mldef/not-archive', 'The file is not a zip archive.');
  }
  const limit = container.servedFrom === undefined ? MAX_CSV_BYTES : MAX_REMOTE_CSV_BYTES;
  return openArchive(container, archive, limit, signal);
}

/** @param csvLimit bytes of CSV files that are parsed */
async function openArchive(
  container: Container,
  archive: Archive,
  csvLimit: number,
  signal: AbortSignal | undefined,
): Promise<OpenPackage> {
  const report = new Report();
  const [read, signature] = await Promise.all([
    readManifest(archive, report, signal),
    readSignature(archive, report, signal),
  ]);
  const tell: Tell = read?.tell ?? (() => {});
  const sections = read?.sections;
  const dataFiles = findDataFiles(sections?.dataFiles ?? [], archive, tell);
  await parseCsvFiles(dataFiles, archive, csvLimit, report, signal);
  if (sections) checkAll(sections, dataFiles, archive, tell, report);
  const tensors = tensorsOf(dataFiles, sections?.layers ?? [], tell);
  const more = csvLimit < MAX_ASKED_CSV_BYTES ? moreOf(dataFiles) : undefined;
  if (!more) tellUnread(dataFiles, report);
  const text = read?.text;
  const pkg = packageOf({
    container,
    archive,
    sections,
    dataFiles,
    tensors,
    signature,
    report,
    isText: text !== undefined,
  });
  const hashes = signature && signature.sums.size > 0 ? signedHashes(signature) : undefined;
  return {
    package: { ...pkg, more },
    source: (path) => archive.open(path),
    checks: async (scope) => mldefChecks(scope),
    tensor: async (name) => openTensor(tensors, name, archive),
    verify: pkg.can.verify ? (options) => verifyArchive(archive, options, hashes) : undefined,
    judgeHash: hashes?.judge,
    edit: text === undefined ? undefined : editorOf(text),
    plan: text !== undefined && pkg.can.save ? plannerOf(archive, text, signature) : undefined,
    hash: pkg.can.reseal ? (options) => hashFiles(archive, SIGNATURE, options) : undefined,
    readMore: more && ((inner) => openArchive(container, archive, MAX_ASKED_CSV_BYTES, inner)),
  };
}

async function readManifest(
  archive: Archive,
  report: Report,
  signal: AbortSignal | undefined,
): Promise<{ sections: Sections; tell: Tell; text: string | undefined } | undefined> {
  const source = archive.open(MANIFEST);
  if (!source) {
    const other = archive.entries.find(({ path, unsafe }) => !unsafe && path.toLowerCase().endsWith(`/${MANIFEST}`));
    const message = `There is no ${MANIFEST} at the top of the package.`;
    report.add('mldef/no-manifest', message, other ? { path: other.path } : {});
    return undefined;
  }
  if (source.size > MAX_MANIFEST_BYTES) {
    const message = grouped`The manifest has ${source.size} bytes. At most ${MAX_MANIFEST_BYTES} are read.`;
    report.add('mldef/manifest-too-large', message, { path: MANIFEST });
    return undefined;
  }
  try {
    const { manifest, tell, text } = parseManifest(await source.read(0, source.size, signal), report);
    return { sections: readSections(manifest, tell), tell, text };
  } catch (thrown) {
    const { code, message } = faultOfFile(thrown);
    report.add(code, message, { path: MANIFEST });
    return undefined;
  }
}

function checkAll(
  sections: Sections,
  dataFiles: readonly DataFile[],
  archive: Archive,
  tell: Tell,
  report: Report,
): void {
  const { values, placeOf } = sections.model;
  const { licenseFile } = values;
  checkChain(sections, tell);
  if (licenseFile !== undefined && !archive.resolve(licenseFile)) {
    const message = `The manifest names ${quote(licenseFile)}, which is not in the package.`;
    tell('mldef/license-missing', message, placeOf('licenseFile'));
  }
  const named = new Set(dataFiles.flatMap(({ path }) => path ?? []));
  if (licenseFile !== undefined) named.add(licenseFile);
  checkNames(archive, named, report);
}

/** The button that parses the CSV files that opening left out, where there are any that it may parse. */
function moreOf(files: readonly DataFile[]): { text: string; action: string } | undefined {
  const left = unread(files).filter(({ entry }) => (entry?.size ?? 0) <= MAX_ASKED_CSV_BYTES);
  if (left.length === 0) return undefined;
  const bytes = formatBytes(left.reduce((sum, { entry }) => sum + (entry?.size ?? 0), 0));
  const named = left.length === 1 ? '1 CSV file' : `${left.length} CSV files`;
  return {
    text: `${named} of ${bytes} ${left.length === 1 ? 'was' : 'were'} not parsed, so ${left.length === 1 ? 'its' : 'their'} values are not shown.`,
    action: `Parse ${named}`,
  };
}

function unread(files: readonly DataFile[]): DataFile[] {
  return files.filter((file) => file.unread === 'large');
}

function tellUnread(files: readonly DataFile[], report: Report): void {
  for (const { path = '', entry } of unread(files)) {
    report.add('mldef/csv-unread', `The file has ${formatCount(entry?.size ?? 0)} bytes.`, { path });
  }
}
