import type { Archive } from '../../../archive/archive.ts';

/** What a tar that no format knows holds, as the names in it tell. */
export interface TarKind {
  /** In a few words: "A Spark model". */
  name: string;
  /** It is what another program of TVM writes, and no Model Library Format. */
  isTvmc?: true;
}

interface KnownKind extends TarKind {
  /** One name for each must be there. */
  all: readonly RegExp[];
}

/** Tried in order. Sources: tvmc/model.py, Spark's MLWriter, NeMo's save_restore_connector, the OCI image layout. */
const KINDS: readonly KnownKind[] = [
  { name: 'A package of tvmc (TVM)', isTvmc: true, all: [/^mod\.(?:so|dylib|dll|o)$/, /^mod\.(?:json|params)$/] },
  { name: 'A Spark model', all: [/(?:^|\/)metadata\/part-\d+/] },
  { name: 'A NeMo model', all: [/(?:^|\/)model_config\.yaml$/, /(?:^|\/)model_weights\.ckpt$/] },
  { name: 'A TensorFlow SavedModel', all: [/(?:^|\/)saved_model\.pb(?:txt)?$/] },
  { name: 'An MLflow model', all: [/(?:^|\/)MLmodel$/] },
  { name: 'A container image', all: [/^manifest\.json$/, /(?:^|\/)layer\.tar$|^oci-layout$/] },
  { name: 'A Python source distribution', all: [/^[^/]+\/PKG-INFO$/] },
  { name: 'An npm package', all: [/^package\/package\.json$/] },
];

const FILES_OF_MACOS = /(?:^|\/)\._/;

/** Names what an archive holds. Reads nothing. */
export function kindOf({ entries, words }: Archive): TarKind {
  const names = entries.map(({ path }) => path).filter((path) => !FILES_OF_MACOS.test(path));
  if (names.length === 0) return { name: `${words.name} without files` };
  const found = KINDS.find(({ all }) => all.every((pattern) => names.some((name) => pattern.test(name))));
  return found ?? { name: words.name };
}
