import { formatNumberOf } from '../../../../base/amounts.ts';
import { addTo } from '../../../../base/group-by.ts';
import { fileIndex } from '../../../../model/file/file-index.ts';
import type { PackageFile } from '../../../../model/package.ts';
import {
  type FactPart,
  type FactText,
  factFile,
  factItems,
  factName,
  fromHosts,
  MAX_FACT_HOSTS,
  type RunFact,
  type RunWarning,
} from '../../../../model/run-facts.ts';
import { LOCK_FILE, REQUIREMENTS_FILE } from '../paths.ts';
import { unlessEmpty, willNotLoad } from './fact-parts.ts';
import { type Installs, isUsualHost, USUAL_HOSTS } from './installs.ts';
import type { Lock, LockedPackage } from './lock.ts';
import type { Requirement } from './requirements.ts';

const LOCK: FactPart = factFile(LOCK_FILE, undefined, 'carton.lock');
const REQUIREMENTS: FactPart = factFile(REQUIREMENTS_FILE, undefined, 'requirements.txt');

/** Unusual requirements and hosts that have a sentence of their own. The others are counted. */
const MAX_WARNINGS = 5;

/** What the Python runner installs, before its files are read. */
export function unreadInstalls(files: readonly PackageFile[]): RunFact {
  const lock = fileIndex(files).get(LOCK_FILE);
  if (lock && lock.hash !== 'missing')
    return { kind: 'installs', text: ['The packages in ', LOCK], brief: ['locked packages'] };
  // The runner fails where there is no lock file (`loader.rs` of the reference's Python runner).
  return {
    kind: 'installs',
    text: ['Nothing'],
    brief: ['no carton.lock'],
    // A file that MANIFEST lists has a row to lead to.
    warnings: [willNotLoad(lock ? LOCK : 'carton.lock', ' is missing')],
  };
}

/** What is known of the installation beside the fact itself. */
interface More {
  warnings: RunWarning[];
  notes: FactText[];
}

/** What the Python runner installs, and where that comes from. */
export function installsFact({ lock, requirements, isStale }: Installs, files: readonly PackageFile[]): RunFact {
  const more: More = { warnings: [], notes: [] };
  if (isStale) more.warnings.push({ text: [LOCK, ' was made for a different ', REQUIREMENTS] });
  const fact = lock.value ? lockedFact(lock.value, files, more) : unlockedFact(lock.problem, files, more);
  const lists = [...(fact.lists ?? []), ...requirementFacts(requirements, fact, more)];
  return {
    ...fact,
    warnings: unlessEmpty([...(fact.warnings ?? []), ...more.warnings]),
    notes: unlessEmpty(more.notes),
    lists: unlessEmpty(lists),
  };
}

function unlockedFact(problem: string | undefined, files: readonly PackageFile[], { notes }: More): RunFact {
  const fact = unreadInstalls(files);
  if (problem !== undefined) {
    notes.push([LOCK, ' cannot be read']);
    return { ...fact, brief: ['unknown packages'], warnings: [{ text: [withoutPoint(problem)] }] };
  }
  if (!fact.warnings) notes.push([LOCK, ' is only linked, so it was not read']);
  return fact;
}

function lockedFact({ packages, platforms }: Lock, files: readonly PackageFile[], { warnings, notes }: More): RunFact {
  const byName = new Map<string, LockedPackage[]>();
  // There can be a wheel for each platform.
  for (const wheel of packages) addTo(byName, wheel.name.toLowerCase(), wheel);
  const hosts = [...new Set(packages.flatMap(({ host }) => host ?? []))];
  const index = fileIndex(files);
  const { size: count } = byName;
  const inside = packages.filter(({ path }) => path !== undefined);
  const lost = inside.filter(({ path }) => !index.has(path as string)).length;
  const nowhere = packages.filter(({ host, path }) => host === undefined && path === undefined).length;
  unusualHosts(hosts, warnings);
  if (lost > 0) {
    const are = lost === 1 ? 'is' : 'are';
    warnings.push(willNotLoad(`${formatNumberOf(lost, 'wheel')} in `, LOCK, ` ${are} not in the carton`));
  }
  if (nowhere > 0)
    warnings.push(willNotLoad(`${formatNumberOf(nowhere, 'package')} in `, LOCK, ' cannot be found anywhere'));
  if (inside.length > 0 && hosts.length > 0)
    notes.push([`${formatNumberOf(new Set(inside.map(({ name }) => name)).size, 'package')} from the carton itself`]);
  if (platforms.length > 0)
    notes.push(['For ', ...joined(platforms.slice(0, MAX_WARNINGS).map(factName), platforms.length, ' or ')]);
  else warnings.push(willNotLoad(LOCK, ' does not support any platform'));
  const from = hosts.length > 0 ? fromHosts(hosts) : inside.length > 0 ? [' from the carton itself'] : [];
  const itemOf = (wheels: readonly LockedPackage[]) => packageItem(wheels, hosts.length > 1);
  return {
    kind: 'installs',
    text: [count === 0 ? 'No packages' : formatNumberOf(count, 'package'), ...from],
    brief: [count === 0 ? 'no packages' : formatNumberOf(count, 'package')],
    hosts: unlessEmpty(hosts.slice(0, MAX_FACT_HOSTS + 1)),
    lists: count > 0 ? [factItems(['Packages'], [...byName.values()], itemOf, count)] : undefined,
  };
}

/**
 * One package: its name, the versions for all platforms, and where they are.
 *
 * @param withHosts whether packages come from several hosts
 */
function packageItem(wheels: readonly LockedPackage[], withHosts: boolean): FactText {
  const [{ name }] = wheels as [LockedPackage];
  const versions = [...new Set(wheels.flatMap(({ version }) => version ?? []))].slice(0, MAX_WARNINGS);
  const hosts = [...new Set(wheels.flatMap(({ host }) => host ?? []))].slice(0, MAX_WARNINGS);
  const path = wheels.find((wheel) => wheel.path !== undefined)?.path;
  const label = [name, versions.join(', ')].filter(Boolean).join(' ');
  const from = withHosts ? hosts.flatMap((host): FactPart[] => [', ', { host }]) : [];
  return path === undefined
    ? [factName(label), ...from]
    : [factFile(path, undefined, label), ...from, ', in the carton'];
}

/** Warns about unusual hosts. */
function unusualHosts(hosts: readonly string[], warnings: RunWarning[]): void {
  const unusual = hosts.filter((host) => !isUsualHost(host));
  if (unusual.length === 0) return;
  const shown = unusual.slice(0, MAX_WARNINGS).map((host) => ({ host }));
  const are = unusual.length === 1 ? 'is an unusual host' : 'are unusual hosts';
  const usual = USUAL_HOSTS.slice(0, 2).join(' and ');
  const names = joined(shown, unusual.length, ' and ');
  warnings.push({ text: [...names, ` ${are} for Python packages. Usual ones are ${usual}`] });
}

/** What requirements.txt asks for. The runner reads only the lock file: the packer made it from the requirements. */
function requirementFacts(
  { value, problem }: Installs['requirements'],
  { lists: locked }: RunFact,
  { warnings, notes }: More,
): NonNullable<RunFact['lists']> {
  if (problem !== undefined) notes.push([withoutPoint(problem)]);
  const { items, more } = value ?? { items: [], more: 0 };
  if (items.length === 0) return [];
  const count = items.filter(({ kind }) => kind === 'package' || kind === 'address').length;
  const asks = more > 0 ? 'more packages than are listed here' : formatNumberOf(count, 'package');
  const loading = locked ? 'Loading reads only carton.lock' : 'Loading does not read it';
  notes.push([REQUIREMENTS, ` asks for ${asks}. ${loading}`]);
  sourceWarnings(items, warnings);
  const textOf = ({ text, line }: Requirement): FactText => [factFile(REQUIREMENTS_FILE, line, text)];
  return [factItems([REQUIREMENTS], items, textOf, items.length + more)];
}

/** Says which requirements are not the name of a package: these may come from anywhere. */
function sourceWarnings(items: readonly Requirement[], warnings: RunWarning[]): void {
  const unusual = items.flatMap((item): FactText[] => {
    const said = sourceOf(item);
    const line = factFile(REQUIREMENTS_FILE, item.line, `Line ${item.line}`);
    return said ? [[line, ' of requirements.txt ', ...said]] : [];
  });
  const rest = unusual.length - MAX_WARNINGS;
  const said = unusual.slice(0, MAX_WARNINGS);
  if (rest > 0) said.push([`${formatNumberOf(rest, 'more line')} of requirements.txt like these`]);
  warnings.push(...said.map((text): RunWarning => ({ text, code: 'meta/package-source' })));
}

function sourceOf({ kind, name, host, program, target = '' }: Requirement): FactText | undefined {
  const from = host === undefined ? factName(target) : { host };
  const isUsual = host !== undefined && isUsualHost(host);
  const by = program ? ` by ${program}` : '';
  switch (kind) {
    case 'package':
      return undefined;
    case 'address':
      if (isUsual && !program) return undefined;
      return ['takes ', name === undefined ? 'a package' : factName(name), ' from ', from, by];
    case 'index':
      return isUsual ? undefined : ['looks for packages at ', from];
    case 'file':
      return ['continues in ', from];
    case 'editable':
      return ['installs the source code at ', from, by];
    case 'path':
      return ['installs the file ', from];
  }
}

/** A sentence about a file, as a part of a fact. */
function withoutPoint(sentence: string): FactPart {
  return factName(sentence.replace(/\.$/, ''));
}

/** Joins the first names of a longer list for a sentence: "a, b and 3 more". */
function joined(first: readonly FactPart[], count: number, last: string): FactText {
  const left = count - first.length;
  const parts: FactPart[] = left > 0 ? [...first, `${left} more`] : [...first];
  return parts.flatMap((part, i) => (i === 0 ? [part] : [i === parts.length - 1 ? last : ', ', part]));
}
