import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { type Method, readPieces, ZipWriter } from './zip.ts';

/** The content of a file, as MANIFEST and the directory of the zip describe it. */
export interface Content {
  size: number;
  crc: number;
  sha256: string;
}

/** Computes the description of content from its pieces. */
export class Digest {
  readonly #hash = createHash('sha256');
  #crc = 0;
  #size = 0;

  add(piece: Uint8Array): void {
    this.#hash.update(piece);
    this.#crc = crc32(piece, this.#crc);
    this.#size += piece.length;
  }

  end(): Content {
    return { size: this.#size, crc: this.#crc, sha256: this.#hash.digest('hex') };
  }
}

export function contentOf(bytes: Uint8Array): Content {
  const digest = new Digest();
  digest.add(bytes);
  return digest.end();
}

/** The description of several files in a row. */
export function contentOfFiles(paths: readonly string[]): Content {
  const digest = new Digest();
  for (const piece of readPieces(paths)) digest.add(piece);
  return digest.end();
}

export function contentOfZeros(size: number): Content {
  const digest = new Digest();
  const zeros = new Uint8Array(4 << 20);
  for (let left = size; left > 0; left -= zeros.length) digest.add(zeros.subarray(0, Math.min(left, zeros.length)));
  return digest.end();
}

/** The part of carton.toml before the inputs. */
const HEAD = `spec_version = 1
model_name = "Bench"
short_description = "A carton that the benchmarks made."
model_description = """
# What this is

Data for a measurement. It loads nothing and is removed when the measurement is over.
"""
license = "Apache-2.0"

`;

/** The part of carton.toml after the inputs. */
const TAIL = `[[output]]
name = "out"
dtype = "float32"
shape = ["batch_size", 4]

[runner]
runner_name = "noop"
required_framework_version = "*"
runner_compat_version = 1
`;

/** A carton.toml with so many inputs. */
export function cartonToml(inputs = 1): string {
  const input = (name: string) => `[[input]]\nname = "${name}"\ndtype = "float32"\nshape = ["batch_size", 16]\n\n`;
  return HEAD + Array.from({ length: inputs }, (_, index) => input(index === 0 ? 'x' : `x_${index}`)).join('') + TAIL;
}

/**
 * Writes a carton in the order of the reference packer: small files first, then the files of the model, and last
 * MANIFEST, stored.
 */
export class CartonWriter {
  readonly #zip: ZipWriter;
  readonly #hashes = new Map<string, string>();

  constructor(path: string, toml = cartonToml()) {
    this.#zip = new ZipWriter(path);
    for (const [name, text] of [
      ['carton.toml', toml],
      ['tensor_data/index.toml', 'tensor = []\n'],
    ] as const) {
      const bytes = Buffer.from(text);
      this.addBytes(name, 'stored', contentOf(bytes), bytes);
    }
  }

  addBytes(name: string, method: Method, content: Content, packed: Uint8Array): void {
    this.#hashes.set(name, content.sha256);
    this.#zip.addBytes({ name, method, ...content }, packed);
  }

  /** Adds packed bytes from files. `packed` is their total size. */
  addFiles(name: string, method: Method, content: Content, paths: readonly string[], packed: number): void {
    this.#hashes.set(name, content.sha256);
    this.#zip.addFiles({ name, method, ...content }, paths, packed);
  }

  /** Adds a stored file of zeros, after `head`, that takes no space on the disk. */
  addHole(name: string, content: Content, head?: Buffer): void {
    this.#hashes.set(name, content.sha256);
    this.#zip.addHole({ name, method: 'stored', ...content }, head);
  }

  close(): void {
    // Names are ASCII, so this is the order of their bytes.
    const lines = [...this.#hashes].map(([name, sha256]) => `${name}=${sha256}\n`).sort();
    const manifest = Buffer.from(lines.join(''));
    this.#zip.addBytes({ name: 'MANIFEST', method: 'stored', ...contentOf(manifest) }, manifest);
    this.#zip.close();
  }
}
