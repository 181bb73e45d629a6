import { describe, expect, it } from 'vitest';
import { leftOutKind } from './left-out.ts';

describe('files that do not belong into a package', () => {
  it.each([
    ['.git/config', 'history'],
    ['sub/.git', 'history'],
    ['.gitignore', 'history'],
    ['.env', 'secret'],
    ['a/.env.production', 'secret'],
    ['.ssh/config', 'secret'],
    ['id_ed25519', 'secret'],
    ['certs/server.pem', 'secret'],
    ['credentials.json', 'secret'],
    ['a/__pycache__/x.cpython-311.pyc', 'made'],
    ['.venv/lib/x.py', 'made'],
    ['.DS_Store', 'system'],
    ['a/Thumbs.db', 'system'],
    ['__MACOSX/a', 'system'],
    ['._weights.bin', 'system'],
  ])('%s: %s', (path, kind) => expect(leftOutKind(path)).toBe(kind));

  it.each([
    'model/.carton/carton.lock',
    'weights.bin',
    'infer.py',
    '.env.example',
    'tokenizer.json',
    'key.py',
    'environment.yml',
    'constructor/a',
    'venv.py',
    'keys/readme.md',
    'a.keyword',
  ])('takes %s', (path) => expect(leftOutKind(path)).toBeUndefined());
});
