import type * as v from 'valibot';
import { type Finding, type FindingCode, finding } from '../../../../base/findings.ts';
import { shortened } from '../../../../base/text.ts';
import type { FieldPath } from '../../../../model/edit/field.ts';
import { type TomlPlaces, tomlTypeName } from '../../../../toml/parser.ts';

/** Turns what valibot finds wrong in a parsed TOML file into findings. */

type Issue = v.BaseIssue<unknown>;

/** The keys and indices that lead to an issue's value. */
export function issuePath(issue: Issue): FieldPath {
  return (issue.path ?? []).map((item) => item.key as string | number);
}

/**
 * An issue as a finding. Its message says what is expected; its code follows from what is wrong.
 *
 * @param part where what was checked is in the file, if it is not the whole
 */
export function issueFinding(
  issue: Issue,
  path: string,
  places: TomlPlaces,
  otherCode?: FindingCode,
  part: FieldPath = [],
): Finding {
  const where = [...part, ...issuePath(issue)];
  const place = { path, ...places.at(where) };
  if (issue.input === undefined)
    return finding(otherCode ?? 'schema/missing-field', `${fieldName(where)} is missing.`, place);
  const value = typeof issue.input === 'string' ? `"${shortened(issue.input)}"` : tomlTypeName(issue.input);
  const message = `${fieldName(where)} must be ${issue.message}, not ${value}.`;
  const code = issueCode(issue, where);
  return finding(code === 'schema/dtype' ? code : (otherCode ?? code), message, place);
}

function issueCode(issue: Issue, where: FieldPath): FindingCode {
  if (issue.type === 'picklist') return typeof issue.input === 'string' ? 'schema/dtype' : 'schema/wrong-type';
  if (issue.type === 'custom' && where.at(-1) === 'shape') return 'schema/shape';
  if (issue.type === 'raw_check' && where[0] !== 'runner' && typeof issue.input === 'string') return 'reference/syntax';
  return 'schema/wrong-type';
}

/**
 * A field in words, counted from 1, at the beginning of a sentence: `Self-test 1, "inputs"` for `self_test.0.inputs`.
 */
function fieldName(path: FieldPath): string {
  const parts: string[] = [];
  for (const [i, part] of path.entries()) {
    if (typeof part === 'number') parts.push(`${(parts.pop() ?? 'item').replace('_', '-')} ${part + 1}`);
    else parts.push(typeof path[i + 1] === 'number' ? part : `"${shortened(part)}"`);
  }
  const name = parts.length === 0 ? 'The file' : parts.join(', ');
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
