import { encodeUtf8 } from '../../src/base/bytes.ts';

/** The folder tensor_data, with the names that the packer uses. */
export class TensorFolder {
  private readonly index: string[] = [];
  private readonly files: Map<string, Uint8Array>;

  constructor(files: Map<string, Uint8Array>) {
    this.files = files;
  }

  /** Adds a numeric tensor and returns its name. `bytes` are little-endian, row by row. */
  add(dtype: string, shape: number[], bytes: Uint8Array, extension = 'bin'): string {
    const number = this.index.length;
    const file = `tensor_${number}.${extension}`;
    const name = `_tensor_${number}`;
    this.files.set(`tensor_data/${file}`, bytes);
    this.index.push(
      `[[tensor]]\nname = "${name}"\ndtype = "${dtype}"\nshape = [${shape.join(', ')}]\ninner = []\nfile = "${file}"\n`,
    );
    return name;
  }

  addStrings(shape: number[], strings: string[]): string {
    return this.add('string', shape, encodeUtf8(`data = [${strings.map((text) => `"${text}"`).join(', ')}]\n`), 'toml');
  }

  finish(): void {
    this.files.set('tensor_data/index.toml', encodeUtf8(this.index.join('\n')));
  }
}
