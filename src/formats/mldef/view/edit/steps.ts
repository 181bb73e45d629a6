import type { FieldStep } from '../../../../model/edit/edit.ts';
import { fieldWords } from '../section-words.ts';

/** Sets a text of a section. Half of a character cannot be in a file. */
export function setText(section: string, key: string, text: string): FieldStep {
  return {
    name: `Change ${fieldWords(section, key)}`,
    key: `${section} ${key}`,
    edits: [{ kind: 'set', path: [section, key], value: text.replace(/\p{Surrogate}/gu, '\ufffd') }],
  };
}
