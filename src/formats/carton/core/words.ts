import type { PackageWords } from '../../../model/words.ts';
import { CARTON_TOML } from './paths.ts';

/** What the page calls a carton and its files. */
export const CARTON_WORDS: PackageWords = {
  one: 'carton',
  a: 'a carton',
  metadataFile: CARTON_TOML,
  hashList: 'MANIFEST',
  linkList: 'LINKS',
  reader: 'the reference reader',
  extension: '.carton',
  checked: [CARTON_TOML, 'MANIFEST', 'LINKS', 'the tensor index', 'self-tests and examples against the schema'],
};
