import fc from 'fast-check';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { describe, expect, it } from 'vitest';
import { cpuClock } from '../../../../testing/cpu-clock.ts';
import { scanDescription } from './description.ts';

const seen = (text: string) =>
  scanDescription(text).addresses.map(({ kind, address, line }) => `${line} ${kind} ${address}`);
const tags = (text: string) => scanDescription(text).html.map(({ tag, line }) => `${line} ${tag}`);

describe('scanDescription', () => {
  it.each([
    ['an image', 'a ![box](@misc/box.png) b', ['1 image @misc/box.png']],
    ['a link', '\n\n[x](https://x.y)', ['3 link https://x.y']],
    ['an image in a link', '[![a](1.png)](2)', ['1 image 1.png', '1 link 2']],
    ['titles', '![a](1 "t (x)") [b](2 \'t\') [c](3 (t))', ['1 image 1', '1 link 2', '1 link 3']],
    ['brackets in addresses', '[a](b(c)d) [e](<f g>)', ['1 link b(c)d', '1 link f g']],
    ['escapes', '\\![a](b) \\[c](d) [e](f\\_g)', ['1 link b', '1 link f_g']],
    ['references', '![a][R s] ![r  S] [x][]\n\n[r s]: 1\n[x]: <2 3>', ['1 image 1', '1 image 1', '1 link 2 3']],
    ['angle brackets', '<https://x.y> <mailto:a@b>', ['1 link https://x.y', '1 link mailto:a@b']],
    ['no address', '[a] (b) [c](d e) ![f]', []],
    ['code', '`![a](b)` ``[c](d) ` e`` `open [f](g)', ['1 link g']],
    ['fences', '```md\n![a](b)\n```\n~~~\n[c](d)\n```\n~~~~\n[e](f)', ['8 link f']],
    ['a fence without an end', 'x\n\n```\n![a](b)\n', []],
    ['indented code', 'a\n\n    ![a](b)\n\nx', []],
    ['what a list holds', '- a\n\n    ![a](b)\n', ['3 image b']],
    ['CR LF', 'a\r\n![b](c)\r\n', ['2 image c']],
  ])('sees %s', (_, text, expected) => {
    expect(seen(text)).toEqual(expected);
  });

  it.each([
    ['<b>x</b>', ['1 b', '1 b']],
    ['a\n<img src="![x](y)">', ['2 img']],
    ['<!-- ![x](y) --> [a](b)', ['1 !--']],
    ['a < b and c > d, x<y, 1 <2>', []],
    ['`<b>` and \\<b>', []],
    ['<script\nsrc="x">', ['1 script']],
    ['<https://x.y>', []],
  ])('tells HTML in %j', (text, expected) => {
    expect(tags(text)).toEqual(expected);
  });

  it('sees in ordinary Markdown what the parser of the page sees', () => {
    const piece = fc.constantFrom(
      'word',
      ' ',
      '\n',
      '\n\n',
      '![alt](@misc/a.png)',
      '[text](https://example.com/a_(b))',
      '[![in](x.png)](https://y.z "title")',
      '`code ![no](no)`',
      '\n\n```\n![no](no)\n```\n\n',
      '\n- item ![i](list.png)\n',
      '> quote [q](q) ',
      '**bold [b](b)**',
      '<https://auto.link>',
      '[ref]',
      '![alt][ref]',
      '\\[esc](no)',
      '| a |\n|---|\n| ![cell](cell.png) |\n\n',
      '# Title [t](t)\n',
      '(',
      ')',
    );
    const parser = unified().use(remarkParse).use(remarkGfm).freeze();
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = `${pieces.join('')}\n\n[ref]: ref.png\n`;
        const expected: string[] = [];
        const definitions = new Map([['ref', 'ref.png']]);
        interface Node {
          type: string;
          url?: string;
          identifier?: string;
          children?: Node[];
        }
        const visit = (node: Node) => {
          const address = node.url ?? definitions.get(node.identifier ?? '');
          if (/^image/.test(node.type)) expected.push(`image ${address}`);
          if (/^link/.test(node.type)) expected.push(`link ${address}`);
          for (const child of node.children ?? []) visit(child);
        };
        visit(parser.parse(text) as Node);
        const found = scanDescription(text).addresses.map(({ kind, address }) => `${kind} ${address}`);
        expect(found.sort()).toEqual(expected.filter((item) => !item.endsWith(' ')).sort());
      }),
      { numRuns: 300 },
    );
  });

  it('takes time linear to the length, for any text', () => {
    const pieces = [
      '[',
      '](',
      '![',
      '[a](b',
      '[a][',
      '`',
      '``` ',
      '<',
      '<a ',
      '<!-- ',
      '<!--\n\n',
      '\\',
      '> ',
      '- ',
      '[a]: b\n',
      '((',
    ];
    for (const piece of pieces) {
      const time = (length: number) => {
        const text = `[a]: b\n\n${piece.repeat(length / piece.length)}`;
        const seconds = cpuClock();
        scanDescription(text);
        return seconds();
      };
      time(100_000);
      expect(time(400_000), piece).toBeLessThan(15);
    }
    const ticks = Array.from({ length: 1400 }, (_, i) => '`'.repeat(i)).join(' ');
    const seconds = cpuClock();
    scanDescription(ticks);
    expect(seconds()).toBeLessThan(15);
  });

  it('answers for any text, and tells where addresses are written', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'[]()!<>`\\ \n-a#*:"~'), maxLength: 60 }), (text) => {
        for (const { line, address, start, end } of scanDescription(text).addresses) {
          expect(line).toBeGreaterThan(0);
          expect(line).toBeLessThanOrEqual(text.split('\n').length);
          const written = text.slice(start, end).replace(/\\([!-/:-@[-`{-~])/g, '$1');
          expect([address, `<${address}>`]).toContain(written);
        }
      }),
    );
  });
});
