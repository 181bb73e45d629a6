import type { Archive } from '../../../archive/archive.ts';

/** A kind of archive, recognized by the names in it. */
interface Kind {
  name: string;
  test(names: Names): boolean;
}

/** The names in an archive, with questions about them. */
class Names {
  private readonly names: readonly string[];
  private readonly set: ReadonlySet<string>;

  constructor(names: readonly string[]) {
    this.names = names;
    this.set = new Set(names);
  }

  has(...paths: string[]): boolean {
    return paths.every((path) => this.set.has(path));
  }

  some(pattern: RegExp): boolean {
    return this.names.some((name) => pattern.test(name));
  }
}

const OFFICE_TYPES = '[Content_Types].xml';

/** Tried in order, the special before the general: an APK is also a jar. */
const KINDS: readonly Kind[] = [
  { name: 'A Python wheel', test: (names) => names.some(/^[^/]+\.dist-info\/(?:WHEEL|METADATA)$/) },
  { name: 'A Keras model', test: (names) => names.has('config.json', 'model.weights.h5') },
  { name: 'A TensorFlow SavedModel', test: (names) => names.some(/^(?:[^/]+\/)?saved_model\.pb(?:txt)?$/) },
  { name: 'A Core ML package', test: (names) => names.some(/^(?:[^/]+\/)?Data\/com\.apple\.CoreML\//) },
  { name: 'An MLflow model', test: (names) => names.some(/^(?:[^/]+\/)?MLmodel$/) },
  { name: 'A Diffusers package', test: (names) => names.has('model_index.json') },
  { name: 'A Word document (.docx)', test: (names) => names.has(OFFICE_TYPES) && names.some(/^word\//) },
  { name: 'An Excel workbook (.xlsx)', test: (names) => names.has(OFFICE_TYPES) && names.some(/^xl\//) },
  { name: 'A PowerPoint presentation (.pptx)', test: (names) => names.has(OFFICE_TYPES) && names.some(/^ppt\//) },
  { name: 'An Office file', test: (names) => names.has(OFFICE_TYPES) },
  { name: 'An EPUB book', test: (names) => names.has('mimetype', 'META-INF/container.xml') },
  { name: 'An OpenDocument file', test: (names) => names.has('mimetype', 'META-INF/manifest.xml') },
  { name: 'An Android app (.apk)', test: (names) => names.has('AndroidManifest.xml') },
  { name: 'A Java archive (.jar)', test: (names) => names.has('META-INF/MANIFEST.MF') },
];

/**
 * Says in a few words what an archive is that is not a carton, by the names in it: "A PyTorch archive, not a carton".
 * Reads nothing.
 */
export function kindOf(archive: Archive): string {
  const names = new Names(archive.entries.map(({ path }) => path));
  const general = archive.words.name;
  if (archive.entries.length === 0) return `${general} without files, not a carton`;
  return `${KINDS.find(({ test }) => test(names))?.name ?? general}, not a carton`;
}
