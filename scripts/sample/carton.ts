/** Makes the sample carton, and its twin for the wasm runner. */

import { createHash } from 'node:crypto';
import { encodeUtf8 } from '../../src/base/bytes.ts';
import { contourSound, encodePng, encodeWav, enlarge } from './media.ts';
import { type Answer, confusion, infer, type Model, RAYS, train } from './model.ts';
import { fill, floats, pythonParts, type RunnerParts, read, wasmParts } from './runners.ts';
import { drawShapes, LABELS, type Shape, SIZE, sketchShapes } from './shapes.ts';
import { TensorFolder } from './tensor-folder.ts';
import { writeZip } from './zip.ts';

/** Half of them drawn with noise, and half sketched. */
const TRAINED = 3000;
const TESTED = 1800;

/** The cartons by the names of their files in `public`. Every run gives the same bytes. */
export function makeSamples(): Map<string, Uint8Array> {
  const model = train([...drawShapes(TRAINED / 2, 1), ...sketchShapes(TRAINED / 2, 4)], 2);
  return new Map([
    ['sample.carton', makeCarton(model, pythonParts(model), true)],
    // Files cannot be given to a model that runs on the page, so all its inputs are tensors.
    ['sample-wasm.carton', makeCarton(model, wasmParts(model), false)],
  ]);
}

/** A carton of the model. `pictures`: the inputs of examples are pictures, and tensors otherwise. */
function makeCarton(model: Model, runner: RunnerParts, pictures: boolean): Uint8Array {
  const others = drawShapes(TESTED / 2, 3);
  const sketches = sketchShapes(TESTED / 2, 5);
  const files = new Map(Object.entries(runner.files));
  files.set('misc/shapes.png', contactSheet([...others.slice(9, 21), ...sketches.slice(9, 21)]));
  const values = {
    ...addCases(files, model, others.slice(6, 9) as [Shape, Shape, Shape], pictures),
    description: describeModel(model, [...others, ...sketches], runner)
      .replaceAll('\\', '\\\\')
      .replaceAll('"""', '\\"""'),
    platforms: runner.platforms,
    runner: runner.runner,
  };
  files.set('carton.toml', encodeUtf8(fill(read('./carton.toml'), values)));

  // Names are ASCII, so JavaScript sorts them in the order of their bytes.
  const names = [...files.keys()].sort();
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  const manifest = names.map((name) => `${name}=${sha256(files.get(name) as Uint8Array)}\n`).join('');
  return writeZip(
    [
      ...names.map((name): [string, Uint8Array] => [name, files.get(name) as Uint8Array]),
      ['MANIFEST', encodeUtf8(manifest)],
    ],
    ['MANIFEST'],
  );
}

/**
 * Adds what the model says about a circle, a square and a triangle that it was not trained on, as a self-test and two
 * examples. Returns the references to their values, by their names in carton.toml.
 */
function addCases(
  files: Map<string, Uint8Array>,
  model: Model,
  batch: [circle: Shape, square: Shape, triangle: Shape],
  pictures: boolean,
): Record<string, string> {
  const tensors = new TensorFolder(files);
  const [, square, triangle] = batch;
  const tensor = (name: string) => `"@tensor_data/${name}"`;
  const scalar = (value: number) => tensor(tensors.add('float32', [], floats(Float32Array.of(value))));
  const pixelsOf = (shapes: Shape[]) =>
    tensor(tensors.add('float32', [shapes.length, SIZE, SIZE], floats(join(shapes.map(({ pixels }) => pixels)))));
  const rows = (arrays: Float32Array[], columns: number) =>
    tensor(tensors.add('float32', [arrays.length, columns], floats(join(arrays))));
  const probability = (answers: Answer[]) =>
    rows(
      answers.map((answer) => answer.probability),
      LABELS.length,
    );
  const label = (answers: Answer[]) =>
    tensor(
      tensors.addStrings(
        [answers.length],
        answers.map((answer) => answer.label),
      ),
    );
  const contour = (answers: Answer[]) =>
    rows(
      answers.map((answer) => answer.contour),
      RAYS,
    );
  // The packer names the files of examples like this: without an extension, so that only their bytes tell their type.
  let miscFiles = 0;
  const misc = (bytes: Uint8Array) => {
    const path = `misc/_example_misc_file_${miscFiles++}`;
    files.set(path, bytes);
    return `"@${path}"`;
  };

  const answers = batch.map(({ pixels }) => infer(model, pixels, 1));
  const warm = infer(model, triangle.pixels, 2);
  const heard = infer(model, square.pixels, 1);
  // In the order of their numbers.
  const values = {
    images: pixelsOf(batch),
    one: scalar(1),
    batch_probability: probability(answers),
    batch_label: label(answers),
    batch_contour: contour(answers),
    warm: scalar(2),
    one_probability: probability([warm]),
    one_label: label([warm]),
    one_contour: contour([warm]),
    heard_temperature: scalar(1),
    heard_probability: probability([heard]),
    heard_label: label([heard]),
    one_image: pictures ? misc(picture(triangle)) : pixelsOf([triangle]),
    heard_image: pictures ? misc(picture(square)) : pixelsOf([square]),
    heard_contour: misc(encodeWav(contourSound(heard.contour, 8000, 1.5), 8000)),
  };
  tensors.finish();
  return values;
}

const join = (arrays: Float32Array[]) => Float32Array.from(arrays.flatMap((array) => [...array]));

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

function describeModel(model: Model, others: Shape[], { weights }: RunnerParts): string {
  const rows = confusion(model, others).map((counts, i) => `| ${LABELS[i]} | ${counts.join(' | ')} |`);
  const head = '| shown | taken for a circle | for a square | for a triangle |\n|---|---:|---:|---:|';
  return fill(read('./description.md'), {
    parameters: String(Object.values(model).reduce((sum, values: Float32Array) => sum + values.length, 0)),
    weights,
    trained: String(TRAINED),
    tested: String(TESTED),
    table: `${head}\n${rows.join('\n')}`,
  });
}
