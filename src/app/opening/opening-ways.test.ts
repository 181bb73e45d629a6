import { describe, expect, it } from 'vitest';
import { droppedFiles } from '../../widgets/files/dropped-files.ts';
import { droppedDescriptor } from './opening-ways.tsx';

// Node's File has no such property.
const fileNamed = (name: string) => Object.assign(new File([name], name), { webkitRelativePath: '' });

/** An entry of a dropped file, which the browser may fail to read. */
function fileEntry(fullPath: string, error?: Error) {
  const name = fullPath.slice(fullPath.lastIndexOf('/') + 1);
  return {
    name,
    fullPath,
    isFile: true,
    isDirectory: false,
    file: (done: (file: File) => void, fail: (error: unknown) => void) => (error ? fail(error) : done(fileNamed(name))),
  };
}

/** An entry of a dropped folder. Like a browser, it gives its entries in batches, and an empty one at the end. */
function folderEntry(fullPath: string, entries: readonly object[], error?: Error) {
  return {
    name: fullPath.slice(fullPath.lastIndexOf('/') + 1),
    fullPath,
    isFile: false,
    isDirectory: true,
    createReader() {
      let at = 0;
      return {
        readEntries(done: (batch: readonly object[]) => void, fail: (error: unknown) => void) {
          if (error) {
            fail(error);
            return;
          }
          at += 2;
          done(entries.slice(at - 2, at));
        },
      };
    },
  };
}

interface Dropped {
  readonly entries: readonly (object | null)[];
  readonly files?: readonly File[];
  /** Where the browser says that a dropped file is, or how it fails to. */
  handle?(): Promise<unknown>;
}

/** What a drop has. Its items are gone once the handler of the event has returned. */
function dropped<T>(
  { entries, files = [], handle }: Dropped,
  read: (transfer: DataTransfer) => Promise<T>,
): Promise<T> {
  const items = entries.map((entry) => ({
    kind: 'file',
    webkitGetAsEntry: () => entry,
    ...(handle ? { getAsFileSystemHandle: handle } : {}),
  }));
  const transfer = { items, files };
  const result = read(transfer as unknown as DataTransfer);
  items.length = 0;
  return result;
}

const FOLDER = folderEntry('/model', [
  fileEntry('/model/infer.py'),
  folderEntry('/model/w', [
    fileEntry('/model/w/1.bin'),
    fileEntry('/model/w/2.bin'),
    fileEntry('/model/w/3.bin'),
    fileEntry('/model/w/4.bin'),
    folderEntry('/model/w/empty', []),
  ]),
  fileEntry('/model/z.txt'),
]);
const PATHS = ['model/infer.py', 'model/w/1.bin', 'model/w/2.bin', 'model/w/3.bin', 'model/w/4.bin', 'model/z.txt'];

describe('files that are dropped to be added', () => {
  it('are those of folders, in all batches, and those beside them', async () => {
    const files = await dropped({ entries: [FOLDER, fileEntry('/a.png'), null] }, droppedFiles);
    expect(files.map(({ path }) => path).sort()).toEqual(['a.png', ...PATHS]);
    const [first] = files.filter(({ path }) => path === 'model/w/4.bin');
    expect([first?.file.name, await first?.file.text()]).toEqual(['4.bin', '4.bin']);
  });

  it('are the plain files where the browser has no entries, and none where nothing is dropped', async () => {
    const plain = await dropped({ entries: [null], files: [fileNamed('a'), fileNamed('b')] }, droppedFiles);
    expect(plain.map(({ path }) => path)).toEqual(['a', 'b']);
    expect(await dropped({ entries: [] }, droppedFiles)).toEqual([]);
  });

  it.each([
    ['a file', [fileEntry('/a', new Error('gone'))]],
    ['a file in a folder', [folderEntry('/f', [fileEntry('/f/a', new Error('gone'))])]],
    ['a folder', [folderEntry('/f', [], new Error('gone'))]],
    ['a folder in a folder', [folderEntry('/f', [folderEntry('/f/g', [], new Error('gone'))])]],
  ])('are not taken in part where %s cannot be read', async (_, entries) => {
    const all = [fileEntry('/fine'), ...entries];
    await expect(dropped({ entries: all }, droppedFiles)).rejects.toMatchObject({ code: 'source/read-failed' });
  });
});

describe('what is dropped to be opened', () => {
  it('is a folder with all files below it', async () => {
    const found = await dropped({ entries: [FOLDER], files: [fileNamed('model')] }, droppedDescriptor);
    if (found.kind !== 'folder') throw new Error(found.kind);
    expect(found.name).toBe('model');
    expect(found.files.map(({ path }) => path).sort()).toEqual(PATHS);
  });

  it('is one folder of several, where a folder is among them', async () => {
    const found = await dropped({ entries: [FOLDER, fileEntry('/a.png')] }, droppedDescriptor);
    expect(found).toMatchObject({ kind: 'folder', name: '2 files and folders' });
  });

  it('is a file, with its place where the browser tells that', async () => {
    const file = fileNamed('a.carton');
    const drop = (handle?: Dropped['handle']) =>
      dropped({ entries: [fileEntry('/a.carton')], files: [file], ...(handle ? { handle } : {}) }, droppedDescriptor);
    const place = { kind: 'file', name: 'a.carton' };
    expect(await drop(async () => place)).toEqual({ kind: 'file', file, handle: place });
    const alone = { kind: 'file', file };
    expect(await drop()).toEqual(alone);
    expect(await drop(async () => null)).toEqual(alone);
    expect(await drop(async () => ({ kind: 'directory', name: 'a' }))).toEqual(alone);
    expect(await drop(() => Promise.reject(new Error('not allowed')))).toEqual(alone);
  });

  it('is several files as a folder, and nothing is an error', async () => {
    const files = [fileNamed('a'), fileNamed('b')];
    const found = await dropped({ entries: [fileEntry('/a'), fileEntry('/b')], files }, droppedDescriptor);
    expect(found).toMatchObject({ kind: 'folder', name: '2 files', files: [{ path: 'a' }, { path: 'b' }] });
    const nothing = dropped({ entries: [] }, droppedDescriptor);
    await expect(nothing).rejects.toMatchObject({ code: 'source/nothing-dropped' });
  });
});
