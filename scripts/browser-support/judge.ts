import { type CompatData, type Feature, missingIn, oldestTargets, type Target } from './support.ts';
import type { StyleUses, Uses } from './uses.ts';

/** Something that a target lacks. `feature` is its name in MDN's data: `api.Window.showSaveFilePicker`. */
export interface Lack {
  feature: string;
  missing: Target[];
}

/** Global objects and the interfaces that they are of. */
const INSTANCES: Record<string, readonly string[]> = {
  window: ['Window'],
  self: ['Window', 'WorkerGlobalScope', 'DedicatedWorkerGlobalScope'],
  globalThis: ['Window', 'WorkerGlobalScope', 'DedicatedWorkerGlobalScope'],
  navigator: ['Navigator', 'WorkerNavigator'],
  document: ['Document'],
  performance: ['Performance'],
  crypto: ['Crypto'],
  history: ['History'],
  location: ['Location'],
  screen: ['Screen'],
  indexedDB: ['IDBFactory'],
  caches: ['CacheStorage'],
};

/**
 * Interfaces whose objects come from a global alone, such as `navigator.gpu`. Code that has none of these globals, which
 * are judged by themselves, calls methods of its own by these names.
 */
const ENTERED =
  /^(XR|GPU|ML|USB|HID|NDEF|VR|RTC|MIDI|Bluetooth|Payment|Speech|SharedStorage|Identity|HTMLGeolocation|HTMLInstall|Observable|Serial|CSS)/;

/** Built-in objects whose members are only called of the object itself. */
const NAMESPACES: ReadonlySet<string> = new Set(['Symbol', 'Temporal', 'Math', 'Reflect', 'Atomics', 'JSON', 'Intl']);

/** Judges uses by MDN's data. */
export class Judge {
  readonly targets: Target[];
  readonly #data: CompatData;
  /** Features by the name of a method, of all interfaces and built-in objects whose objects code may have. */
  readonly #byName = new Map<string, [name: string, feature: Feature][]>();

  constructor(data: CompatData) {
    this.#data = data;
    this.targets = oldestTargets(data);
    for (const [area, tops] of [
      ['api', data.api],
      ['javascript.builtins', data.javascript.builtins],
    ] as const) {
      for (const [top, members] of Object.entries(tops)) {
        if (ENTERED.test(top) || NAMESPACES.has(top)) continue;
        for (const [key, feature] of Object.entries(members)) {
          if (key === '__compat' || key === top || /_(static|event)$/.test(key)) continue;
          this.#byName.set(key, [...(this.#byName.get(key) ?? []), [`${area}.${top}.${key}`, feature as Feature]]);
        }
      }
    }
  }

  /** What a target lacks of what a script uses. */
  script({ globals, members, methods }: Uses): Lack[] {
    return this.#lacks([
      ...[...globals].map((name) => this.#globalsNamed(name)),
      ...[...members].map((member) => this.#memberOf(member)),
      ...[...methods].map((name) => this.#byName.get(name) ?? []),
    ]);
  }

  /** What a target lacks of what a style sheet uses. What is there for one vendor counts beside the plain name. */
  style({ properties, atRules, selectors }: StyleUses): Lack[] {
    const { css } = this.#data;
    const of = (area: keyof CompatData['css'], names: Set<string>) =>
      [...names].flatMap((name) => {
        const data = name.startsWith('-') ? undefined : css[area][name];
        const missing = data ? missingIn(data, this.targets, (prefix) => names.has(`${prefix}${name}`)) : [];
        return missing.length > 0 ? [{ feature: `css.${area}.${name}`, missing }] : [];
      });
    return [...of('properties', properties), ...of('at-rules', atRules), ...of('selectors', selectors)];
  }

  #globalsNamed(name: string): [string, Feature][] {
    const { api, javascript } = this.#data;
    const places: [string, unknown][] = [
      [`javascript.builtins.${name}`, javascript.builtins[name]],
      [`api.${name}`, api[name]],
      ...['Window', 'WorkerGlobalScope', 'DedicatedWorkerGlobalScope'].map((scope): [string, unknown] => [
        `api.${scope}.${name}`,
        Object.hasOwn(api[scope] ?? {}, name) ? api[scope]?.[name] : undefined,
      ]),
    ];
    return places.filter((place): place is [string, Feature] => place[1] instanceof Object);
  }

  #memberOf(member: string): [string, Feature][] {
    const [of = '', name = ''] = member.split('.');
    const { api, javascript } = this.#data;
    const exact: [string, Feature][] = [];
    for (const interfaceName of INSTANCES[of] ?? [of]) {
      for (const [area, tops] of [
        ['api', api],
        ['javascript.builtins', javascript.builtins],
      ] as const) {
        const top = Object.hasOwn(tops, interfaceName) ? tops[interfaceName] : undefined;
        for (const key of [name, `${name}_static`])
          if (top && key !== '__compat' && Object.hasOwn(top, key))
            exact.push([`${area}.${interfaceName}.${key}`, top[key] as Feature]);
      }
    }
    if (exact.length > 0) return exact;
    if (['window', 'self', 'globalThis'].includes(of)) return this.#globalsNamed(name);
    return INSTANCES[of] || api[of] || javascript.builtins[of] ? [] : (this.#byName.get(name) ?? []);
  }

  /** Those of which no possible meaning is in all targets. Of several, the one that most targets have is named. */
  #lacks(uses: readonly [string, Feature][][]): Lack[] {
    const lacks = uses.flatMap((meanings) => {
      const judged = meanings.map(([feature, data]) => ({ feature, missing: missingIn(data, this.targets) }));
      const best = judged.sort((a, b) => a.missing.length - b.missing.length)[0];
      return best && best.missing.length > 0 ? [best] : [];
    });
    return [...new Map(lacks.map((lack) => [lack.feature, lack])).values()];
  }
}
