import type { CartonDtype } from '../core/dtypes.ts';
import {
  codePoints,
  EXAMPLE_TEXT,
  exampleShape,
  isPlain,
  type Snippet,
  type SnippetModel,
  shapeRemark,
  snippetTensors,
  type WholeSpec,
} from './snippet.ts';

/** A Rust string literal in ASCII (The Rust Reference, "String literals"). */
export function rustString(text: string): string {
  const body = codePoints(text).map((point) => {
    const char = String.fromCodePoint(point);
    if (char === '"' || char === '\\') return `\\${char}`;
    if (isPlain(point)) return char;
    if (char === '\n') return '\\n';
    if (char === '\t') return '\\t';
    return `\\u{${point.toString(16)}}`;
  });
  return `"${body.join('')}"`;
}

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

function rustArray({ dtype, shape }: WholeSpec): string {
  const dimensions = `IxDyn(&[${exampleShape(shape).join(', ')}])`;
  if (dtype === 'string') return `ArrayD::<String>::from_elem(${dimensions}, ${rustString(EXAMPLE_TEXT)}.to_owned())`;
  return `ArrayD::<${TYPES[dtype]}>::zeros(${dimensions})`;
}

/** The `carton` crate under tokio, with arrays of ndarray 0.15. */
export function rustSnippet({ location, inputs }: SnippetModel): Snippet {
  const { shown, left } = snippetTensors(inputs);
  const lines = shown.flatMap((spec) => {
    const remark = shapeRemark(spec.shape);
    const line = `            (${rustString(spec.name)}, Tensor::new(${rustArray(spec)})),`;
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
cargo add tokio@1 --features macros,rt-multi-thread`,
    code: `use carton::types::{LoadOpts, Tensor};
use carton::Carton;
${inputs.length === 0 ? '' : 'use ndarray::{ArrayD, IxDyn};\n'}
#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let model = Carton::load(${rustString(location)}, LoadOpts::default()).await?;
    let out = model
${given}
        .await?;
    println!("{out:?}");
    Ok(())
}
`,
  };
}
