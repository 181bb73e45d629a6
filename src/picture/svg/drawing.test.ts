import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PLAIN_DRAWINGS } from '../../testing/builders/plain-drawings.ts';
import { cpuClock } from '../../testing/cpu-clock.ts';
import { MAX_PICTURE_COST } from '../cost.ts';
import { doubtIn, readDrawing } from './drawing.ts';

const SVG = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';

function svg(content: string, attributes = 'width="400" height="400"'): string {
  return `<svg ${SVG} ${attributes}>${content}</svg>`;
}

/** Why a drawing is not drawn without asking: what it holds, or that it takes too long; undefined where it is drawn. */
function doubtOf(text: string): string | undefined {
  try {
    const { time } = readDrawing(text);
    return time <= MAX_PICTURE_COST.time ? undefined : 'takes too long';
  } catch (error) {
    const reason = doubtIn(error);
    if (reason === undefined) throw error;
    return reason;
  }
}

const rect = '<rect width="9" height="9"/>';
const many = (count: number, part: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => part(at)).join('');

/** Levels of groups, each drawing the one before `each` times. */
function levels(count: number, each: number, leaf: string): string {
  const groups = many(count, (at) => `<g id="l${at + 1}">${`<use xlink:href="#l${at}"/>`.repeat(each)}</g>`);
  return `<defs><g id="l0">${leaf}</g>${groups}</defs><use href="#l${count}"/>`;
}

describe('readDrawing', () => {
  it.each(Object.keys(PLAIN_DRAWINGS))('draws what is plain without asking: %s', (name) => {
    expect(doubtOf(PLAIN_DRAWINGS[name] as string)).toBeUndefined();
  });

  const attacks: [name: string, drawing: string, reason: RegExp][] = [
    ['copies of copies', svg(levels(3, 10, rect.repeat(100))), /repeats parts inside/],
    ['copies of two', svg(levels(15, 2, rect.repeat(10))), /repeats parts inside/],
    ['a copy within itself', svg('<g id="a"><use href="#a"/></g>'), /repeats parts inside/],
    [
      'copies of one another',
      svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'),
      /repeats parts inside/,
    ],
    [
      'a copy of a large picture',
      svg(`<symbol id="s">${'<rect width="100%" height="100%"/>'.repeat(90)}</symbol>${'<use href="#s"/>'.repeat(90)}`),
      /too long/,
    ],
    ['a picture in a style', svg('', 'style="--u:url(data:image/svg+xml;base64,PHN2Zy8+)"'), /style that is not plain/],
    [
      'a background',
      svg('', 'style="background:url(data:image/svg+xml;base64,PHN2Zy8+)"'),
      /style value that is not plain \(background\)/,
    ],
    ['a picture', svg('<image href="data:image/png;base64,AAAA"/>'), /not plain \(image\)/],
    [
      'a filter',
      svg(`<filter id="f">${'<feGaussianBlur stdDeviation="500"/>'.repeat(5_000)}</filter>`),
      /not plain \(filter\)/,
    ],
    ['morphology', svg('<filter><feMorphology radius="400"/></filter>'), /not plain \(filter\)/],
    ['a filter of CSS', svg('<rect style="filter:blur(500px) blur(500px)"/>'), /not plain \(filter\)/],
    ['a filter as an attribute', svg('<rect filter="blur(500px)"/>'), /not plain \(filter\)/],
    ['masks of text', svg('<mask id="m"><text>a</text></mask>'), /not plain \(text\)/],
    ['many masks', svg(`<mask id="m"><rect/></mask>${'<rect mask="url(#m)"/>'.repeat(4_000)}`), /too long/],
    ['a pattern', svg('<pattern id="m"/>'), /not plain \(pattern\)/],
    ['a marker', svg('<marker id="m"/>'), /not plain \(marker\)/],
    ['markers of a line', svg('<path marker-mid="url(#m)" d="M0 0L1 1"/>'), /not plain \(marker-mid\)/],
    [
      'a page within',
      svg('<foreignObject><p xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>'),
      /not plain \(foreignObject\)/,
    ],
    ['an element of a page', svg('<p xmlns="http://www.w3.org/1999/xhtml"/>'), /not plain \(p\)/],
    [
      'an element of a page among notes',
      svg('<metadata><x:style xmlns:x="http://www.w3.org/1999/xhtml"/></metadata>'),
      /not plain \(style\)/,
    ],
    ['a shape among notes', svg('<metadata><rect id="a"/></metadata>'), /not plain \(rect\)/],
    ['a movement', svg('<rect><animate attributeName="r"/></rect>'), /not plain \(animate\)/],
    ['blending', svg('<g style="mix-blend-mode:multiply"/>'), /not plain \(mix-blend-mode\)/],
    ['rules of many names', svg(`<style>${'g '.repeat(50)}{fill:red}</style>`), /style rules that are not plain/],
    ['rules by attributes', svg('<style>[fill]{fill:red}</style>'), /style rules that are not plain/],
    ['rules with conditions', svg('<style>rect:not(g){fill:red}</style>'), /style rules that are not plain/],
    ['too many rules', svg(`<style>${'*{fill:red}'.repeat(1_000)}</style>`), /too many style rules/],
    ['a style sheet elsewhere', svg('<style>@import "a.css";</style>'), /style rules that are not plain/],
    ['a filter in a rule', svg('<style>rect{filter:blur(9px)}</style>'), /not plain \(filter\)/],
    [
      'a filter that seems a comment',
      svg(`<style>a{font-family:"/*"} rect{filter:blur(9px)} b{font-family:"*/"}</style>`),
      /not plain/,
    ],
    ['a filter that seems text', svg(`<rect style="font-family:&quot;a;filter:blur(9px);b&quot;"/>`), /not plain/],
    ['an escape in a style', svg('<rect style="f\\69lter:blur(9px)"/>'), /not plain/],
    ['a variable', svg('<rect style="fill:var(--a)"/>'), /not plain/],
    ['a style sheet by instruction', `<?xml-stylesheet href="#a"?>${svg('')}`, /refers to a style sheet/],
    ['thin dashes', svg('<path stroke="red" stroke-dasharray=".01" d="M0 0H400"/>'.repeat(9)), /too long/],
    [
      'thin dashes from outside',
      svg(`<g stroke="red" stroke-dasharray=".01">${'<path d="M0 0H400"/>'.repeat(9)}</g>`),
      /too long/,
    ],
    ['many stops', svg(`<linearGradient>${'<stop/>'.repeat(10_000)}</linearGradient>`), /more than 10,000 parts/],
    [
      'some stops, used often',
      svg(
        `<linearGradient id="g">${'<stop/>'.repeat(150)}</linearGradient>${'<rect fill="url(#g)" width="400" height="400"/>'.repeat(500)}`,
      ),
      /too long/,
    ],
    [
      'more stops than that',
      svg(`<radialGradient id="g">${'<stop/>'.repeat(300)}</radialGradient><rect fill="url(#g)"/>`),
      /too many stops/,
    ],
    [
      'gradients in a circle',
      svg('<linearGradient id="a" href="#b"/><linearGradient id="b" href="#a"/><rect fill="url(#a)"/>'),
      /too often/,
    ],
    [
      'a gradient that a bogus color takes over',
      svg(
        `<linearGradient id="g">${'<stop/>'.repeat(150)}</linearGradient><g fill="url(#g)">${'<rect fill="bogus" width="400" height="400"/>'.repeat(500)}</g>`,
      ),
      /too long/,
    ],
    ['layers over layers', svg('<g opacity=".9">'.repeat(9) + '</g>'.repeat(9)), /opacity inside each other/],
    ['many layers', svg(many(2_000, () => `<g opacity=".5">${rect}</g>`)), /too long/],
    ['layers by a rule', svg(`<style>g{opacity:.5}</style>${many(2_000, () => `<g>${rect}</g>`)}`), /too long/],
    [
      'clips of clips',
      svg('<clipPath id="a"><rect clip-path="url(#a)"/></clipPath><rect clip-path="url(#a)"/>'),
      /clips the shape that clips it/,
    ],
    ['clips of several shapes', svg(`<clipPath id="a">${rect.repeat(2)}</clipPath>`), /several shapes/],
    ['clips of text', svg('<clipPath id="a"><text>a</text></clipPath>'), /not plain \(text\)/],
    [
      'many round clips',
      svg(`<clipPath id="a"><circle r="400"/></clipPath>${'<rect clip-path="url(#a)"/>'.repeat(4_000)}`),
      /too long/,
    ],
    ['large shapes', svg('<circle r="400"/>'.repeat(9_000)), /too long/],
    ['large letters', svg(`<text font-size="400">${'W'.repeat(20_000)}</text>`), /too long/],
    ['letters that grow', svg(`${'<g font-size="10em">'.repeat(20)}<text>a</text>${'</g>'.repeat(20)}`), /too large/],
    ['many letters', svg(`<text x="${'1 '.repeat(100_000)}">${'a '.repeat(100_000)}</text>`), /too long/],
    ['wide lines', svg('<path stroke="red" stroke-width="9999" d="M0 0h1"/>'.repeat(9_000)), /too long/],
    ['a long line', svg(`<path fill="none" stroke="red" d="M0 0${'L400 400L0 0'.repeat(9_000)}"/>`), /too long/],
    ['a line that crosses itself', svg(`<path d="M0 0${'l.1 1l.1-1'.repeat(12_000)}"/>`), /too long/],
    ['a transform that makes all large', svg(`<g transform="scale(999)">${rect.repeat(9_000)}</g>`), /too long/],
    ['a transform that a browser forgets', svg(`<g transform="scale(.001,,1)">${rect}</g>`), /not plain/],
    ['a viewBox that a browser forgets', svg(rect, 'viewBox="0 0 99999 99999 1"'), /viewBox/],
    ['numbers without bounds', svg('<rect width="1e99"/>'), /too large/],
    ['entities', `<!DOCTYPE svg [<!ENTITY a "&b;&b;">]>${svg('')}`, /document type/],
    ['an unknown entity', svg('&nbsp;'), /entity/],
    ['elements without end', svg('<g>'.repeat(99) + '</g>'.repeat(99)), /nests/],
    ['more elements than anyone draws', svg('<g/>'.repeat(30_000)), /more than 20,000 elements/],
    ['another encoding', `<?xml version="1.0" encoding="utf-7"?>${svg('')}`, /encoding/],
    [
      'letters that another encoding reads otherwise',
      `<?xml version="1.0" encoding="iso-8859-1"?>${svg('<!--é-->')}`,
      /encoding/,
    ],
    ['no namespace', '<svg/>', /xmlns/],
    ['a prefix that is bound to nothing', svg('<a:rect/>'), /well-formed/],
    ['two attributes of one name', svg('<rect x="1" x="2"/>'), /well-formed/],
    [
      'two attributes of one name by prefixes',
      svg('<use xmlns:a="http://www.w3.org/1999/xlink" xlink:href="#a" a:href="#b"/>'),
      /well-formed/,
    ],
    ['ends that do not fit', svg('<g></a>'), /well-formed/],
    ['an attribute that is not known', svg('<rect pathLength="1"/>'), /not plain \(pathLength\)/],
    ['a base for its references', svg('<g xml:base="a"/>'), /not plain/],
    ['a reference to elsewhere', svg('<use href="other.svg#a"/>'), /not in it/],
    ['a reference that an address changes', svg('<use href="#a&#9;b"/>'), /not in it/],
    ['two elements of one id', svg('<g id="a"/><g id="a"/>'), /same id/],
  ];

  it.each(attacks)('asks before it draws %s', (_, drawing, reason) => {
    expect(doubtOf(drawing)).toMatch(reason);
  });

  it('knows SVG under any prefix', () => {
    const prefixed = (content: string) =>
      `<s:svg xmlns:s="http://www.w3.org/2000/svg" width="9" height="9">${content}</s:svg>`;
    expect(doubtOf(prefixed('<s:rect/>'))).toBeUndefined();
    expect(doubtOf(prefixed('<s:filter/>'))).toMatch(/not plain \(filter\)/);
    expect(doubtOf(prefixed('<a.b:pattern xmlns:a.b="http://www.w3.org/2000/svg"/>'))).toMatch(/not plain \(pattern\)/);
    expect(doubtOf(prefixed('<filter/>'))).toMatch(/not plain/);
  });

  it('passes what an image never runs', () => {
    expect(doubtOf(svg('<script>alert(1)</script><rect onclick="alert(1)"/>', 'onload="alert(1)"'))).toBeUndefined();
    expect(doubtOf(svg('<script><rect/></script>'))).toMatch(/not plain/);
  });

  it.each([
    ['width="40" height="30"', 40, 30],
    ['width="1in" height="72pt"', 96, 96],
    ['viewBox="0 0 200 100"', 200, 100],
    ['viewBox="0 0 200 100" width="50"', 50, 25],
    ['viewBox="0 0 200 100" width="100%" height="50"', 100, 50],
    ['', 300, 150],
  ])('tells the size of <svg %s>', (attributes, width, height) => {
    expect(readDrawing(svg('', attributes))).toMatchObject({ width, height });
  });

  it('never throws anything but a doubt, whatever stands in it', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '=',
      '/',
      '&',
      '#',
      ';',
      ':',
      'url(#a)',
      '<use href="#a"/>',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<?',
      '?>',
      'M0 0L',
      '1e9',
      '%',
      '{',
      '}',
      '*',
      '</g>',
      '<g id="a">',
      ' style="',
      ' d="',
      '\u00e9',
      ' ',
    );
    const drawing = fc.tuple(
      fc.constantFrom(...Object.values(PLAIN_DRAWINGS)),
      fc.array(fc.tuple(piece, fc.nat(5_000), fc.nat(20))),
    );
    fc.assert(
      fc.property(drawing, ([text, changes]) => {
        const changed = changes.reduce(
          (all, [part, at, cut]) => all.slice(0, at % all.length) + part + all.slice((at % all.length) + cut),
          text,
        );
        doubtOf(changed);
      }),
      { numRuns: 500 },
    );
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => void doubtOf(text)));
  });

  it.each([
    ['elements', svg('<g/>'.repeat(200_000))],
    ['attributes', svg(`<g ${many(100_000, (at) => `data-a${at}="" `)}/>`)],
    ['namespaces', svg('<g xmlns:a="b">'.repeat(60_000))],
    ['a comment without end', svg(`<!--${'<!--'.repeat(250_000)}`)],
    ['text', svg(`<text>${'&amp;'.repeat(200_000)}</text>`)],
    ['path data', svg(`<path d="M0 0${' 1'.repeat(500_000)}"/>`)],
    ['spaces in path data', svg(`<path d="M0 0${' '.repeat(1_000_000)}x"/>`)],
    ['declarations', svg(`<g style="${'fill:red;'.repeat(400)}"/>`.repeat(250))],
    ['rules', svg(`<style>${'a{}'.repeat(300_000)}</style>`)],
    ['values', svg(`<style>*{fill:${'('.repeat(900_000)}}</style>`)],
    [
      'classes, copied',
      svg(`<style>.a{fill:red}</style><g id="a" class="${'a '.repeat(2_000)}"/>${'<use href="#a"/>'.repeat(4_000)}`),
    ],
    [
      'classes with many values',
      svg(
        `<style>${`.a{${'stroke-width:1;'.repeat(199)}}`.repeat(4)}</style>${`<path class="${'a '.repeat(2_000)}"/>`.repeat(200)}`,
      ),
    ],
    [
      'long values of a rule',
      svg(
        `<style>${`.a{stroke-dasharray:1${' 1'.repeat(2_000)}}`.repeat(150)}</style>${'<path class="a"/>'.repeat(9_000)}`,
      ),
    ],
    ['transforms, copied', svg(`<g id="a" transform="${'scale(1)'.repeat(500)}"/>${'<use href="#a"/>'.repeat(4_000)}`)],
    ['a path, copied', svg(`<path id="a" d="M0 0${' 1 1'.repeat(100_000)}"/>${'<use href="#a"/>'.repeat(4_000)}`)],
  ])('takes time linear in its length: %s', (_, drawing) => {
    const seconds = cpuClock();
    doubtOf(drawing);
    // A machine that is busy with ten other things takes some seconds; a square of these lengths takes hours.
    expect(seconds()).toBeLessThan(15);
  });

  it.each([
    ['letters', 'a'.repeat(4_000)],
    ['spaces', `a${' '.repeat(4_000)}b`],
  ])('looks through a long value of %s only once', (_, value) => {
    const drawing = svg(`<g style="${`font:${value};`.repeat(49)}"/>`.repeat(5));
    const seconds = cpuClock();
    expect(doubtOf(drawing)).toBeUndefined();
    expect(seconds()).toBeLessThan(1);
  });

  it('asks about a drawing whose rules give very many values to very many elements', () => {
    const rules = `.a{${'stroke-width:1;'.repeat(199)}}`.repeat(4);
    expect(doubtOf(svg(`<style>${rules}</style>${'<path class="a"/>'.repeat(20)}`))).toBeUndefined();
    expect(doubtOf(svg(`<style>${rules}</style>${'<path class="a"/>'.repeat(9_000)}`))).toMatch(/too many styles/);
  });

  it.each([
    ['width="-5" height="-7"', 300, 150],
    ['width="-5" height="50" viewBox="0 0 -1 -1"', 100, 50],
    ['width="20" height="0" viewBox="0 0 10 5"', 20, 10],
  ])('has the size that browsers give it where what it states cannot be one: %s', (attributes, width, height) => {
    expect(readDrawing(svg(rect, attributes))).toMatchObject({ width, height });
  });

  it.each([
    ['viewBox="0 0 1e7 1e-300" width="5"', /too short/],
    ['viewBox="0 0 1e-300 1e7" width="5"', /too large/],
    ['viewBox="0 0 1 1e7" height="0.00001"', /too short/],
  ])('asks about a drawing with a size that nothing can have: %s', (attributes, reason) => {
    expect(doubtOf(svg(rect, attributes))).toMatch(reason);
  });
});
