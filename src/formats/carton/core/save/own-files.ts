import type { FileEditing, OwnFile } from '../../../../model/package.ts';
import { CARTON_TOML, LINKS, MANIFEST, TENSOR_INDEX } from '../paths.ts';

/** The files of a carton that stay where they are. */
const OWN_FILES: readonly OwnFile[] = [
  { path: CARTON_TOML, why: `${CARTON_TOML} is edited on the Edit tab.` },
  { path: MANIFEST, why: `${MANIFEST} is written when you save: it has the hashes of all other files.` },
  { path: LINKS, why: `${LINKS} says where linked files are. Its text can be edited.`, canPut: true },
  { path: TENSOR_INDEX, why: `${TENSOR_INDEX} is where every carton lists its tensors.`, canPut: true },
];

/** What can be done with the files of a carton that can be saved. */
export const CARTON_FILES: FileEditing = {
  own: OWN_FILES,
  links: LINKS,
  folders: [
    {
      path: 'model/',
      says: 'The runner loads what is in model/. Boxcutter does not check that it still works with your changes.',
    },
  ],
};
