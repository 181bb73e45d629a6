import type { FileAddress } from '../../../model/package.ts';

/** The files and folders of a carton, and how its texts refer to them. */

/** The metadata file. */
export const CARTON_TOML = 'carton.toml';
export const MANIFEST = 'MANIFEST';
export const LINKS = 'LINKS';

export const TENSOR_FOLDER = 'tensor_data/';
export const TENSOR_INDEX = 'tensor_data/index.toml';

/** The file that lists the wheels that the Python runner installs. */
export const LOCK_FILE = 'model/.carton/carton.lock';

/** The requirements that `LOCK_FILE` was made for. */
export const REQUIREMENTS_FILE = 'model/requirements.txt';

/** What the wasm runner loads. */
export const WASM_FILE = 'model/model.wasm';

/** Prefixes of references in carton.toml: to tensors of the index, and to files in `misc/`. */
export const TENSOR_PREFIX = '@tensor_data/';
export const MISC_PREFIX = '@misc/';

/** How a carton's texts name its files: `@misc/a.png` (format document, "model_description"). */
export const MISC_ADDRESS: FileAddress = { prefix: MISC_PREFIX, folder: 'misc/' };

/** The path of a file as the index names it. Undefined for a path outside of the folder. */
export function belowTensors(path: string): string | undefined {
  return path.startsWith(TENSOR_FOLDER) && path !== TENSOR_INDEX ? path.slice(TENSOR_FOLDER.length) : undefined;
}
