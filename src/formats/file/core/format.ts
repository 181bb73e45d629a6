import type { Container } from '../../../archive/container.ts';
import { notAnArchive } from '../../../archive/container.ts';
import { formatBytes, formatNumberOf } from '../../../base/amounts.ts';
import { mergeFindings } from '../../../base/findings.ts';
import { SNIFF_BYTES } from '../../../base/limits.ts';
import { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import { type LfsPointer, type Look, lfsPointer, lookOf } from '../../../model/file/look.ts';
import { decodeText, type MediaKind, sniffMedia } from '../../../model/file/media.ts';
import type { Fact, Package } from '../../../model/package.ts';
import { compressionOf, hasPickleName } from '../../../pickle/signs.ts';
import { noTensor, UNKNOWN_PARTS } from '../../files-package.ts';
import type { FallbackFormat } from '../../format.ts';
import './findings.ts';

/** Types in manifests of Docker and of the Open Container Initiative. Ollama's manifests are opened as models. */
const IMAGE_MANIFEST = /^\s*\{[\s\S]*"application\/vnd\.(?:docker\.(?:distribution|image\.rootfs)|oci\.image)\./;

/** A file that is not a package, shown with its preview. Reads its first bytes. */
export const format: FallbackFormat = {
  async open(container, { signal, asBytes }) {
    const { source, name } = container;
    if (!source) throw notAnArchive(container);
    const bytes = await source.read(0, Math.min(source.size, SNIFF_BYTES), signal);
    const kind = sniffMedia(bytes, name);
    const pkg = packageOf(container, kind, bytes);
    return {
      package: asBytes ? { ...pkg, onlyFiles: 'Shown as it is, byte for byte.' } : pkg,
      source: (path) => (path === name ? source : undefined),
      tensor: noTensor,
    };
  },
};

function packageOf({ name, size }: Container, kind: MediaKind, bytes: Uint8Array): Package {
  const look = lookOf(bytes);
  const pointer = look?.kind === 'pointer' && size === bytes.length ? lfsPointer(decodeText(bytes) ?? '') : undefined;
  const report = new Report();
  if (look && !isMeant(look, name)) reportLook(look, name, pointer, report);
  if (IMAGE_MANIFEST.test(decodeText(bytes) ?? '')) {
    report.add('file/image-manifest', `${quote(name)} is a manifest of a container image.`, { path: name });
  }
  const formatName = size === 0 ? 'An empty file' : labelOf(kind, look, name);
  const method = hasPickleName(name) ? unreadCompression(bytes) : undefined;
  const onlyFiles = method === undefined ? sentenceOf(look, kind, name, size) : compressedSentence(method);
  return {
    ...UNKNOWN_PARTS,
    format: 'file',
    formatName,
    words: { one: 'file', a: 'a file', checked: ['its first bytes'] },
    onlyFiles,
    name,
    size,
    facts: [
      { label: 'Kind', value: formatName },
      { label: 'Size', value: formatBytes(size) },
      ...(pointer ? pointerFacts(pointer) : []),
      ...(look?.title === undefined ? [] : [{ label: 'Title of the page', value: look.title }]),
    ],
    preview: name,
    files: [{ path: name, size, role: 'other', hash: 'none', kind: 'file' }],
    findings: mergeFindings(report.findings),
  };
}

/** Whether a file's own name says that it is what it looks like: a web page, the answer of a host. */
function isMeant({ kind }: Look, name: string): boolean {
  return (kind === 'web-page' && /\.x?html?$/i.test(name)) || (kind === 'refusal' && /\.(?:json|xml)$/i.test(name));
}

/** What the file is, in a few words. Of what the bytes only suggest: "Looks like an ONNX model". */
function labelOf(kind: MediaKind, look: Look | undefined, name: string): string {
  return look && !isMeant(look, name) ? `Looks like ${look.what}` : kind.label;
}

/** Why it is only shown. A picture or a text needs no reason. */
function sentenceOf(look: Look | undefined, kind: MediaKind, name: string, size: number): string | undefined {
  if (size === 0) return 'It has no bytes.';
  if (look?.kind === 'pointer') return 'Only a pointer: the file itself is elsewhere.';
  if (look && look.kind !== 'binary' && !isMeant(look, name)) {
    return 'This is not the file, but a message from the host.';
  }
  return kind.kind === 'bytes' ? 'Boxcutter does not know this kind of package, so it shows the file.' : undefined;
}

/** With what a file is compressed that Boxcutter cannot decompress. */
function unreadCompression(bytes: Uint8Array): string | undefined {
  const method = compressionOf(bytes);
  return method === 'gzip' || method === 'zlib' ? undefined : method;
}

/** A compressed pickle that could not be decompressed. */
function compressedSentence(method: string): string {
  return `It is compressed with ${method}, so what loading it imports is unknown. Decompress it, and open the result.`;
}

function reportLook({ kind, title }: Look, name: string, pointer: LfsPointer | undefined, report: Report): void {
  if (kind === 'pointer') {
    const held = pointer ? `. The file itself has ${formatNumberOf(pointer.size, 'byte')}` : '';
    report.add('file/lfs-pointer', `${quote(name)} is a Git LFS pointer${held}.`, { path: name });
  }
  if (kind === 'web-page') {
    const titled = title === undefined ? '' : ` with the title ${quote(title)}`;
    report.add('file/web-page', `${quote(name)} is a web page${titled}.`, { path: name });
  }
  if (kind === 'refusal') {
    report.add('file/refusal', `${quote(name)} is a host’s error message.`, { path: name });
  }
}

function pointerFacts({ sha256, size }: LfsPointer): Fact[] {
  return [
    { label: 'Size of the real file', value: formatBytes(size) },
    { label: 'SHA-256 of the real file (oid)', value: sha256, code: true },
  ];
}
