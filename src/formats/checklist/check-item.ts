import { formatNumberOf } from '../../base/amounts.ts';
import { INVISIBLE } from '../../base/text.ts';
import type { CheckAct, CheckItem, KnownOfPackage } from '../../model/checklist.ts';
import type { Package } from '../../model/package.ts';
import type { Place } from '../../model/place.ts';
import { type FactPart, type FactText, factFile } from '../../model/run-facts.ts';
import type { ContentLook } from './content.ts';

/** What checks are made of: the package that saving would give, and what is known of it beside. */
export interface CheckScope {
  pkg: Package;
  known: KnownOfPackage;
  content: ContentLook;
  /** Reading a file costs requests. */
  isRemote: boolean;
}

/** A check that is done. */
export function doneItem(check: string, says: string, why: FactText = []): CheckItem {
  return { check, done: true, says: [says], ...(why.length > 0 && { why }) };
}

/** A check that is not. */
export function openItem(check: string, says: string | FactText, more: Partial<CheckItem> = {}): CheckItem {
  return { check, done: false, says: typeof says === 'string' ? [says] : says, ...more };
}

/** Leads to a field of the form. */
export function toField(field: string, label = 'Edit'): CheckAct {
  return { kind: 'field', label, field };
}

/** Leads to a place in the package. */
export function toPlace(to: Place, label = 'Show'): CheckAct {
  return { kind: 'place', label, to };
}

const VISIBLE = new RegExp(`(?!${INVISIBLE}|\\s)[^]`, 'u');

/** Whether a text has something that a reader sees. */
export function hasText(text: string | undefined): text is string {
  return text !== undefined && VISIBLE.test(text);
}

/** Whether a text is the address of a page, which a link can lead to. */
export function isWebAddress(text: string | undefined): text is string {
  return text !== undefined && /^\s*https?:\/\//i.test(text) && URL.canParse(text);
}

/** The name of a file. A package that is one file is called what it is. */
export function nameOf(path: string, pkg: Package): FactText {
  return pkg.files.length === 1
    ? [`The ${pkg.words.one}`]
    : [factFile(path, undefined, path.slice(path.lastIndexOf('/') + 1))];
}

/** " and 2 others", of so many in all. */
export function others(count: number): FactPart {
  return count > 1 ? ` and ${formatNumberOf(count - 1, 'other')}` : '';
}
