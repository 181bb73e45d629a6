import type { FormatDescriptor } from '../descriptor.ts';

/** Folders of manifests, and names of blobs. */
const STORE = /(?:^|\/)(?:manifests\/|sha256[:-])/i;

export const ollama: FormatDescriptor = {
  id: 'ollama',
  label: 'Ollama',
  tabs: ['overview', 'tensors', 'files', 'problems'],
  kind: 'packages',
  // A manifest is a JSON object, perhaps after a byte-order mark and white space.
  mayBegin: (head) => /^\s*(?:\{|$)/.test(new TextDecoder().decode(head)),
  // A file of a folder can be a manifest, whatever its name.
  mayHold: (path, isFolder) => isFolder || STORE.test(path),
  // A folder for each registry, which is a host, is in that of the manifests. The blobs may be elsewhere.
  isFolder: ({ folders }) => [...(folders.get('manifests')?.folders.keys() ?? [])].some((name) => name.includes('.')),
};
