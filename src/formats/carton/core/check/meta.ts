import { percentDecoded, quoteAddress, schemeOf } from '../../../../base/address.ts';
import type { Finding, FindingCode } from '../../../../base/findings.ts';
import { Report } from '../../../../base/report.ts';
import { quote, shortened } from '../../../../base/text.ts';
import type { FieldPath } from '../../../../model/edit/field.ts';
import { addressedPath } from '../../../../model/file/file-address.ts';
import type { TomlPlaces } from '../../../../toml/parser.ts';
import { CARTON_TOML, MISC_ADDRESS } from '../paths.ts';
import type { CartonToml } from '../read/carton-fields.ts';
import { type DescribedAddress, scanDescription } from '../read/description.ts';
import { entryPoint, KNOWN_RUNNERS } from '../run/python-runner.ts';

/** carton.toml, and what it is checked against. */
export interface MetaInput {
  toml: CartonToml;
  /** Where the fields are in the text. */
  places: TomlPlaces;
  /** Whether the package lists a file. */
  lists(path: string): boolean;
  /** Every path that the package lists. Without it, checks that need all paths are skipped. */
  paths?: Iterable<string>;
}

/**
 * Checks the addresses, the description and the runner. None of the findings keeps a carton from loading.
 * `checkLicense` checks the license.
 */
export function checkMeta(input: MetaInput): readonly Finding[] {
  const { toml, places } = input;
  const report = new Report();
  const add = (code: FindingCode, message: string, place: FieldPath) =>
    report.add(code, message, () => ({ path: CARTON_TOML, ...places.at(place) }));
  for (const field of ['repository', 'homepage'] as const) {
    const address = toml[field];
    if (address !== undefined && schemeOf(address) !== 'https:')
      add('meta/url', `The ${field}, ${quoteAddress(address)}, does not begin with https://.`, [field]);
  }
  if (toml.model_description !== undefined) checkDescription(toml.model_description, input, report);
  checkRunner(input, add);
  return report.findings;
}

type Add = (code: FindingCode, message: string, place: FieldPath) => void;

function checkDescription(text: string, { lists, places }: MetaInput, report: Report): void {
  const add = (code: FindingCode, message: string, piece: string) =>
    report.add(code, message, () => ({ path: CARTON_TOML, ...places.within(['model_description'], piece) }));
  const { addresses, html } = scanDescription(text);
  const seen = new Set<string>();
  for (const { address, kind, line } of addresses) {
    const key = `${kind} ${address}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const problem = judgeAddress(address, kind, lists);
    if (problem) add(problem.code, `Line ${line} of the description: ${problem.message}.`, address);
  }
  const [first] = html;
  if (!first) return;
  const more = html.length === 1 ? '' : ` and ${html.length - 1} more`;
  const what = first.tag === '!--' ? 'a comment' : `the tag <${shortened(first.tag)}>`;
  add('meta/html', `Line ${first.line} of the description contains HTML: ${what}${more}.`, `<${first.tag}`);
}

function judgeAddress(
  address: string,
  kind: DescribedAddress['kind'],
  lists: MetaInput['lists'],
): { code: FindingCode; message: string } | undefined {
  const what = kind === 'image' ? 'the image' : 'the link';
  const path = addressedPath(percentDecoded(address), MISC_ADDRESS);
  if (path !== undefined)
    return lists(path)
      ? undefined
      : { code: 'meta/misc-missing', message: `${what} ${quote(path)} is a file that is not in the package` };
  const scheme = schemeOf(address);
  if (scheme === 'https:') return undefined;
  if (kind === 'image' && scheme === 'http:')
    return { code: 'meta/image-http', message: `the image ${quoteAddress(address)} is fetched without encryption` };
  // A mail address and a place in the text need no host.
  if (kind === 'link' && (scheme === 'mailto:' || address.startsWith('#'))) return undefined;
  return {
    code: 'meta/address',
    message: `${what} ${quoteAddress(address)} is neither an https URL nor begins with @misc/`,
  };
}

function checkRunner({ toml, paths }: MetaInput, add: Add): void {
  const { runner } = toml;
  const { runner_name: name } = runner;
  if (name !== undefined && !KNOWN_RUNNERS.includes(name))
    add('meta/runner', `The runner ${quote(name)} is not one of the reference implementation’s.`, [
      'runner',
      'runner_name',
    ]);
  const entry = entryPoint(runner);
  if (!entry) return;
  for (const [field, value] of [
    ['entrypoint_package', entry.package],
    ['entrypoint_fn', entry.fn],
  ] as const) {
    if (value === undefined || value === '')
      add('meta/entry-point', `The Python runner needs the option ${field}, which must be a string.`, [
        'runner',
        'opts',
        field,
      ]);
  }
  if (!entry.package || !paths) return;
  const top = `model/${entry.package.split('.')[0]}`;
  // This may be a folder with or without __init__.py, a .py file, or a compiled module with its platform in the name.
  for (const path of paths) if (path.startsWith(`${top}/`) || path.startsWith(`${top}.`)) return;
  const message = `The Python runner has no ${quote(entry.package)} in model/ to import.`;
  add('meta/entry-point', message, ['runner', 'opts', 'entrypoint_package']);
}
