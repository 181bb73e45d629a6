import { sharedBy } from '../base/shared-task.ts';
import type { Package } from '../model/package.ts';
import type { Audit } from '../model/run-facts.ts';
import type { CallOptions } from '../worker/protocol.ts';
import type { MakeSlice } from './app-state.ts';
import { openedOf, openPackage } from './load.ts';

/** What was found by looking through a package. */
export interface PackageAudit {
  handle: number;
  /** The package as it was shown: another object for each draft, and once a linked file was fetched. */
  of: Package;
  audit: Audit;
  /** Somebody asked that all be read. */
  isWhole: boolean;
}

export interface AuditSlice {
  /** The last look through the open package. While a draft changes, that of its last state. */
  packageAudit: PackageAudit | undefined;
  /**
   * Looks through the package that is shown, with the draft where there is one, for what loading its files would run.
   * Once for each package: several views wait for one answer, and it is canceled when all of them have gone. A failure
   * can be tried again. Sets `packageAudit`. With `isHeld`, all bytes of a package on a host were just read: what
   * is kept of them is looked at, without another request.
   */
  auditPackage(options?: CallOptions & { isHeld?: boolean }): Promise<Audit>;
  /** As `auditPackage`, but reads the files, too, that are only read when somebody asks for it (`RunFact.unreadFiles`). */
  auditWhole(options: CallOptions): Promise<void>;
}

declare module './app-state.ts' {
  interface AppState extends AuditSlice {}
}

export const auditSlice: MakeSlice<AuditSlice> = (set, get, { client }) => {
  function shownNow() {
    const { load, draft } = get();
    const { handle, package: pkg } = openPackage(load);
    return { pkg: draft?.shown ?? pkg, ask: { handle, draft: draft?.shownDraft?.draft } };
  }

  const keep = (handle: number, of: Package, audit: Audit, isWhole: boolean) => {
    const { packageAudit: last } = get();
    if (openedOf(get().load)?.handle !== handle || (last?.of === of && last.isWhole && !isWhole)) return;
    set({ packageAudit: { handle, of, audit, isWhole } });
  };

  const auditOf = (isHeld: boolean) =>
    sharedBy(async (pkg: Package, signal) => {
      const { ask } = shownNow();
      const audit = await client.call('audit', { ...ask, isHeld }, { signal });
      keep(ask.handle, pkg, audit, false);
      return audit;
    });
  const [held, unheld] = [auditOf(true), auditOf(false)];

  return {
    packageAudit: undefined,
    async auditWhole(options) {
      const { pkg, ask } = shownNow();
      keep(ask.handle, pkg, await client.call('audit', { ...ask, readsAll: true }, options), true);
    },
    auditPackage: async ({ signal, isHeld = false } = {}) => (isHeld ? held : unheld)(shownNow().pkg, signal),
  };
};
