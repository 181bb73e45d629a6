import { describe, expect, it } from 'vitest';
import { readmeDescription, readmePictures } from './readme-description.ts';

const PLACES = new Map([
  ['a.png', 'misc/a.png'],
  ['assets/b (1).png', 'misc/assets/b (1).png'],
  ['model.py', 'model/model.py'],
]);
const described = (markdown: string) => readmeDescription(markdown, (path) => PLACES.get(path));

describe('the description from a README', () => {
  it.each([
    ['![A](a.png "Title")', '![A](@misc/a.png "Title")'],
    ['![A]( ./a.png )', '![A]( @misc/a.png )'],
    ['![A](/a.png?raw=true)', '![A](@misc/a.png)'],
    ['![A](<assets/b (1).png>)', '![A](@misc/assets/b%20%281%29.png)'],
    ['![A](assets/b%20\\(1\\).png)', '![A](@misc/assets/b%20%281%29.png)'],
    ['[![A](a.png)](a.png)', '[![A](@misc/a.png)](@misc/a.png)'],
    ['![A][a] ![a]\n\n[a]: <a.png> "T"\n', '![A][a] ![a]\n\n[a]: @misc/a.png "T"\n'],
    ['Line\r\n![A](a.png)\r\n', 'Line\n![A](@misc/a.png)\n'],
  ])('shows its pictures from misc/: %j', (markdown, expected) => {
    expect(described(markdown)).toEqual({ text: expected, lost: [], htmlPictures: 0 });
  });

  it.each([
    'https://a.example/a.png and ![](https://a.example/a.png) and ![](//a.example/a.png)',
    '`![](a.png)`\n\n```\n![](a.png)\n```\n\n    ![](a.png)\n',
    '[up](#usage) ![](data:image/png;base64,AAAA) ![](@misc/other.png) ![](../a.png)',
  ])('leaves other addresses, and code: %j', (markdown) => {
    expect(described(markdown)).toEqual({ text: markdown, lost: [], htmlPictures: 0 });
  });

  it('names what leads nowhere', () => {
    const markdown = '![](gone.png) [code](model.py) [again](model.py)\n\n<img src="a.png"><img src="b.png">';
    expect(described(markdown)).toEqual({ text: markdown, lost: ['gone.png', 'model.py'], htmlPictures: 2 });
  });

  it('takes the files that it shows as pictures', () => {
    const markdown = '![](a.png) ![](./a.png#x) [](b.png) ![](https://a.example/c.png) ![](d%20e.png)';
    expect(readmePictures(markdown)).toEqual(['a.png', 'd e.png']);
    expect(readmePictures('![](x.png)\n'.repeat(10))).toHaveLength(1);
    expect(readmePictures(Array.from({ length: 1000 }, (_, at) => `![](${at}.png)`).join(' '))).toHaveLength(200);
  });
});
