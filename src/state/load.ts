import { percentDecoded } from '../base/address.ts';
import { type ErrorData, InternalError } from '../base/errors.ts';
import type { Package } from '../model/package.ts';
import type { Inside } from '../model/place.ts';
import type { FolderFile, NewPackage, SourceDescriptor } from '../worker/protocol.ts';

export type { FolderFile, NewPackage, SourceDescriptor };

/** Where the bytes of a file of a new package are. */
export type NewFileFrom = NewPackage['files'][number]['from'];

/** An open package as the page holds it. */
export interface Opened {
  /** Names the package in calls to the worker. */
  readonly handle: number;
  readonly package: Package;
  /** What it was opened from. Of an inner package, what the outermost one was. */
  readonly descriptor: SourceDescriptor;
  /** Where an inner package lies. Left out for the outermost one. */
  readonly inside?: Inside;
}

/** Whether a package is read from its host piece by piece. One that was downloaded whole is read like a local file. */
export function isRemote(descriptor: SourceDescriptor): boolean {
  return descriptor.kind === 'url' && !descriptor.whole;
}

/** What the page is doing about opening. A package that is open stays so while another one opens. */
export type LoadState =
  | { phase: 'empty' }
  | { phase: 'opening'; name: string; opened?: Opened; progress?: { done: number; total: number } }
  | { phase: 'ready'; opened: Opened }
  | { phase: 'failed'; error: ErrorData };

/** A value that arrives later. */
export type Loading<T> =
  | { status: 'loading'; progress?: { done: number; total: number } }
  | { status: 'ready'; value: T }
  | { status: 'failed'; error: ErrorData };

/** The package that is open, whatever else goes on. */
export function openedOf(load: LoadState): Opened | undefined {
  return load.phase === 'ready' || load.phase === 'opening' ? load.opened : undefined;
}

/** As `openedOf`. Throws where no package is open. */
export function openPackage(load: LoadState): Opened {
  const opened = openedOf(load);
  if (!opened) throw new InternalError('internal/bug', 'No package is open.');
  return opened;
}

/** What people call the thing that a descriptor names. */
export function descriptorName(descriptor: SourceDescriptor): string {
  switch (descriptor.kind) {
    case 'file':
      return descriptor.file.name;
    case 'folder':
      return descriptor.name;
    case 'url': {
      const path = URL.canParse(descriptor.url) ? new URL(descriptor.url).pathname : descriptor.url;
      return percentDecoded(path.split('/').filter(Boolean).at(-1) ?? descriptor.url);
    }
  }
}
