import type { Archive } from '../../../archive/archive.ts';
import type { Container } from '../../../archive/container.ts';
import { aboutBytes, formatCount } from '../../../base/amounts.ts';
import { BadFileError } from '../../../base/errors.ts';
import { finding } from '../../../base/findings.ts';
import { quote } from '../../../base/text.ts';
import { type ArchiveKind, filesPackage, kindAmong, namesIn } from '../../files-package.ts';
import type { FallbackFormat, OpenPackage } from '../../format.ts';
import './findings.ts';

interface TarKind extends ArchiveKind {
  /** It is what another program of TVM writes, and not in the Model Library Format: the code that says so, and why. */
  tvm?: readonly [code: 'tar/tvmc-package' | 'tar/tvm-library', message: string];
}

/** Tried in order. Sources: tvmc/model.py, Module.export_library of TVM, Spark's MLWriter, NeMo's save_restore_connector, the OCI image layout. */
const KINDS: readonly TarKind[] = [
  {
    name: 'A package of tvmc (TVM)',
    tvm: ['tar/tvmc-package', 'There is no metadata.json: this is what tvmc packs by default.'],
    all: [/^mod\.(?:so|dylib|dll|o)$/, /^mod\.(?:json|params)$/],
  },
  {
    name: 'A compiled library of TVM',
    tvm: ['tar/tvm-library', 'There is no metadata.json: this is what TVM’s export_library packs.'],
    all: [/^lib0\.(?:o|c|cc)$/, /^(?:lib1|devc)\.(?:o|c|cc)$/],
  },
  { name: 'A Spark model', all: [/(?:^|\/)metadata\/part-\d+/] },
  { name: 'A NeMo model', all: [/(?:^|\/)model_config\.yaml$/, /(?:^|\/)model_weights\.ckpt$/] },
  { name: 'A TensorFlow SavedModel', all: [/(?:^|\/)saved_model\.pb(?:txt)?$/] },
  { name: 'An MLflow model', all: [/(?:^|\/)MLmodel$/] },
  { name: 'A container image', all: [/^manifest\.json$/, /(?:^|\/)layer\.tar$|^oci-layout$/] },
  { name: 'A Python source distribution', all: [/^[^/]+\/PKG-INFO$/] },
  { name: 'An npm package', all: [/^package\/package\.json$/] },
];

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
  const names = namesIn(archive);
  const kind = kindAmong(KINDS, names);
  const formatName = kind?.name ?? `${archive.words.name}${names.length === 0 ? ' without files' : ''}`;
  const open = filesPackage(archive, {
    format: 'tar',
    formatName,
    onlyFiles: `${formatName}. Boxcutter shows only its files.`,
    findings: [
      ...(kind?.tvm ? [finding(...kind.tvm)] : []),
      ...(names.length === 0 && !unlisted ? [finding('tar/empty', 'The archive has no files.')] : []),
    ],
  });
  const cannot = { verify: 'A tar has no checksums of its files' };
  if (!unlisted) return { ...open, package: { ...open.package, cannot } };
  const more = {
    text: `Only the first ${formatCount(archive.entries.length)} files are listed: the list is spread over the whole archive`,
    action: `List all files (reads ${aboutBytes(unlisted.bytes)})`,
  };
  return {
    ...open,
    package: { ...open.package, cannot, more },
    readMore: async (signal) => openFiles(await unlisted.list(signal)),
  };
}
