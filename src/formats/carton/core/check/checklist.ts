import type { Archive } from '../../../../archive/archive.ts';
import { percentDecoded } from '../../../../base/address.ts';
import { formatNumberOf } from '../../../../base/amounts.ts';
import type { Finding } from '../../../../base/findings.ts';
import { SNIFF_BYTES } from '../../../../base/limits.ts';
import { visibleText } from '../../../../base/text.ts';
import type { CheckAct, CheckAdvice, CheckItem } from '../../../../model/checklist.ts';
import { addressedPath } from '../../../../model/file/file-address.ts';
import { sniffMedia } from '../../../../model/file/media.ts';
import type { Package } from '../../../../model/package.ts';
import { factName, plainText } from '../../../../model/run-facts.ts';
import { type CheckScope, doneItem, isWebAddress, openItem, toField, toPlace } from '../../../checklist/check-item.ts';
import {
  licenseCheck,
  linksCheck,
  manifestCheck,
  rulesCheck,
  sizeCheck,
  specsCheck,
  textCheck,
} from '../../../checklist/checks.ts';
import { privateCheck } from '../../../checklist/private-check.ts';
import { LOCK_FILE, MISC_ADDRESS, REQUIREMENTS_FILE } from '../paths.ts';
import { cartonTomlOf } from '../read/carton-fields.ts';
import { scanDescription } from '../read/description.ts';
import { boundedReq, describeVersionReq, isOpenEnded, parseVersionReq } from '../read/version-req.ts';
import { type Installs, readInstalls } from '../run/installs.ts';
import { entryPoint } from '../run/python-runner.ts';
import { readRuns } from '../run/runs.ts';
import { exampleCheck, isThere, selfTestCheck } from './case-checks.ts';

/** Field of carton.toml. */
const VERSION_FIELD = 'runner.required_framework_version';

/**
 * What an exacting publisher wants of a carton, in the order of the form. Reads the lock file, the requirements and the
 * beginnings of files that examples show. Rejects when canceled, and where the container's bytes do not come.
 */
export async function cartonChecks(
  scope: CheckScope,
  archive: Archive,
  signal: AbortSignal | undefined,
): Promise<CheckItem[]> {
  const { pkg } = scope;
  return [
    rulesCheck(scope),
    manifestCheck(scope),
    await loadsCheck(pkg, archive, signal),
    await licenseCheck(pkg.license, { add: toField('license', 'Add'), change: licenseFix(pkg) }),
    summaryCheck(pkg),
    descriptionCheck(pkg),
    specsCheck('inputs', pkg.inputs, (at) => `input.${at}.description`, { tab: 'edit', item: 'inputs' }),
    specsCheck('outputs', pkg.outputs, (at) => `output.${at}.description`, { tab: 'edit', item: 'outputs' }),
    exampleCheck(pkg),
    selfTestCheck(pkg),
    await pictureCheck(pkg, archive, signal),
    textCheck({
      check: 'homepage',
      value: [pkg.homepage, pkg.repository].find(isWebAddress) ?? (pkg.homepage?.trim() || pkg.repository),
      label: 'Homepage or repository',
      missing: 'No homepage or repository',
      why: 'Where people read more and ask',
      act: toField('homepage', 'Add'),
    }),
    versionsCheck(pkg),
    privateCheck(scope),
    linksCheck(scope),
    sizeCheck(scope),
  ];
}

/** Writes the license as SPDX does, if only one is meant; else leads to its field. */
function licenseFix({ findings }: Package): CheckAct {
  const found = findings.find(({ code, fix }) => code === 'meta/license' && fix !== undefined);
  return found ? { kind: 'fix', label: 'Fix', fix: found } : toField('license');
}

/** Warnings for which the runner fails as it loads the model, or loads something else. */
const LOAD_CODES: readonly string[] = ['meta/lock-syntax', 'meta/lock-stale', 'meta/entry-point'];

/** `loads`: the runner finds what it needs. */
async function loadsCheck(pkg: Package, archive: Archive, signal: AbortSignal | undefined): Promise<CheckItem> {
  if (pkg.unread)
    return openItem('loads', 'What it needs is unknown', { unseen: true, why: ['carton.toml cannot be read'] });
  const { runs, findings } = await readRuns(pkg, archive, signal);
  const { fails = [] } = pkg.verdicts;
  const failure = runs.facts
    .flatMap(({ warnings = [] }) => warnings)
    .find(({ code }) => code !== undefined && fails.includes(code))?.text;
  const found = [...findings, ...pkg.findings].find(({ code }) => LOAD_CODES.includes(code));
  if (!failure && !found) {
    const installs = runs.facts.find(({ kind }) => kind === 'installs')?.brief;
    return doneItem('loads', 'Has what its runner needs', installs ?? []);
  }
  const isLock = failure ? plainText(failure).includes('carton.lock') : found?.path === LOCK_FILE;
  const more = isLock ? lockAdvice(pkg, await readInstalls(archive, undefined, signal)) : undefined;
  return openItem('loads', failure ?? [sentence(found)], {
    matters: true,
    why: [isLock ? 'Packing with the reference writes it' : 'The runner fails when it loads the model'],
    ...(more ? { more } : { act: toPlace({ tab: 'problems' }) }),
  });
}

/** The message of a finding, without its full stop. Strangers' texts in it hide nothing. */
function sentence(found: Finding | undefined): string {
  return visibleText(found?.message ?? '').replace(/\.$/, '');
}

/** Requirements that are named. */
const MAX_PINNED = 5;

/**
 * How the lock file is made. Only the packer of the reference does it: it asks pip for the versions that fit each
 * platform (`carton.pack` of its Python package).
 */
function lockAdvice(pkg: Package, { requirements }: Installs): CheckAdvice {
  const { runner = {} } = cartonTomlOf(pkg) ?? {};
  const entry = entryPoint(runner);
  const { items = [], more = 0 } = requirements.value ?? {};
  const pinned = items.slice(0, MAX_PINNED).flatMap(({ text }, at) => [at > 0 ? ', ' : '', factName(text)]);
  const rest = items.length + more - Math.min(items.length, MAX_PINNED);
  const literal = (value: string) => JSON.stringify(value);
  return {
    text: [
      ['The Python runner installs only what model/.carton/carton.lock lists, and fails without it.'],
      items.length === 0
        ? [
            pkg.files.some(({ path }) => path === REQUIREMENTS_FILE)
              ? `It would pin no packages: ${REQUIREMENTS_FILE} lists none.`
              : `It would pin no packages: there is no ${REQUIREMENTS_FILE}. List the packages there that the code imports.`,
          ]
        : [
            'It would pin ',
            ...pinned,
            ...(rest > 0 ? [` and ${formatNumberOf(rest, 'other')}`] : []),
            ', and what they need.',
          ],
      ['Run this where the folder model is, then add .carton/carton.lock from that folder to model/.carton here:'],
    ],
    command: [
      'import asyncio',
      'import cartonml as carton  # pip install cartonml-nightly',
      '',
      'async def pack():',
      '    return await carton.pack(',
      '        "model",',
      '        runner_name="python",',
      `        required_framework_version=${literal(runner.required_framework_version ?? '')},`,
      '        runner_opts={',
      `            "entrypoint_package": ${literal(entry?.package ?? '')},`,
      `            "entrypoint_fn": ${literal(entry?.fn ?? '')},`,
      '        },',
      '    )',
      '',
      'asyncio.run(pack())',
    ].join('\n'),
  };
}

/** `summary`: one line below the name, not longer than the packer allows. */
function summaryCheck({ summary, findings }: Package): CheckItem {
  const field = 'short_description';
  const long = findings.find(({ code }) => code === 'meta/short-description');
  if (long) return openItem('summary', 'The short description is too long', { act: toField(field) });
  return textCheck({
    check: 'summary',
    value: summary,
    label: 'Short description',
    missing: 'No short description',
    why: 'The line that people see in lists',
    act: toField(field, 'Add'),
  });
}

/** `description`: it is there, and what it shows and links to is there, too. */
function descriptionCheck({ description, findings }: Package): CheckItem {
  const field = 'model_description';
  const wrong = findings.filter((found) => found.field === field && found.severity !== 'info');
  if (wrong.length > 0)
    return openItem('description', `${formatNumberOf(wrong.length, 'problem')} in the description`, {
      why: [sentence(wrong[0])],
      act: toField(field),
    });
  return textCheck({
    check: 'description',
    value: description,
    label: 'Description',
    missing: 'No description',
    why: 'What it was trained on, what it is good for, and what not',
    act: toField(field, 'Add'),
  });
}

/** Files of examples whose first bytes are looked at. */
const MAX_SNIFFED = 20;

/** `picture`: the description or an example shows one. */
async function pictureCheck(pkg: Package, archive: Archive, signal: AbortSignal | undefined): Promise<CheckItem> {
  const inText = scanDescription(pkg.description ?? '').addresses.some(({ kind, address }) => {
    const path = addressedPath(percentDecoded(address), MISC_ADDRESS);
    return (
      kind === 'image' &&
      (path === undefined ? /^https:/i.test(address) && isWebAddress(address) : isThere(pkg.files, path))
    );
  });
  if (inText || (await hasPictureFile(pkg, archive, signal))) return doneItem('picture', 'Picture');
  return openItem('picture', 'No picture', {
    why: ['Drop one into the description: people see it first'],
    act: toField('model_description', 'Add'),
  });
}

/** Whether a file of an example is a picture. Names say nothing: the packer gives these files no ending. */
async function hasPictureFile(
  { examples }: Package,
  archive: Archive,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const paths = examples
    .flatMap(({ inputs, outputs }) => [...inputs, ...outputs])
    .flatMap(({ value }) => (value.kind === 'file' ? value.path : []));
  for (const path of [...new Set(paths)].slice(0, MAX_SNIFFED)) {
    const source = archive.open(path);
    // A file that cannot be read is not shown either.
    const head = await source?.read(0, Math.min(source.size, SNIFF_BYTES), signal).catch((error: unknown) => {
      if (signal?.aborted) throw error;
      return undefined;
    });
    if (head && sniffMedia(head, path).kind === 'picture') return true;
  }
  return false;
}

/** `versions`: a later version of the framework, which nobody has tried, is not said to work. */
function versionsCheck(pkg: Package): CheckItem {
  const { required_framework_version: text = '', runner_name: runner } = cartonTomlOf(pkg)?.runner ?? {};
  const parsed = parseVersionReq(text);
  const act = toField(VERSION_FIELD);
  if (!parsed.ok) return openItem('versions', 'No required version of the framework', { matters: true, act });
  const words = describeVersionReq(parsed.req);
  if (!isOpenEnded(parsed.req)) return doneItem('versions', 'Required version', [factName(runner ?? ''), ` ${words}`]);
  const fixed = boundedReq(text);
  return openItem('versions', 'The required version is open-ended', {
    why: [words, fixed === undefined ? '' : `. With ${fixed}, it ends before the next major version`],
    act:
      fixed === undefined
        ? act
        : { kind: 'fix', label: 'Fix', fix: { fix: 'version-req', fixed, field: VERSION_FIELD } },
  });
}
