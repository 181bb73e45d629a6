import type { Draft, DraftPackage, Renewal, Texts } from '../model/draft.ts';
import type { Package } from '../model/package.ts';
import { fakePackage } from './fake-worker.ts';

/** The texts of a package whose only text is carton.toml. */
export function textsOf(text: string): Texts {
  return new Map([['carton.toml', text]]);
}

/** A draft with this text of carton.toml. */
export function draftOf(text: string, renew: Renewal = false): Draft {
  return { texts: textsOf(text), files: [], renew };
}

/** The text of carton.toml. Throws if there is none. */
export function textIn(draft: { texts: Texts } | undefined): string {
  const text = draft?.texts.get('carton.toml');
  if (text === undefined) throw new Error('There is no text of carton.toml.');
  return text;
}

/** What the worker says of a package with a draft that changes neither its files nor its tensors. */
export function draftPackage(parts: Partial<Package> = {}): DraftPackage {
  const { files: _, tensors: __, ...drafted } = fakePackage(parts);
  return drafted;
}
