import { throwIfAborted } from '../../../../base/abort.ts';
import { encodeUtf8 } from '../../../../base/bytes.ts';
import type { Edit } from '../../../../model/edit/edit.ts';
import { TomlText } from '../../../../toml/toml-text.ts';
import type { OpenPackage } from '../../../format.ts';
import { MAX_CARTON_TOML_BYTES } from '../limits.ts';
import { CARTON_TOML } from '../paths.ts';
import { EDITABLE_CARTON_TOML, type ParsedCartonToml } from '../read/carton-toml.ts';
import { type SmallFile, tooLarge } from '../read/small-file.ts';

/**
 * Makes `OpenPackage.edit`. It keeps what it parsed last, because the next edit is usually of the same text. Rejects
 * also with `carton/file-too-large`.
 *
 * @param own the text of carton.toml
 */
export function editorOf(own: string): NonNullable<OpenPackage['edit']> {
  let last: TomlText<ParsedCartonToml> | undefined;
  return async ({ texts, edits: given = [] }, signal) => {
    throwIfAborted(signal);
    const text = texts?.get(CARTON_TOML) ?? own;
    // The form makes only edits of this kind.
    const edits = given as readonly Edit[];
    checkLength(text);
    const before = last?.text === text ? last : new TomlText(text, EDITABLE_CARTON_TOML);
    const toml = edits.length > 0 ? before.edited(edits) : before;
    checkLength(toml.text);
    last = toml;
    throwIfAborted(signal);
    const values = toml.values();
    return { texts: new Map([[CARTON_TOML, toml.text]]), ...(values && { values }) };
  };
}

function checkLength(text: string): void {
  const { length } = encodeUtf8(text);
  if (length > MAX_CARTON_TOML_BYTES) throw tooLarge(CARTON_TOML, length, MAX_CARTON_TOML_BYTES);
}

/** Why there is no text of carton.toml to edit. */
export function editProblem({ absent, problem }: SmallFile, isLinked: boolean): string {
  if (isLinked && absent) return 'carton.toml is only linked. Fetch it to edit it.';
  if (absent) return 'carton.toml is missing.';
  return problem ? problem.message : 'carton.toml is not UTF-8 text.';
}
