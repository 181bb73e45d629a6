import { describe, expect, it } from 'vitest';
import type { PackageFile } from '../../../model/package.ts';
import type { ShownLayer, ShownModel } from '../core/own.ts';
import { modelState } from './model-state.ts';
import { modelsFolder, runCommand, serveCommand, weightsPath } from './use-model.ts';

const layer = (kind: ShownLayer['kind'], sha256: string): ShownLayer => ({
  label: kind,
  kind,
  mediaType: '',
  sha256,
  path: `blobs/${sha256}`,
  state: 'here',
  sharedWith: 0,
});

const MODEL: ShownModel = {
  title: 'gemma:2b',
  full: 'registry.ollama.ai/library/gemma:2b',
  path: 'manifests/registry.ollama.ai/library/gemma/2b',
  id: 'b50d6c999e59',
  listedBytes: '3',
  aloneBytes: 3,
  sharedBytes: 0,
  missing: 0,
  facts: [],
  layers: [layer('model', 'aa'), layer('template', 'bb')],
  moreLayers: 0,
};

describe('how a model is used', () => {
  it('names it as Ollama does, and where its weights are', () => {
    expect(runCommand(MODEL)).toBe('ollama run gemma:2b');
    expect(weightsPath(MODEL, 'macOS')).toBe('~/.ollama/models/blobs/sha256-aa');
    expect(weightsPath(MODEL, 'Linux')).toBe('/usr/share/ollama/.ollama/models/blobs/sha256-aa');
    expect(weightsPath(MODEL, 'Windows')).toBe('%USERPROFILE%\\.ollama\\models\\blobs\\sha256-aa');
  });

  it('says how Ollama is started with the folder that is open', () => {
    expect(serveCommand('macOS')).toBe('OLLAMA_MODELS=/path/to/this/folder ollama serve');
    expect(serveCommand('Linux')).toBe(serveCommand('macOS'));
    expect(serveCommand('Windows')).toBe("$env:OLLAMA_MODELS = 'C:\\path\\to\\this\\folder'; ollama serve");
  });

  it('has no command for one that Ollama does not list, and no path for one without weights', () => {
    const { full: _, ...unlisted } = MODEL;
    expect(runCommand(unlisted)).toBeUndefined();
    expect(weightsPath({ ...MODEL, layers: [layer('template', 'bb')] }, 'macOS')).toBeUndefined();
    expect(modelsFolder('macOS')).toBe('~/.ollama/models');
  });
});

describe('the state of a model', () => {
  const files = ['aa', 'bb'].map(
    (sha256): PackageFile => ({
      path: `blobs/${sha256}`,
      sha256,
      size: 1,
      role: 'model',
      hash: 'unverified',
      kind: 'file',
    }),
  );
  const state = (model: ShownModel, ...states: PackageFile['hash'][]) =>
    modelState(model, files, (file) => states[files.indexOf(file)] ?? 'none').word;

  it('matches only if all of its blobs do', () => {
    expect(state(MODEL, 'verified', 'verified')).toBe('Matches');
    expect(state(MODEL, 'verified', 'unverified')).toBe('Not checked');
    expect(state(MODEL, 'verified', 'mismatch')).toBe('1 fails');
    expect(state(MODEL, 'unreadable', 'mismatch')).toBe('2 fail');
    expect(state({ ...MODEL, missing: 2 }, 'verified', 'verified')).toBe('2 missing');
    // Layers that are not listed were not counted.
    expect(state({ ...MODEL, moreLayers: 1 }, 'verified', 'verified')).toBe('Not checked');
  });
});
