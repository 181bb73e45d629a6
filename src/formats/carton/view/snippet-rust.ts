import { rustString } from '../../../widgets/use-it/literal.ts';
import type { Snippet } from '../../../widgets/use-it/snippet.ts';
import type { CartonDtype } from '../core/dtypes.ts';
import {
  EXAMPLE_TEXT,
  exampleShape,
  PIXEL_REMARK,
  pictureLayout,
  pictureShape,
  type SnippetElements,
  type SnippetModel,
  type SnippetPicture,
  shapeRemark,
  shortNumber,
  snippetTensors,
  type WholeSpec,
} from './snippet.ts';

const TYPES: Readonly<Record<CartonDtype, string>> = {
  float32: 'f32',
  float64: 'f64',
  string: 'String',
  int8: 'i8',
  int16: 'i16',
  int32: 'i32',
  int64: 'i64',
  uint8: 'u8',
  uint16: 'u16',
  uint32: 'u32',
  uint64: 'u64',
};

function rustArray({ dtype, shape }: WholeSpec, value: SnippetElements | undefined): string {
  if (value) return writtenOut(value);
  const dimensions = `IxDyn(&[${exampleShape(shape).join(', ')}])`;
  if (dtype === 'string') return `ArrayD::<String>::from_elem(${dimensions}, ${rustString(EXAMPLE_TEXT)}.to_owned())`;
  return `ArrayD::<${TYPES[dtype]}>::zeros(${dimensions})`;
}

function writtenOut({ dtype, shape, elements }: SnippetElements): string {
  const literals = elements.map((element) =>
    dtype === 'string' ? `${rustString(element)}.to_owned()` : rustNumber(element, dtype),
  );
  return `ArrayD::<${TYPES[dtype]}>::from_shape_vec(IxDyn(&[${shape.join(', ')}]), vec![${literals.join(', ')}])?`;
}

function rustNumber(element: string, dtype: CartonDtype): string {
  if (dtype !== 'float32' && dtype !== 'float64') return element;
  if (element === 'NaN') return `${TYPES[dtype]}::NAN`;
  if (element === 'Infinity') return `${TYPES[dtype]}::INFINITY`;
  if (element === '-Infinity') return `${TYPES[dtype]}::NEG_INFINITY`;
  const short = shortNumber(element, dtype);
  return /[.e]/.test(short) ? short : `${short}.0`;
}

const IMAGE_TYPES = { 1: 'luma8', 3: 'rgb8', 4: 'rgba8' } as const;

/** Statements that put the picture of an input into a variable. */
function rustPicture({ file }: SnippetPicture, { dtype, shape }: WholeSpec, variable: string): string {
  const layout = pictureLayout(shape);
  const { size, order, channels } = layout;
  const resized = size ? `.resize_exact(${size.width}, ${size.height}, image::imageops::FilterType::Triangle)` : '';
  const [height, width] = [`${variable}.height() as usize`, `${variable}.width() as usize`];
  const read = pictureShape(order === 'chw' ? { ...layout, order: 'hwc', lead: 0 } : layout, height, width);
  const lead = order === 'chw' ? new Array(layout.lead).fill('.insert_axis(ndarray::Axis(0))').join('') : '';
  const moved = order === 'chw' ? `.permuted_axes(IxDyn(&[2, 0, 1]))${lead}` : '';
  return `    // ${PIXEL_REMARK}
    let ${variable} = image::open(${rustString(file)})?${resized}.to_${IMAGE_TYPES[channels]}();
    let ${variable} = ArrayD::<u8>::from_shape_vec(
        IxDyn(&[${read.join(', ')}]),
        ${variable}.into_raw(),
    )?${moved}.mapv(|pixel| pixel as ${TYPES[dtype]});
`;
}

/** The `carton` crate under tokio, with arrays of ndarray 0.15. */
export function rustSnippet({ location, inputs, values }: SnippetModel): Snippet {
  const { shown, left } = snippetTensors(inputs);
  const pictures: string[] = [];
  const lines = shown.flatMap((spec, index) => {
    const value = values?.get(spec.name);
    if (value?.kind === 'picture' && spec.dtype !== 'string') {
      const variable = `picture_${index}`;
      pictures.push(rustPicture(value, spec, variable));
      return [`            (${rustString(spec.name)}, Tensor::new(${variable})),`];
    }
    const elements = value?.kind === 'elements' ? value : undefined;
    const remark = elements ? undefined : shapeRemark(spec.shape);
    const line = `            (${rustString(spec.name)}, Tensor::new(${rustArray(spec, elements)})),`;
    return remark === undefined ? [line] : [`            // ${remark}`, line];
  });
  if (left > 0) lines.push(`            // and ${left} more inputs`);
  const given =
    inputs.length === 0
      ? `        // This carton does not say what its inputs are.
        .infer(Vec::<(String, Tensor)>::new())`
      : `        .infer([
${lines.join('\n')}
        ])`;
  return {
    install: `cargo add --git https://github.com/VivekPanyam/carton carton
cargo add ndarray@0.15
cargo add tokio@1 --features macros,rt-multi-thread${pictures.length > 0 ? '\ncargo add image@0.25' : ''}`,
    code: `use carton::types::{LoadOpts, Tensor};
use carton::Carton;
${inputs.length === 0 ? '' : 'use ndarray::{ArrayD, IxDyn};\n'}
#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let model = Carton::load(${rustString(location)}, LoadOpts::default()).await?;
${pictures.join('')}    let out = model
${given}
        .await?;
    println!("{out:?}");
    Ok(())
}
`,
  };
}
