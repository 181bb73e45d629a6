import { createHash } from 'node:crypto';
import { type BuiltEntry, buildZip } from './zip-builder.ts';

/** A manifest of a model with an input layer, a dense one and one of a CSV table. A test may change any of it. */
export function mldefManifest(): Record<string, unknown> {
  return {
    Model: {
      Name: 'Thermostat',
      Description: 'Says when to heat',
      Tags: 'home, energy',
      'Author name': 'A. Author',
      'Author email': 'a@example.com',
      URL: 'https://example.com/thermostat',
      'License file': 'license.txt',
    },
    'Data files': [
      { Name: 'weights', Path: 'layers/w.float32', 'Storage-bytes': 4, 'Storage-format': 'float' },
      { Name: 'table', Path: 'layers/t.csv', 'Storage-bytes': 8, 'Storage-format': 'float' },
    ],
    'Node ranges': [
      {
        Name: 'room',
        Description: 'Temperatures of two rooms',
        Type: 'input',
        Count: 2,
        Unit: 'kelvin',
        'Normalization scale': 0.1,
        'Missing error-value': -1,
      },
      { Name: 'heat', Description: 'Power of the heating', Type: 'output', Count: 1, Unit: 'watts' },
    ],
    Layers: [
      { Name: 'in', Prior: '', Capabilities: 'input', DataSource: '', StartIndex: '', Count: 2 },
      { Name: 'hidden', Prior: 'in', Capabilities: 'dense', DataSource: 'weights', StartIndex: 1, Count: 3 },
      { Name: 'out', Prior: 'hidden', Capabilities: 'dense, output', DataSource: 'table', StartIndex: 2, Count: 4 },
    ],
  };
}

/** The files of a model, without its manifest. `layers/w.float32` has 0.5, -1.25, 2, 3, 4. */
export const MLDEF_FILES: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>> = {
  'license.txt': 'MIT\n',
  'layers/w.float32': new Uint8Array(new Float32Array([0.5, -1.25, 2, 3, 4]).buffer),
  'layers/t.csv': '1,2.5,-3\n4,5,6e-1\n',
};

/** The lines of SIGNATURE as `sha256sum` writes them. */
export function signatureOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  return Object.entries(files)
    .map(([path, data]) => `${createHash('sha256').update(data).digest('hex')}  ${path}\n`)
    .join('');
}

/** A model as a zip. A manifest that is a text stands as it is. */
export function mldefModel(
  manifest: unknown = mldefManifest(),
  files: Readonly<Record<string, string | Uint8Array>> = MLDEF_FILES,
): Uint8Array<ArrayBuffer> {
  const text = typeof manifest === 'string' ? manifest : JSON.stringify(manifest, null, 2);
  const entries: BuiltEntry[] = Object.entries({ 'manifest.json': text, ...files }).map(([name, data]) => ({
    name,
    data,
  }));
  return buildZip(entries);
}
