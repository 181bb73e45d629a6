import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, inflateSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { memorySource } from '../../../source/memory.ts';
import { openPackage } from '../../registry.ts';

/** The worst that is said of a file. */
type Verdict = 'harmless' | 'unknown' | 'computed call' | 'error';

/** Each layout with the verdict that it ought to have, judged by hand, and why. */
const LAYOUTS: readonly [name: string, verdict: Verdict, why: string][] = [
  ...[0, 1, 2, 3, 4, 5].map((n): [string, Verdict, string] => [`python-protocol-${n}.pkl`, 'harmless', 'plain values']),
  ...[0, 1, 2, 3, 4, 5].map((n): [string, Verdict, string] => [`numpy-protocol-${n}.pkl`, 'harmless', 'only arrays']),
  ['numpy-objects.npy', 'harmless', 'arrays in arrays'],
  ['numpy-objects.npz', 'harmless', 'an array of objects beside others'],
  ['numpy-random.pkl', 'harmless', 'states of generators'],
  ['detectron-weights.pkl', 'harmless', 'arrays by name'],
  ['random-forest.joblib', 'harmless', 'estimators keep what they are given'],
  ['random-forest-zlib.joblib', 'harmless', 'the same, compressed'],
  ['decision-tree-2018.joblib', 'harmless', 'the same, with the joblib that was a part of scikit-learn'],
  ['pipeline.pkl', 'harmless', 'estimators in a pipeline'],
  ['gradient-boosting.joblib', 'harmless', 'estimators, trees and losses'],
  ['text-classifier.joblib', 'harmless', 'a vocabulary, and an estimator'],
  ['grid-search.joblib', 'harmless', 'an estimator and its scores'],
  ['neighbors.joblib', 'harmless', 'trees in C that take over a state'],
  ['many-estimators.joblib', 'harmless', '26 estimators'],
  ['scipy-sparse.pkl', 'harmless', 'matrices of arrays'],
  ['state-dict.pt', 'harmless', 'only tensors'],
  ['state-dict-old.pth', 'harmless', 'only tensors'],
  ['pytorch-model.bin', 'harmless', 'only tensors'],
  ['tensor-kinds.pt', 'harmless', 'PyTorch rebuilds each kind from its elements'],
  ['whole-module.pt', 'harmless', 'layers of PyTorch itself'],
  ['whole-module-old.pt', 'computed call', 'the old format names classes by ids, and only its reader knows them'],
  ['whole-transformer.pt', 'harmless', 'layers, and a function of tensors'],
  ['torchscript.pt', 'harmless', 'classes of the archive. That its code runs is said elsewhere'],
  ['optimizer.pt', 'harmless', 'only tensors'],
  ['whole-optimizer.pt', 'harmless', 'optimizers of PyTorch itself'],
  ['scheduler.pt', 'harmless', 'only numbers'],
  ['one-cycle-scheduler.pt', 'unknown', 'getattr is proven. The class of the scheduler calls its optimizer'],
  ['scaler.pt', 'harmless', 'only numbers'],
  ['rng-state.pth', 'harmless', 'numbers and arrays'],
  ['distributed-checkpoint.pt', 'harmless', 'tensors, and what the command line said'],
  ['whisper.pt', 'harmless', 'only tensors'],
  ['textual-inversion.pt', 'harmless', 'only tensors'],
  ['lightning.ckpt', 'unknown', 'the class of a callback is a key'],
  ['lightning-2.ckpt', 'harmless', 'callbacks are named by texts'],
  ['deepspeed-model-states.pt', 'unknown', 'classes of DeepSpeed'],
  ['training-args.bin', 'unknown', 'the class of the arguments, which connects to hosts where it is called'],
  ['training-args-3-11.bin', 'unknown', 'the same. getattr is proven'],
  ['training-args-3-11-old.bin', 'unknown', 'the same, in the old format'],
  ['speech.nemo', 'harmless', 'only tensors, in a tar'],
  ['speech-gzip.nemo', 'harmless', 'the same, compressed'],
  ['fairseq-old.pt', 'unknown', 'classes of fairseq'],
  ['fairseq-hydra.pt', 'unknown', 'classes of OmegaConf'],
  ['yolov8.pt', 'unknown', 'classes of a package that writes its settings when it is imported'],
  ['yolov8-segment.pt', 'unknown', 'the same. getattr is proven'],
  ['yolov5.pt', 'unknown', 'classes of a repository, whatever “models” is where it is loaded'],
  ['fastai-export.pkl', 'unknown', 'classes of fastai'],
  ['xgboost.pkl', 'unknown', 'reads a model of its own format'],
  ['lightgbm.pkl', 'unknown', 'reads a model of its own format'],
  ['gensim-word2vec.model', 'unknown', 'classes of gensim'],
  ['spacy-vectors.pkl', 'unknown', 'classes of spaCy'],
  ['pandas-frame.pkl', 'harmless', 'arrays in a frame'],
  ['vocabulary-gzip.pkl', 'harmless', 'plain values, compressed'],
];

const LIBRARIES = 'import numpy, torch, joblib, sklearn';
const pythons = ['/usr/bin/python3', 'python3'].filter((path) => spawnSync(path, ['-c', '']).status === 0);
const python = pythons.find((path) => spawnSync(path, ['-c', LIBRARIES]).status === 0) ?? pythons[0];
const folder = mkdtempSync(join(tmpdir(), 'benign-'));

/** Names of the files that were written. Without a library, those that need it are left out. */
function write(): string[] {
  const program = new URL('../../../testing/pickles/benign-pickles.py', import.meta.url).pathname;
  const { status, stdout, stderr } = spawnSync(python as string, [program, folder]);
  if (status !== 0) throw new Error(stderr.toString());
  return JSON.parse(stdout.toString()) as string[];
}

/** The file, and what of it is compressed as a whole decompressed: the page does it when it opens the inner file. */
function contentOf(name: string): Uint8Array {
  const bytes = readFileSync(join(folder, name));
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return new Uint8Array(gunzipSync(bytes));
  return new Uint8Array(bytes[0] === 0x78 ? inflateSync(bytes) : bytes);
}

async function verdictOf(name: string): Promise<Verdict> {
  const { package: shown } = await openPackage(memorySource(name, contentOf(name)));
  const codes = shown.findings.map(({ code }) => code);
  if (shown.findings.some(({ severity }) => severity === 'error')) return 'error';
  if (codes.some((code) => /^pickle\/(?:computed|changed)/.test(code))) return 'computed call';
  // Packages of other formats only say what loading their pickles runs.
  expect(shown.runs, name).toBeDefined();
  return codes.includes('pickle/unknown') || /unknown|dangerous/.test(shown.runs?.sentence ?? '')
    ? 'unknown'
    : 'harmless';
}

describe.skipIf(!python)('a benign file', () => {
  const written = python ? write() : [];
  afterAll(() => rmSync(folder, { recursive: true }));

  it('has a verdict that was judged by hand', () => {
    expect(written.filter((name) => !LAYOUTS.some(([known]) => known === name))).toEqual([]);
  });

  describe.each(LAYOUTS)('%s', (name, verdict, why) => {
    it.skipIf(!written.includes(name))(`is ${verdict}: ${why}`, async () => {
      expect(await verdictOf(name)).toBe(verdict);
    });
  });
});
