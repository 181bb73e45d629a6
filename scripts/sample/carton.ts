/** Makes the sample carton. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { contourSound, encodePng, encodeWav, enlarge } from './media.ts';
import { confusion, infer, type Model, RAY_STEP, RAYS, train, WEIGHT_SHAPES } from './model.ts';
import { drawShapes, LABELS, type Shape, SIZE } from './shapes.ts';
import { writeZip } from './zip.ts';

const TRAINED = 1500;
const TESTED = 900;
const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const bytesOf = (text: string) => new TextEncoder().encode(text);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const floats = (values: Float32Array) => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [i, value] of values.entries()) bytes.writeFloatLE(value, i * 4);
  return bytes;
};

/** The whole carton. Every run gives the same bytes. */
export function makeSample(): Uint8Array {
  const model = train(drawShapes(TRAINED, 1), 2);
  const others = drawShapes(TESTED, 3);
  const files = new Map<string, Uint8Array>();
  const tensors = new TensorFolder(files);

  // What the model says about some pictures that it was not trained on.
  const [circle, square, triangle] = others.slice(6, 9) as [Shape, Shape, Shape];
  const batch = [circle, square, triangle];
  const answers = batch.map(({ pixels }) => infer(model, pixels, 1));
  const join = (arrays: Float32Array[]) => Float32Array.from(arrays.flatMap((array) => [...array]));

  const images = tensors.add('float32', [batch.length, SIZE, SIZE], floats(join(batch.map(({ pixels }) => pixels))));
  const one = tensors.add('float32', [], floats(Float32Array.of(1)));
  const batchProbability = tensors.add(
    'float32',
    [batch.length, LABELS.length],
    floats(join(answers.map(({ probability }) => probability))),
  );
  const batchLabel = tensors.addStrings(
    [batch.length],
    answers.map(({ label }) => label),
  );
  const batchContour = tensors.add(
    'float32',
    [batch.length, RAYS],
    floats(join(answers.map(({ contour }) => contour))),
  );

  const warm = tensors.add('float32', [], floats(Float32Array.of(2)));
  const warmAnswer = infer(model, triangle.pixels, 2);
  const oneProbability = tensors.add('float32', [1, LABELS.length], floats(warmAnswer.probability));
  const oneLabel = tensors.addStrings([1], [warmAnswer.label]);
  const oneContour = tensors.add('float32', [1, RAYS], floats(warmAnswer.contour));

  const heard = infer(model, square.pixels, 1);
  const heardTemperature = tensors.add('float32', [], floats(Float32Array.of(1)));
  const heardProbability = tensors.add('float32', [1, LABELS.length], floats(heard.probability));
  const heardLabel = tensors.addStrings([1], [heard.label]);
  tensors.finish();

  files.set('misc/shapes.png', contactSheet(others.slice(9, 9 + 8 * LABELS.length)));
  // The packer names the files of examples like this: without an extension, so that only their bytes tell their type.
  files.set('misc/_example_misc_file_0', picture(triangle));
  files.set('misc/_example_misc_file_1', picture(square));
  files.set('misc/_example_misc_file_2', encodeWav(contourSound(heard.contour, 8000, 1.5), 8000));

  files.set('model/main.py', bytesOf(read('./main.py')));
  files.set('model/requirements.txt', bytesOf('numpy==1.25.0\n'));
  files.set('model/.carton/carton.lock', bytesOf(lock(files.get('model/requirements.txt') as Uint8Array)));
  files.set('model/weights.safetensors', weights(model));

  const reference = (name: string) => `"@tensor_data/${name}"`;
  const values: Record<string, string> = {
    description: describeModel(model, others).replaceAll('\\', '\\\\').replaceAll('"""', '\\"""'),
    ray_step: String(RAY_STEP),
    images: reference(images),
    one: reference(one),
    batch_probability: reference(batchProbability),
    batch_label: reference(batchLabel),
    batch_contour: reference(batchContour),
    warm: reference(warm),
    one_probability: reference(oneProbability),
    one_label: reference(oneLabel),
    one_contour: reference(oneContour),
    heard_temperature: reference(heardTemperature),
    heard_probability: reference(heardProbability),
    heard_label: reference(heardLabel),
  };
  files.set('carton.toml', bytesOf(fill(read('./carton.toml'), values)));

  // Names are ASCII, so JavaScript sorts them in the order of their bytes.
  const names = [...files.keys()].sort();
  const manifest = names.map((name) => `${name}=${sha256(files.get(name) as Uint8Array)}\n`).join('');
  return writeZip(
    [
      ...names.map((name): [string, Uint8Array] => [name, files.get(name) as Uint8Array]),
      ['MANIFEST', bytesOf(manifest)],
    ],
    ['MANIFEST'],
  );
}

/** The folder tensor_data, with the names that the packer uses. */
class TensorFolder {
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
    return this.add('string', shape, bytesOf(`data = [${strings.map((text) => `"${text}"`).join(', ')}]\n`), 'toml');
  }

  finish(): void {
    this.files.set('tensor_data/index.toml', bytesOf(this.index.join('\n')));
  }
}

function picture({ pixels }: Shape): Uint8Array {
  const { gray, width } = enlarge(pixels, SIZE, 12);
  return encodePng(gray, width);
}

/** Pictures in rows, one row for each kind, with gaps between them. */
function contactSheet(shapes: Shape[]): Uint8Array {
  const columns = shapes.length / LABELS.length;
  const cell = SIZE + 2;
  const width = columns * cell + 2;
  const sheet = new Float32Array(width * (LABELS.length * cell + 2)).fill(1);
  const placed = LABELS.map(() => 0);
  for (const { label, pixels } of shapes) {
    const column = placed[label] as number;
    placed[label] = column + 1;
    for (let y = 0; y < SIZE; y++) {
      const row = pixels.subarray(y * SIZE, (y + 1) * SIZE);
      sheet.set(row, (label * cell + 2 + y) * width + column * cell + 2);
    }
  }
  const { gray, width: wide } = enlarge(sheet, width, 4);
  return encodePng(gray, wide);
}

/** A safetensors file: the length of the header, the header, and the arrays in order. */
function weights(model: Model): Uint8Array {
  const header: Record<string, unknown> = { __metadata__: { format: 'np' } };
  const parts: Uint8Array[] = [];
  let offset = 0;
  for (const [key, values] of Object.entries(model) as [keyof Model, Float32Array][]) {
    const bytes = floats(values);
    const name = key.replace(/[A-Z]/, (letter) => `.${letter.toLowerCase()}`);
    header[name] = { dtype: 'F32', shape: WEIGHT_SHAPES[key], data_offsets: [offset, offset + bytes.length] };
    parts.push(bytes);
    offset += bytes.length;
  }
  const text = JSON.stringify(header);
  const padded = bytesOf(text.padEnd(Math.ceil(text.length / 8) * 8));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(padded.length));
  return Buffer.concat([length, padded, ...parts]);
}

function describeModel(model: Model, others: Shape[]): string {
  const rows = confusion(model, others).map((counts, i) => `| ${LABELS[i]} | ${counts.join(' | ')} |`);
  const head = '| shown | taken for a circle | for a square | for a triangle |\n|---|---:|---:|---:|';
  return fill(read('./description.md'), {
    parameters: String(Object.values(model).reduce((sum, values: Float32Array) => sum + values.length, 0)),
    trained: String(TRAINED),
    tested: String(TESTED),
    table: `${head}\n${rows.join('\n')}`,
  });
}

/**
 * The packages that the python runner installs before it loads the model, as its packager wrote them for NumPy 1.25.0.
 */
function lock(requirements: Uint8Array): string {
  return fill(read('./carton.lock'), { requirements: sha256(requirements) });
}

/** Replaces each `{{name}}` in a text. Throws if a name has no value. */
function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`nothing to put for {{${name}}}`);
    return value;
  });
}
