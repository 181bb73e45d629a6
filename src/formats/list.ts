import { carton } from './carton/descriptor.ts';
import type { FormatDescriptor } from './descriptor.ts';
import { file } from './file/descriptor.ts';
import { gguf } from './gguf/descriptor.ts';
import { mldef } from './mldef/descriptor.ts';
import { mlf } from './mlf/descriptor.ts';
import { numpy } from './numpy/descriptor.ts';
import { ollama } from './ollama/descriptor.ts';
import { pickle } from './pickle/descriptor.ts';
import { safetensors } from './safetensors/descriptor.ts';
import { tar } from './tar/descriptor.ts';
import { zip } from './zip/descriptor.ts';

/** Formats that know their packages, in the order in which they are asked. To add one, add it here. */
export const FORMATS: readonly FormatDescriptor[] = [
  carton,
  numpy,
  safetensors,
  gguf,
  // Before Ollama, whose manifests may have the name of this one's.
  mldef,
  ollama,
  pickle,
  mlf,
];

/** What opens everything else. */
export const FALLBACKS = { tar, zip, file };

export const ALL_FORMATS: readonly FormatDescriptor[] = [...FORMATS, ...Object.values(FALLBACKS)];

const LABELS = FORMATS.map(({ label }) => label);

/** What can be opened, in one sentence. */
export const OPENED = `A ${LABELS.slice(0, -1).join(', ')} or ${LABELS.at(-1)} file, a zip or tar, a folder or any other file`;

/** The bytes at the start of a file in which formats have their signs. */
export const SIGN_BYTES = 16;

/** Whether a file may be of a format, by its name and as many of its first bytes as are known. */
export function hasSign({ ends = [], heads = [] }: FormatDescriptor, name: string, head?: Uint8Array): boolean {
  const lower = name.toLowerCase();
  const start = String.fromCharCode(...(head?.subarray(0, SIGN_BYTES) ?? []));
  return ends.some((end) => lower.endsWith(end)) || heads.some((sign) => start.startsWith(sign));
}
