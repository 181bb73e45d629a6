import type { Archive } from '../../../archive/archive.ts';
import { notAnArchive } from '../../../archive/container.ts';
import { verifyArchive } from '../../archive-files.ts';
import { ANY_FILES, filesProblem, planFiles } from '../../file-plan.ts';
import { type ArchiveKind, filesPackage, kindAmong, namesIn } from '../../files-package.ts';
import type { FallbackFormat, OpenPackage } from '../../format.ts';
import '../../../model/findings.ts';

const OFFICE_TYPES = '[Content_Types].xml';

/** Tried in order, the special before the general: an APK is also a jar. */
const KINDS: readonly ArchiveKind[] = [
  { name: 'A Python wheel', all: [/^[^/]+\.dist-info\/(?:WHEEL|METADATA)$/] },
  { name: 'A Keras model', all: ['config.json', 'model.weights.h5'] },
  { name: 'A TensorFlow SavedModel', all: [/^(?:[^/]+\/)?saved_model\.pb(?:txt)?$/] },
  { name: 'A Core ML package', all: [/^(?:[^/]+\/)?Data\/com\.apple\.CoreML\//] },
  { name: 'An MLflow model', all: [/^(?:[^/]+\/)?MLmodel$/] },
  { name: 'A container image', all: ['oci-layout', 'index.json'] },
  { name: 'A Diffusers package', all: ['model_index.json'] },
  { name: 'A Word document (.docx)', all: [OFFICE_TYPES, /^word\//] },
  { name: 'An Excel workbook (.xlsx)', all: [OFFICE_TYPES, /^xl\//] },
  { name: 'A PowerPoint presentation (.pptx)', all: [OFFICE_TYPES, /^ppt\//] },
  { name: 'An Office file', all: [OFFICE_TYPES] },
  { name: 'An EPUB book', all: ['mimetype', 'META-INF/container.xml'] },
  { name: 'An OpenDocument file', all: ['mimetype', 'META-INF/manifest.xml'] },
  { name: 'An Android app (.apk)', all: ['AndroidManifest.xml'] },
  { name: 'A Java archive (.jar)', all: ['META-INF/MANIFEST.MF'] },
];

/**
 * Says in a few words what an archive is, by the names in it: "A Keras model". Undefined where they tell nothing. Reads
 * nothing.
 */
function kindOf(archive: Archive): string | undefined {
  return kindAmong(KINDS, namesIn(archive))?.name;
}

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
  const general = `${archive.words.name}${archive.entries.length === 0 ? ' without files' : ''}`;
  const onlyFiles = kind
    ? `${kind}. Boxcutter shows only its files.`
    : `${general}. There is no carton.toml in it, so only its files are shown.`;
  const open = filesPackage(archive, { format: 'zip', formatName: kind ?? general, onlyFiles });
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
          : { verify: canVerify ? undefined : 'A folder has no sizes or checksums to check', save: cannotSave },
    },
    verify: canVerify ? (options) => verifyArchive(archive, options) : undefined,
    plan: canSave ? (draft, signal) => planFiles(archive, draft, signal) : undefined,
  };
}
