import type { StateCreator } from 'zustand/vanilla';
import { type ErrorData, isCancelled, toErrorData } from '../base/errors.ts';
import { type Finding, mergeFindings } from '../base/findings.ts';
import type { HashState, Package, PackageFile } from '../model/package.ts';
import type { FileVerdict, Verification, VerifyProgress } from '../model/verification.ts';
import type { WorkerClient } from '../worker/protocol.ts';
import { type VerifyHold, verifyHoldOf } from './auto-verify.ts';
import { openedOf } from './load.ts';
import type { AppState, OnPackageChanged } from './store.ts';

/** How far the verification of the open package is. */
export type VerifyState =
  | { phase: 'idle' }
  | { phase: 'running'; progress: VerifyProgress }
  | { phase: 'done'; result: Verification }
  | { phase: 'cancelled' }
  | { phase: 'failed'; error: ErrorData };

/** What the content of files has shown, by path. A new object for each change, over one table that grows. */
export interface Verdicts {
  readonly size: number;
  /** How many do not match. */
  readonly wrong: number;
  get(path: string): FileVerdict['hash'] | undefined;
  /** SHA-256 of a file's content, where it is known and differs from the listed one. */
  sha256(path: string): string | undefined;
}

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
  addFindings(findings: readonly Finding[]): void;
}

const NOTHING: Verdicts = { size: 0, wrong: 0, get: () => undefined, sha256: () => undefined };

/** Decoded bytes that verifying reads. Linked files were checked when they were fetched. */
export function contentBytes(content: Package): number {
  return content.files.reduce((sum, file) => sum + (file.fetched ? 0 : (file.size ?? 0)), 0);
}

/** A file's state, given what its content has shown. */
export function hashStateOf(file: PackageFile, verdicts: Verdicts, running: boolean): HashState {
  if (file.shadowed || file.unsafe) return file.hash;
  const verdict = verdicts.get(file.path);
  if (verdict === undefined) return running && file.hash === 'unverified' ? 'verifying' : file.hash;
  // Without a hash to compare with, reading a file can only show that it is damaged.
  if (verdict === 'verified' && file.sha256 === undefined) return file.hash;
  return verdict;
}

export function verifySlice(
  client: WorkerClient,
  embedded: boolean,
  onPackageChanged: (listener: OnPackageChanged) => void,
): StateCreator<AppState, [], [], VerifySlice> {
  return (set, get) => {
    let running: AbortController | undefined;
    /** Settles when what is running ends. */
    let ended: Promise<void> = Promise.resolve();
    let known = new Map<string, FileVerdict['hash']>();
    let differing = new Map<string, string>();
    let wrong = 0;

    onPackageChanged((opened, reason) => {
      if (reason === 'grown') return {};
      running?.abort();
      running = undefined;
      known = new Map();
      differing = new Map();
      wrong = 0;
      // Verifying may be what the worker died of: then it waits to be asked for.
      const verifyHold = opened && verifyHoldOf(opened, embedded);
      const begins = opened && reason !== 'revived' && verifyHold === undefined;
      return {
        state: { verification: { phase: 'idle' }, verifyHold, verdicts: NOTHING, contentFindings: [] },
        begin: () => void (begins && get().verify()),
      };
    });

    function shown(): Verdicts {
      const [map, hashes] = [known, differing];
      return { size: map.size, wrong, get: (path) => map.get(path), sha256: (path) => hashes.get(path) };
    }

    function setVerdicts(verdicts: readonly FileVerdict[]): void {
      if (verdicts.length === 0) return;
      for (const { path, hash, sha256 } of verdicts) {
        wrong += Number(hash !== 'verified') - Number((known.get(path) ?? 'verified') !== 'verified');
        known.set(path, hash);
        if (hash === 'mismatch' && sha256 !== undefined) differing.set(path, sha256);
        else differing.delete(path);
      }
      set({ verdicts: shown() });
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
            onProgress({ verdicts, ...progress }) {
              if (!isCurrent()) return;
              setVerdicts(verdicts ?? []);
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
      verdicts: NOTHING,
      contentFindings: [],
      verify() {
        if (!running) ended = read();
        return ended;
      },
      cancelVerify() {
        running?.abort();
      },
      setVerdicts,
      addFindings(findings) {
        set({ contentFindings: mergeFindings(get().contentFindings, findings) });
      },
    };
  };
}
