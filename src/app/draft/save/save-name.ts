import { savedName } from '../../../model/file/file-name.ts';

/** An ending as programs give it: `.zip`, `.npz`, not that of `v1.5`. */
const OWN_ENDING = /\.[a-z][a-z0-9]{0,7}$/i;

/**
 * The ending of a file that is saved, with the dot: that of its format, or else that of the open file. May be empty.
 */
export function savedExtension(openName: string, ofFormat: string | undefined): string {
  return ofFormat ?? OWN_ENDING.exec(savedName(openName))?.[0] ?? '';
}

/** Characters of the open file's name that a new name begins with. Short, so that `savedName` cuts no ending off. */
const MAX_STEM = 44;

/** What an edited file's name ends in, before its extension. */
const EDITED = /-edited(?:-(\d{1,4}))?$/;

/**
 * A name for the edited file, never that of the open one: `x-edited` of `x`, then `x-edited-2`. Of a package that was
 * made here and belongs to nobody else, `x-2`, then `x-3`.
 *
 * @param extension with the dot; may be empty
 * @param edition of the open file, if it was made here
 */
export function suggestedName(name: string, extension: string, edition?: number): string {
  const whole = savedName(name);
  const stem = whole.slice(0, whole.length - endingOf(whole, extension).length);
  if (edition !== undefined) {
    const plain = stem.endsWith(`-${edition}`) && edition > 1 ? stem.slice(0, stem.lastIndexOf('-')) : stem;
    return savedName(`${[...plain].slice(0, MAX_STEM).join('')}-${edition + 1}${extension}`);
  }
  const edited = EDITED.exec(stem);
  const number = edited ? Number(edited[1] ?? 1) + 1 : 1;
  const plain = [...(edited ? stem.slice(0, edited.index) : stem)].slice(0, MAX_STEM).join('');
  return savedName(`${plain}-edited${number > 1 ? `-${number}` : ''}${extension}`);
}

/** The name that a typed one makes: one that a file system takes, with the ending of the format's packages. */
export function typedName(typed: string, extension: string): string {
  const name = savedName(typed.trim());
  return endingOf(name, extension) === '' ? savedName(`${[...name].slice(0, MAX_STEM).join('')}${extension}`) : name;
}

/** The ending that packages of the format have. */
function endingOf(name: string, extension: string): string {
  const ending = ['.zip', extension].find((one) => one !== '' && name.toLowerCase().endsWith(one));
  return ending === undefined ? '' : name.slice(name.length - ending.length);
}
