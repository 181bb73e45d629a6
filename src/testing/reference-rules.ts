import { execFileSync, spawnSync } from 'node:child_process';

/** A Python that reads TOML. The one of Debian is in /usr/bin. Undefined where there is none. */
const PYTHON = ['python3', '/usr/bin/python3'].find(
  (python) => spawnSync(python, ['-c', 'import tomllib, zipfile'], { stdio: 'ignore' }).status === 0,
);

/** Whether `referenceRules` can be asked. */
export const hasPython = PYTHON !== undefined;

/** What the reference reader of cartons asks for before it loads a model, without our code. */
const RULES = `
import hashlib, re, sys, tomllib, zipfile
z = zipfile.ZipFile(sys.argv[1])
assert z.testzip() is None
toml = tomllib.loads(z.read('carton.toml').decode())
assert type(toml['spec_version']) is int
runner = toml['runner']
assert type(runner['runner_name']) is str and type(runner['required_framework_version']) is str
assert type(runner['runner_compat_version']) is int and runner['runner_compat_version'] >= 0
tensors = tomllib.loads(z.read('tensor_data/index.toml').decode())['tensor']
assert type(tensors) is list and all(type(tensor['inner']) is list for tensor in tensors)
text = z.read('MANIFEST').decode()
assert text.endswith('\\n')
lines = [re.fullmatch('(.+)=([0-9a-f]{64})', line).groups() for line in text[:-1].split('\\n')]
assert lines == sorted(lines, key=lambda line: line[0].encode())
assert [path for path, _ in lines] == sorted(set(z.namelist()) - {'MANIFEST', 'LINKS'}, key=str.encode)
for path, digest in lines:
    assert hashlib.sha256(z.read(path)).hexdigest() == digest, path
assert any(path.startswith('model/') for path, _ in lines)
print(*(path for path, _ in lines), sep='\\n')
`;

/**
 * The paths in the MANIFEST of a carton whose files are stored or deflated, and none of them linked. Throws with what
 * Python says where the reference reader would reject the carton.
 */
export function referenceRules(path: string): string[] {
  return execFileSync(PYTHON ?? 'python3', ['-c', RULES, path], { encoding: 'utf8' })
    .trim()
    .split('\n');
}
