import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { LevelsProvider } from '../../../state/hooks.ts';
import { createLevels } from '../../../state/level/levels.ts';
import type { ElementBlock } from '../../../tensor/element-block.ts';
import { fakeWorker } from '../../../testing/fake-worker.ts';
import { BlockFacts, BlockTable } from './block-facts.tsx';

const BLOCK: ElementBlock = {
  number: 1234,
  elements: 256,
  start: 100_000,
  end: 100_144,
  element: 37,
  scale: { name: 'scale', stored: 13, value: Math.fround(0.13), of: { name: 'd', value: Math.fround(0.01) } },
  minimum: { name: 'minimum', stored: 7, value: -7, of: { name: 'dmin', value: 1 } },
  code: 11,
  quant: 11,
  value: Number.NaN,
};

/** The rows of a block: its names with its numbers, as programs read them. */
function rows(block: ElementBlock): string[] {
  const html = renderToStaticMarkup(<BlockTable block={block} dataStart={1000} />);
  const found = html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g);
  return [...found].map(([, name, value]) => `${name}: ${/data-value="(.*?)"/.exec(value as string)?.[1] ?? value}`);
}

describe('the block of an element', () => {
  it('has its number and its bytes in the file, and each number by which the value is computed', () => {
    const html = renderToStaticMarkup(<BlockTable block={BLOCK} dataStart={1000} />);
    expect(html).toContain('Block 1,234<');
    expect(html).toContain('bytes 101,000 to 101,144');
    expect(html).toContain('data-short="0.13"');
    expect(rows(BLOCK)).toEqual([
      'element, from 0: 37 of 256',
      'd: 0.009999999776482582',
      'scale, stored as 13: 0.12999999523162842',
      'dmin: 1',
      'minimum, stored as 7: -7',
      'code: 11',
      'quant: 11',
      'value = scale × quant + minimum: NaN',
    ]);
  });

  it('says which coordinate of a point the element is, and by how much it is shifted', () => {
    const { minimum, ...without } = BLOCK;
    expect(rows({ ...without, code: 1029, coordinate: 5, quant: -1, shift: 0.125 }).slice(3)).toEqual([
      'code: 1029',
      'coordinate: 5',
      'quant: -1',
      'shift: 0.125',
      'value = scale × (quant + shift): NaN',
    ]);
  });

  it('is named before it is read', () => {
    const levels = createLevels(fakeWorker().client);
    const html = renderToStaticMarkup(
      <LevelsProvider value={levels}>
        <BlockFacts info={{ name: 't', dtype: 'Q4_K', shape: [256n], values: 'float32' }} index={0} />
      </LevelsProvider>,
    );
    expect(html).toMatch(/^<section [^>]*aria-label="Block" aria-busy="true"><h3[^>]*>Block<\/h3><\/section>$/);
  });
});
