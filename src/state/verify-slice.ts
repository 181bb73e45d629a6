import { type ErrorData, isCancelled, toErrorData } from '../base/errors.ts';
import { type Finding, type FindingCode, mergeFindings } from '../base/findings.ts';
import { fileIndex } from '../model/file/file-index.ts';
import type { Package } from '../model/package.ts';
import type { FileVerdict, Verification, VerifyProgress } from '../model/verification.ts';
import type { MakeSlice } from './app-state.ts';
import { type VerifyHold, verifyHoldOf } from './auto-verify.ts';
import { openedOf } from './load.ts';
import { type Verdicts, VerdictTable } from './verdict-table.ts';

/** How far the verification of the open package is. */
export type VerifyState =
  | { phase: 'idle' }
  | { phase: 'running'; progress: VerifyProgress }
  | { phase: 'done'; result: Verification }
  | { phase: 'cancelled' }
  | { phase: 'failed'; error: ErrorData };

export interface VerifySlice {
  verification: VerifyState;
  /** Why the open package waits to be verified until people ask. Undefined where it does not. */
  verifyHold: VerifyHold | undefined;
  verdicts: Verdicts;
  /** Findings of verification, and of linked files that were fetched. */
  contentFindings: readonly Finding[];
  /** Reads every byte of the open package. A second call while one runs waits for that one. Never rejects. */
  verify(): Promise<void>;
  cancelVerify(): void;
  /** Adds what was learned of files in another way. */
  setVerdicts(verdicts: readonly FileVerdict[]): void;
  /** Takes back what was learned of files that can no longer be had. */
  forgetVerdicts(paths: readonly string[]): void;
  addFindings(findings: readonly Finding[]): void;
  /** Replaces the findings with a code about a file: the old ones were about what was read before. */
  replaceFindings(code: FindingCode, path: string, findings: readonly Finding[]): void;
}

declare module './app-state.ts' {
  interface AppState extends VerifySlice {}
}

/** Decoded bytes that verifying reads. Linked files were checked when they were fetched. */
export function contentBytes(content: Package): number {
  return fileIndex(content.files).totals.contentBytes;
}

export const verifySlice: MakeSlice<VerifySlice> = (set, get, { client, isEmbedded = false, onPackageChanged }) => {
  let running: AbortController | undefined;
  /** Settles when what is running ends. */
  let ended: Promise<void> = Promise.resolve();
  let table = new VerdictTable([]);

  onPackageChanged((opened, reason) => {
    if (opened && reason === 'grown') {
      table = table.with(opened.package.files);
      return { state: { verdicts: table.shown() } };
    }
    running?.abort();
    running = undefined;
    table = new VerdictTable(opened?.package.files ?? []);
    // Verifying may be what the worker died of: then it waits to be asked for.
    const verifyHold = opened && verifyHoldOf(opened, isEmbedded);
    const begins = opened && reason !== 'revived' && verifyHold === undefined;
    return {
      state: { verification: { phase: 'idle' }, verifyHold, verdicts: table.shown(), contentFindings: [] },
      begin: () => void (begins && get().verify()),
    };
  });

  function setVerdicts(verdicts: readonly FileVerdict[], matching: readonly number[] = []): void {
    if (verdicts.length === 0 && matching.length === 0) return;
    table.add(verdicts);
    table.match(matching);
    set({ verdicts: table.shown() });
  }

  async function read(): Promise<void> {
    const opened = openedOf(get().load);
    if (!opened?.package.can.verify) return;
    const controller = new AbortController();
    running = controller;
    const total = contentBytes(opened.package);
    set({ verification: { phase: 'running', progress: { done: 0, total } } });
    const isCurrent = () => running === controller;
    try {
      const result = await client.call(
        'verify',
        { handle: opened.handle },
        {
          signal: controller.signal,
          onProgress({ verdicts, matching, ...progress }) {
            if (!isCurrent()) return;
            setVerdicts(verdicts ?? [], matching);
            set({ verification: { phase: 'running', progress } });
          },
        },
      );
      if (!isCurrent()) return;
      get().addFindings(result.findings);
      set({ verification: { phase: 'done', result } });
    } catch (error) {
      if (!isCurrent()) return;
      set({
        verification: isCancelled(error) ? { phase: 'cancelled' } : { phase: 'failed', error: toErrorData(error) },
      });
    } finally {
      if (isCurrent()) running = undefined;
    }
  }

  return {
    verification: { phase: 'idle' },
    verifyHold: undefined,
    verdicts: table.shown(),
    contentFindings: [],
    verify() {
      if (!running) ended = read();
      return ended;
    },
    cancelVerify() {
      running?.abort();
    },
    setVerdicts,
    forgetVerdicts(paths) {
      table.forget(paths);
      set({ verdicts: table.shown() });
    },
    replaceFindings(code, path, findings) {
      const kept = get().contentFindings.filter((known) => known.code !== code || known.path !== path);
      set({ contentFindings: mergeFindings(kept, findings) });
    },
    addFindings(findings) {
      set({ contentFindings: mergeFindings(get().contentFindings, findings) });
    },
  };
};
