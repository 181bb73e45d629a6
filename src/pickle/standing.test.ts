import { describe, expect, it } from 'vitest';
import { DANGEROUS_NAMES, DANGEROUS_PACKAGES } from './names/dangerous.ts';
import { HARMLESS_NAMES } from './names/harmless.ts';
import { PROVEN_CALLABLES, PROVEN_FUNCTIONS, PROVEN_MEMBERS } from './names/proven.ts';
import { type Standing, standingOf } from './standing.ts';

const judged = (full: string): Standing => {
  const at = full.lastIndexOf('.');
  return standingOf(full.slice(0, at), full.slice(at + 1));
};

const harmless = HARMLESS_NAMES.flatMap(({ names }) => names);

describe('a name', () => {
  it('is harmless as a whole alone, and not through an attribute', () => {
    for (const full of harmless) {
      const [top = '', ...rest] = full.split('.');
      const others = [judged(`${full}.attribute`), standingOf('', full)];
      if (rest.length > 1) others.push(standingOf(top, rest.join('.')));
      expect([full, judged(full), others.includes('harmless')]).toEqual([full, 'harmless', false]);
    }
  });

  it('is dangerous, also where it is reached through an attribute', () => {
    for (const full of DANGEROUS_NAMES.flatMap(({ names }) => names)) {
      expect([full, judged(full), judged(`${full}.__call__`)]).toEqual([full, 'dangerous', 'dangerous']);
    }
  });

  // What runs a text of a state, or imports by a name: seen in the sources of SciPy 1.10, NumPy 1.24 and PyTorch 1.13.
  it.each([
    'numpy.core._ufunc_reconstruct',
    'scipy._lib._uarray._backend.unpickle_function',
    'torch._utils._import_dotted_name',
    'scipy.stats._continuous_distns.norm_gen',
    'scipy.stats._distn_infrastructure.rv_frozen',
    'torch_utils.persistence._reconstruct_persistent_obj',
    'torch.fx.graph_module.reduce_graph_module',
    'warnings._getcategory',
    'numpy.prod.__globals__',
    'numpy.__builtins__',
    'builtins.getattr',
    'torch.jit._pickle.os',
    'pathlib.PosixPath.write_text',
  ])('%s is dangerous', (full) => {
    expect(judged(full)).toBe('dangerous');
  });

  it('is dangerous where it leads into a module that another one imports', () => {
    for (const path of ['_os.remove', '_sys.modules', 'linecache.updatecache', 'tempfile.mkdtemp', 'os']) {
      expect(standingOf('random', path), path).toBe('dangerous');
    }
  });

  it.each([
    'builtins.len',
    'builtins.type',
    '__main__.Model',
    'transformers.training_args.TrainingArguments',
    'torch.nn.modules.activation.Optional',
    'torch.nn.modules.linear.warnings',
    'numpy.dtypes.annotations',
    'logging.getLogger',
    'ultralytics.nn.tasks.DetectionModel',
    'sklearn.linear_model._base.warnings',
    'nothing.such',
  ])('%s is unknown', (full) => {
    expect(judged(full)).toBe('unknown');
  });
});

describe('the tables', () => {
  it('name nothing twice', () => {
    for (const groups of [DANGEROUS_PACKAGES, DANGEROUS_NAMES, HARMLESS_NAMES]) {
      const names = groups.flatMap(({ names: some }) => some);
      expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    }
  });

  it('prove only calls of what is dangerous by itself, with classes that are not', () => {
    for (const callable of PROVEN_CALLABLES) expect(judged(callable)).toBe('dangerous');
    for (const { object, attributes } of [...PROVEN_MEMBERS, ...PROVEN_FUNCTIONS]) {
      expect(judged(object)).not.toBe('dangerous');
      for (const attribute of attributes) expect(attribute).toMatch(/^(?!__)\w+$/);
    }
  });
});
