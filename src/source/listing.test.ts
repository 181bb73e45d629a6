import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '../base/bytes.ts';
import { MAX_HOSTED_FILES, MAX_LISTING_REQUESTS } from '../base/limits.ts';
import { cpuClock } from '../testing/cpu-clock.ts';
import { listingError } from './listing.ts';
import { parseBucketList } from './listing-bucket.ts';
import { parsePackageList } from './listing-packages.ts';
import { parseFolderPage } from './listing-page.ts';
import { memorySource } from './memory.ts';

const AT = Date.UTC(2026, 10, 22, 10, 5);

/** As Amazon S3 answers `?list-type=2`. */
const bucket = (contents: string, more = '<IsTruncated>false</IsTruncated>') =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>models</Name><Prefix></Prefix><KeyCount>2</KeyCount><MaxKeys>1000</MaxKeys>${more}${contents}</ListBucketResult>`;
const entry = (key: string, size = '5') =>
  `<Contents><Key>${key}</Key><LastModified>2026-11-22T10:05:00.000Z</LastModified><ETag>&quot;0&quot;</ETag><Size>${size}</Size><StorageClass>STANDARD</StorageClass></Contents>`;

const NGINX = `<html>\r\n<head><title>Index of /models/</title></head>\r\n<body>\r\n<h1>Index of /models/</h1><hr><pre><a href="../">../</a>\r\n<a href="old/">old/</a>                   22-Nov-2026 10:05                   -\r\n<a href="a%20b.carton">a b.carton</a>             22-Nov-2026 10:05             1234\r\n<a href="b.gguf">b.gguf</a>             22-Nov-2026 10:05             99\r\n</pre><hr></body>\r\n</html>`;
const APACHE = `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN">\n<html>\n <head>\n  <title>Index of /models</title>\n </head>\n <body>\n<h1>Index of /models</h1>\n  <table>\n   <tr><th valign="top"><img src="/icons/blank.gif" alt="[ICO]"></th><th><a href="?C=N;O=D">Name</a></th></tr>\n<tr><td valign="top"><img src="/icons/back.gif" alt="[PARENTDIR]"></td><td><a href="/">Parent Directory</a></td><td>&nbsp;</td><td align="right">  - </td></tr>\n<tr><td valign="top"><img src="/icons/unknown.gif" alt="[   ]"></td><td><a href="a%20b.carton">a b.carton</a></td><td align="right">2026-11-22 10:05  </td><td align="right">1.2K</td></tr>\n<tr><td></td><td><a href="b.gguf">b.gguf</a></td><td align="right">2026-11-22 10:05  </td><td align="right"> 99 </td></tr>\n</table>\n</body></html>`;
const PYTHON = `<!DOCTYPE HTML>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<style type="text/css">\n:root {\ncolor-scheme: light dark;\n}\n</style>\n<title>Directory listing for /models/</title>\n</head>\n<body>\n<h1>Directory listing for /models/</h1>\n<hr>\n<ul>\n<li><a href="a%20b.carton">a b.carton</a></li>\n<li><a href="b.gguf">b.gguf</a></li>\n</ul>\n<hr>\n</body>\n</html>`;

const FOLDER = 'https://h.example/models';
const named = (url: string) => ({ path: 'a b.carton', url: `${url}/a%20b.carton` });

describe('a list of a bucket', () => {
  it.each([
    [
      'at its own host',
      'https://models.s3.eu-west-1.amazonaws.com/?list-type=2',
      'https://models.s3.eu-west-1.amazonaws.com',
    ],
    ['by a path', 'https://s3.example/models/?list-type=2&prefix=x', 'https://s3.example/models'],
    ['of Google', 'https://storage.googleapis.com/models?prefix=x', 'https://storage.googleapis.com/models'],
  ])('%s names files below it', (_, url, base) => {
    expect(parseBucketList(bucket(entry('x/a b.carton') + entry('é&amp;#38;.pt', '-1')), url)).toEqual({
      files: [
        { path: 'x/a b.carton', url: `${base}/x/a%20b.carton`, size: 5, date: AT },
        { path: 'é&#38;.pt', url: `${base}/${encodeURIComponent('é&#38;.pt')}`, size: undefined, date: AT },
      ],
      next: undefined,
      note: undefined,
    });
  });

  it('leaves out what leads elsewhere, and folders', () => {
    const keys = ['../x', 'a/../../x', '/x', 'a//b', 'folder/', '', '.', 'https://evil.example/x.pt'];
    const { files = [] } =
      parseBucketList(bucket(keys.map((key) => entry(key)).join('')), 'https://h.example/b/') ?? {};
    expect(files).toEqual([]);
  });

  it.each([
    [
      'by its token',
      '<IsTruncated>true</IsTruncated><NextContinuationToken>a+/=&amp;</NextContinuationToken>',
      '&continuation-token=a%2B%2F%3D%26',
    ],
    ['by its marker', '<IsTruncated>true</IsTruncated><NextMarker>m</NextMarker>', '&marker=m'],
    [
      'by its marker, encoded as its keys are',
      '<EncodingType>url</EncodingType><IsTruncated>true</IsTruncated><NextMarker>a%2Fb</NextMarker>',
      '&marker=a%2Fb',
    ],
    ['by its last key', '<IsTruncated>true</IsTruncated>', '&marker=b'],
  ])('goes on %s, at the same host', (_, more, query) => {
    expect(parseBucketList(bucket(entry('a') + entry('b'), more), 'https://h.example/?list-type=2')?.next).toBe(
      `https://h.example/?list-type=2${query}`,
    );
  });

  it('says where it is cut off', () => {
    const cut = bucket(entry('a') + entry('b')).slice(0, -60);
    expect(parseBucketList(cut, 'https://h.example/')).toMatchObject({
      files: [{ path: 'a' }],
      note: 'The list is cut off.',
    });
  });
});

describe('a page of a folder', () => {
  it.each([
    ['nginx', NGINX, [1234, 99], AT],
    ['Apache', APACHE, [undefined, 99], AT],
    ['Python', PYTHON, [undefined, undefined], undefined],
  ])('of %s names the files in it', (_, text, sizes, date) => {
    for (const url of [FOLDER, `${FOLDER}/`, `${FOLDER}/?C=M;O=A`])
      expect(parseFolderPage(text, url)?.files).toEqual([
        { ...named(FOLDER), size: sizes[0], date },
        { path: 'b.gguf', url: `${FOLDER}/b.gguf`, size: sizes[1], date },
      ]);
  });

  it('leads to no other folder and no other host', () => {
    const links = [
      '../x.pt',
      '/x.pt',
      '//evil.example/x.pt',
      'https://evil.example/models/x.pt',
      'javascript:alert(1)',
      'x.pt?a',
      '%2e%2e/x.pt',
      'http://[',
      'http://h.example/models/x.pt',
    ];
    const page = PYTHON.replace(/<li>[\s\S]*<\/li>/, links.map((to) => `<a href="${to}">x</a>`).join('\n'));
    expect(parseFolderPage(page, FOLDER)?.files).toEqual([]);
  });

  it('of a million letters is read at once', () => {
    const seconds = cpuClock();
    for (const part of ['<a href="', '<a ', '<a href="x">', '&#x', '<', ' 22-Nov-2026 10:05 '])
      parseFolderPage(PYTHON + part.repeat(1_000_000 / part.length), FOLDER);
    for (const part of ['<Contents>', '<Contents><Key>', '</Contents>', '<Contents></Contents>'])
      parseBucketList(bucket(part.repeat(1_000_000 / part.length)), FOLDER);
    expect(seconds()).toBeLessThan(10);
  });
});

describe('a list of packages', () => {
  it('names addresses beside it and on other hosts, and says what is not one', () => {
    const packages = [
      'a%20b.carton',
      { url: 'https://other.example/m/b.gguf', size: 7 },
      { url: '../c.pt', path: 'see', size: -1 },
      'javascript:alert(1)',
      5,
      null,
    ];
    expect(parsePackageList(JSON.stringify({ boxcutter: 1, packages }), `${FOLDER}/boxcutter.json`)).toEqual({
      files: [
        { ...named(FOLDER), size: undefined },
        { path: 'other.example/m/b.gguf', url: 'https://other.example/m/b.gguf', size: 7 },
        { path: 'see', url: 'https://h.example/c.pt', size: undefined },
      ],
      note: '3 of its entries are not addresses of packages.',
    });
    for (const text of ['', '{"boxcutter":1', '{"boxcutter":1}', '{"boxcutter":1,"packages":5}', 'null'])
      expect(parsePackageList(text, FOLDER)).toBeUndefined();
  });
});

describe('an address that may give a list', () => {
  const open = (text: string, fetchPart?: (url: string) => string) => {
    const asked: string[] = [];
    const answer = async (url: unknown) => {
      asked.push(String(url));
      return new Response(fetchPart?.(String(url)));
    };
    const source = memorySource('x', encodeUtf8(text));
    const error = listingError(source, 'https://h.example/b/?list-type=2', { fetch: answer as typeof fetch });
    return { error, asked };
  };

  it.each(['', '<html><title>Models</title></html>', '{"a": 1}', '<?xml version="1.0"?><Error/>', 'GGUF'])(
    'gives a file: %j',
    async (text) => {
      expect(await open(text).error).toBeUndefined();
    },
  );

  it('is asked for the parts that follow', async () => {
    const more = '<IsTruncated>true</IsTruncated><NextContinuationToken>2</NextContinuationToken>';
    const { error, asked } = open(bucket(entry('a'), more), () => bucket(entry('b')));
    const { code, fields } = (await error) ?? {};
    expect([code, fields?.files?.map(({ path }) => path), fields?.note]).toEqual([
      'source/listing',
      ['a', 'b'],
      undefined,
    ]);
    expect(asked).toEqual(['https://h.example/b/?list-type=2&continuation-token=2']);
  });

  it('is not asked without end, and what is left out is said', async () => {
    let at = 0;
    const endless = () =>
      bucket(entry(`k${at}`), `<IsTruncated>true</IsTruncated><NextContinuationToken>${at++}</NextContinuationToken>`);
    const { error, asked } = open(endless(), endless);
    const { fields } = (await error) ?? {};
    expect(asked).toHaveLength(MAX_LISTING_REQUESTS - 1);
    expect(fields?.note).toBe('The host’s list goes on. These are its first 4 files.');

    const long = open(bucket(Array.from({ length: MAX_HOSTED_FILES + 1 }, (_, key) => entry(`${key}`)).join('')));
    expect((await long.error)?.fields).toMatchObject({
      files: { length: MAX_HOSTED_FILES },
      note: expect.stringContaining('goes on'),
    });

    const same = '<IsTruncated>true</IsTruncated><NextContinuationToken>x</NextContinuationToken>';
    const circle = open(bucket(entry('a'), same), () => bucket(entry('a'), same));
    expect((await circle.error)?.fields.note).toContain('goes on');
    expect(circle.asked).toHaveLength(1);
  });

  it('never throws, whatever the list has', () => {
    const piece = fc.constantFrom(
      '<Contents>',
      '</Contents>',
      '<Key>',
      '</Key>',
      '<a href="',
      '">',
      '</a>',
      '&#xd800;',
      '%',
      '../',
      '//',
      'a',
      '"',
      '{',
      '<IsTruncated>true</IsTruncated>',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        parseBucketList(bucket(text), 'https://h.example/b/');
        parseFolderPage(PYTHON + text, FOLDER);
        parsePackageList(`{"boxcutter":${text}`, FOLDER);
      }),
    );
  });
});
