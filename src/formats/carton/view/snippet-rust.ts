import { rustString } from '../../../widgets/use-it/literal.ts';
import type { Snippet } from '../../../widgets/use-it/snippet.ts';
import type { CartonDtype } from '../core/read/dtypes.ts';
import {
  EXAMPLE_TEXT,
  PIXEL_REMARK,
  pictureLayout,
  pictureShape,
  type SnippetElements,
  type SnippetModel,
  type SnippetPicture,
  shortNumber,
  type WholeSpec,
  writtenInputs,
} from './snippet.ts';

/** An element type: `f32` of `float32`. */
function typeOf(dtype: CartonDtype): string {
  return dtype === 'string' ? 'String' : dtype.replace(/[a-z]+/, (kind) => kind[0] as string);
}

function writtenOut({ dtype, shape, elements }: SnippetElements): string {
  const literals = elements.map((element) => literal(element, dtype));
  return `ArrayD::<${typeOf(dtype)}>::from_shape_vec(IxDyn(&[${shape.join(', ')}]), vec![${literals.join(', ')}])?`;
}

function literal(element: string, dtype: CartonDtype): string {
  if (dtype === 'string') return `${rustString(element)}.to_owned()`;
  if (dtype !== 'float32' && dtype !== 'float64') return element;
  if (element === 'NaN') return `${typeOf(dtype)}::NAN`;
  if (element === 'Infinity') return `${typeOf(dtype)}::INFINITY`;
  if (element === '-Infinity') return `${typeOf(dtype)}::NEG_INFINITY`;
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
    )?${moved}.mapv(|pixel| pixel as ${typeOf(dtype)});
`;
}

/** The `carton` crate under tokio, with arrays of ndarray 0.15. */
export function rustSnippet(model: SnippetModel): Snippet {
  const isBare = model.inputs.length === 0;
  const pictures: string[] = [];
  const line = ({ name }: WholeSpec, array: string) => `            (${rustString(name)}, Tensor::new(${array})),`;
  const { parts } = writtenInputs(model, {
    remark: '            // ',
    picture(value, spec, index) {
      const variable = `picture_${index}`;
      pictures.push(rustPicture(value, spec, variable));
      return [line(spec, variable)];
    },
    elements: (value, spec) => [line(spec, writtenOut(value))],
    zeros(spec, sizes) {
      const array = `ArrayD::<${typeOf(spec.dtype)}>`;
      const dimensions = `IxDyn(&[${sizes.join(', ')}])`;
      return [
        line(
          spec,
          spec.dtype === 'string'
            ? `${array}::from_elem(${dimensions}, ${rustString(EXAMPLE_TEXT)}.to_owned())`
            : `${array}::zeros(${dimensions})`,
        ),
      ];
    },
  });
  const given = isBare
    ? `${parts.flat().join('\n').replace(/^ {4}/gm, '')}
        .infer(Vec::<(String, Tensor)>::new())`
    : `        .infer([
${parts.flat().join('\n')}
        ])`;
  return {
    install: `cargo add --git https://github.com/VivekPanyam/carton carton
cargo add ndarray@0.15
cargo add tokio@1 --features macros,rt-multi-thread${pictures.length > 0 ? '\ncargo add image@0.25' : ''}`,
    code: `use carton::types::{LoadOpts, Tensor};
use carton::Carton;
${isBare ? '' : 'use ndarray::{ArrayD, IxDyn};\n'}
#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let model = Carton::load(${rustString(model.location)}, LoadOpts::default()).await?;
${pictures.join('')}    let out = model
${given}
        .await?;
    println!("{out:?}");
    Ok(())
}
`,
  };
}
