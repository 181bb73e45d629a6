import { encodeUtf8 } from '../../../../base/bytes.ts';
import { sha256 } from '../../../../codec/sha256.ts';
import type { MakerAbout } from '../../../../model/maker.ts';
import type { TensorSpec } from '../../../../model/package.ts';
import { LOCK_FILE, REQUIREMENTS_FILE } from '../paths.ts';
import { NOOP_RUNNER } from '../run/python-runner.ts';

type Schema = Pick<MakerAbout, 'inputs' | 'outputs'>;

/** What a new carton for one of the reference's runners begins with. */
export interface RunnerTemplate {
  /** The runner's name in carton.toml. */
  id: string;
  /** What it loads, in a sentence. */
  about: string;
  /** What a carton from nothing has, in a sentence. */
  contains: string;
  /** The framework version that a new carton asks for. */
  version: string;
  /** Whether its options name a package and a function. */
  hasEntryPoint?: true;
  /** Platforms of a carton from nothing: its lock file names wheels for these alone. */
  platforms?: readonly string[];
  /** What the template's code takes and gives. */
  schema?: Schema;
  /** The files of a carton from nothing, by path. */
  files(): Promise<readonly (readonly [path: string, text: string])[]>;
}

const INFER_PY = `"""What the python runner loads. carton.toml names this file and get_model() in [runner.opts]."""

from pathlib import Path

import numpy as np

# Files beside this one, such as weights: HERE / "weights.safetensors"
HERE = Path(__file__).parent


class Model:
    def __init__(self):
        # Load the weights here. This runs once, when the model is loaded.
        pass

    def infer_with_tensors(self, tensors):
        # A dict of NumPy arrays, by the names of the inputs in carton.toml.
        x = np.asarray(tensors["x"], dtype=np.float32)

        # Replace this with your model.
        y = 2 * x

        # A dict of NumPy arrays, by the names of the outputs in carton.toml.
        return {"y": y}


def get_model():
    # The entry point. The runner calls it once, and then infer_with_tensors() for each inference.
    return Model()
`;

const REQUIREMENTS = `# What the model imports. The reference packer makes .carton/carton.lock from this file.
numpy==1.25.0
`;

/** The same wheel that the reference packer writes for these requirements. */
const LOCKED = `[[lockfile]]
os_name = "posix"
sys_platform = "linux"
platform_machine = "x86_64"
platform_python_implementation = "CPython"
python_version = "3.11"

[[lockfile.locked_deps]]
sha256 = "e559c6afbca484072a98a51b6fa466aae785cfe89b69e8b856c3191bc8872a82"
url = "https://files.pythonhosted.org/packages/f6/ae/546c18cad7525242d87def9ee1cba2e407028044f79c023ea8b2a11397d2/numpy-1.25.0-cp311-cp311-manylinux_2_17_x86_64.manylinux2014_x86_64.whl"
`;

const NUMBERS = { dtype: 'float32', shape: ['n'] };
const X: TensorSpec = { ...NUMBERS, name: 'x', description: 'Any numbers' };
const DOUBLE: Schema = { inputs: [X], outputs: [{ ...NUMBERS, name: 'y', description: 'Twice the numbers' }] };

const EXPORT_PY = `"""Makes model.pt, which is the file that the torchscript runner loads. The runner does not read this file."""

import torch


class Model(torch.nn.Module):
    # The entry point: a dict of tensors comes in, and a dict of tensors goes out.
    # The names are those of the inputs and outputs in carton.toml.
    def forward(self, x: torch.Tensor) -> dict[str, torch.Tensor]:
        # Replace this with your model.
        return {"y": 2 * x}


# Add the file that this writes as model/model.pt.
torch.jit.script(Model()).save("model.pt")
`;

const LIB_RS = `//! Built to a WebAssembly component, this is model.wasm, which the wasm runner loads. The runner does not read this file.
//! Build it with wit-bindgen 0.13 for the world \`model\` of \`carton-wasm:lib\`, and add the result as model/model.wasm:
//!   cargo build --release --target wasm32-unknown-unknown
//!   wasm-tools component new target/wasm32-unknown-unknown/release/model.wasm -o model.wasm

wit_bindgen::generate!({ world: "model" });

struct Model;

impl Guest for Model {
    // The entry point: named tensors come in, and named tensors go out.
    // The names are those of the inputs and outputs in carton.toml.
    fn infer(inputs: Vec<(String, Tensor)>) -> Vec<(String, Tensor)> {
        // Replace this with your model. It gives back what it gets, as "y".
        inputs
            .into_iter()
            .filter(|(name, _)| name == "x")
            .map(|(_, tensor)| ("y".to_owned(), tensor))
            .collect()
    }
}

export!(Model);
`;

const RUST_BERT_CONFIG = `{
  "SentimentAnalysis": {
    "model_type": "DistilBert",
    "model_path": "./model/rust_model.ot",
    "config_path": "./model/config.json",
    "vocab_path": "./model/vocab.txt",
    "merges_path": null
  }
}
`;

const RUST_BERT_README = `# What the rust-bert runner loads

The entry point is \`model/config.json\`: it names the pipeline, such as \`SentimentAnalysis\`, and the files that it needs.
Their paths are relative to the folder \`model/\` of the carton. Add these files, which Hugging Face has for each model:

- \`model/model/rust_model.ot\`: the weights
- \`model/model/config.json\`: the configuration of the network
- \`model/model/vocab.txt\`: the vocabulary

The runner does not read this file.
`;

const NOOP_README = `# Files

The noop runner loads nothing, so there is no entry point. Put the files that this package carries beside this one.
`;

const SAME: Schema = { inputs: [X], outputs: [{ ...NUMBERS, name: 'y', description: 'The same numbers' }] };

const SENTIMENT: Schema = {
  inputs: [{ name: 'input', dtype: 'string', shape: 'input_shape', description: 'The texts' }],
  outputs: [
    {
      name: 'scores',
      dtype: 'float32',
      shape: 'input_shape',
      description: 'From -1 (negative) to 1 (positive), for each text',
    },
  ],
};

/** The runners of the reference implementation, the usual one first. */
export const RUNNER_TEMPLATES: readonly RunnerTemplate[] = [
  {
    id: 'python',
    about: 'Runs Python code that is in the package.',
    contains: 'A model in Python that doubles numbers, with comments, and its requirements.',
    version: '=3.11',
    hasEntryPoint: true,
    platforms: ['x86_64-unknown-linux-gnu'],
    schema: DOUBLE,
    files: async () => [
      ['model/infer.py', INFER_PY],
      [REQUIREMENTS_FILE, REQUIREMENTS],
      [
        LOCK_FILE,
        `# For ${REQUIREMENTS_FILE} as it is. After a change, the reference packer makes it again.\norig_deps_hash = "${await sha256(encodeUtf8(REQUIREMENTS))}"\n\n${LOCKED}`,
      ],
    ],
  },
  {
    id: 'torchscript',
    about: 'Loads model/model.pt, which torch.jit.save has written.',
    contains: 'A script with comments that makes model.pt. Add that file afterwards.',
    version: '>=2.0.0',
    schema: DOUBLE,
    files: async () => [['model/export_model.py', EXPORT_PY]],
  },
  {
    id: 'wasm',
    about: 'Loads model/model.wasm, a WebAssembly component. Experimental.',
    contains: 'Code in Rust with comments that becomes model.wasm. Add that file afterwards.',
    version: '=0.0.1',
    schema: SAME,
    files: async () => [['model/lib.rs', LIB_RS]],
  },
  {
    id: 'rust-bert',
    about: 'Runs pipelines of rust-bert, such as translation and sentiment.',
    contains: 'The configuration of a pipeline, and a note on the files to add.',
    version: '>=0.0.0',
    schema: SENTIMENT,
    files: async () => [
      ['model/config.json', RUST_BERT_CONFIG],
      ['model/README.md', RUST_BERT_README],
    ],
  },
  {
    id: NOOP_RUNNER,
    about: 'Loads nothing. For packages that only carry files.',
    contains: 'A note where your files will go.',
    version: '*',
    files: async () => [['model/README.md', NOOP_README]],
  },
];

/** The template of a runner. Of one that is not known, what has no files. */
export function runnerTemplate(id: string): RunnerTemplate {
  return RUNNER_TEMPLATES.find((one) => one.id === id) ?? (RUNNER_TEMPLATES.at(-1) as RunnerTemplate);
}
