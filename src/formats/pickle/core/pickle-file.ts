import type { Container } from '../../../archive/container.ts';
import { formatCount } from '../../../base/amounts.ts';
import { UnsupportedError } from '../../../base/errors.ts';
import { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import type { Fact } from '../../../model/package.ts';
import { unreadRest } from '../../../pickle/entry-walks.ts';
import { maxUnaskedRead } from '../../../pickle/limits.ts';
import { type Walk, walkPickles } from '../../../pickle/walk.ts';
import type { ByteSource } from '../../../source/source.ts';
import type { OpenPackage } from '../../format.ts';
import { openPickled } from './pickle-package.ts';

/**
 * Opens a file of pickles. Walks over what may be read without being asked for; `readMore` walks over the rest.
 * Undefined if the first byte is not an opcode.
 *
 * @param isArchive the file is an archive, too
 */
export async function openPickle(
  container: Container,
  source: ByteSource,
  signal: AbortSignal | undefined,
  isArchive = false,
  maxRead = maxUnaskedRead(container),
): Promise<OpenPackage | undefined> {
  const walk = await walkPickles(source, { signal, maxRead });
  const { pickles, opcodes, problem } = walk;
  if (pickles.length === 0 && problem?.reason === 'bad' && opcodes <= 1) return undefined;
  const { name, size } = container;
  const report = new Report();
  if (isArchive) report.add('pickle/two-kinds', `${quote(name)} is also an archive.`, { path: name });
  const kind = walk.blocks.length > 0 ? 'joblib' : 'pickle';
  const items = pickles.map(({ result }) => result);
  const opened = openPickled(
    container,
    {
      ...{ kind, walks: walk, main: name, pickles: pickles.length, order: 'little' },
      formatName: kind === 'joblib' ? 'A joblib file' : 'A Python pickle',
      result: items.length === 1 ? items[0] : { kind: 'list', items },
      placeOf(tensor) {
        throw new UnsupportedError('tensor/not-decoded', `The storage of ${quote(tensor.name)} is in another file.`);
      },
      facts: factsOf(walk),
      more: unreadRest([{ walk }]) && {
        text: `Only the start of this pickle was read: it has ${formatCount(size)} bytes. What the rest imports is unknown.`,
        action: 'Read the rest',
      },
      readMore: async (inner) =>
        (await openPickle(container, source, inner, isArchive, Number.POSITIVE_INFINITY)) as OpenPackage,
    },
    report,
  );
  return {
    ...opened,
    package: {
      ...opened.package,
      formatVersion: pickles[0] && `(protocol ${pickles[0].protocol})`,
      words: { one: 'pickle', a: 'a pickle', reader: 'Python', checked: ['the names that it imports'] },
      panels: [],
      neverTensors: opened.package.tensors.length === 0 ? true : undefined,
    },
  };
}

function factsOf({ pickles, imports, opcodes, blocks }: Walk): Fact[] {
  return [
    ...(pickles.length > 1 ? [{ label: 'Pickles', value: formatCount(pickles.length) }] : []),
    ...(pickles.length > 0
      ? [{ label: 'Protocol', value: [...new Set(pickles.map(({ protocol }) => protocol))].join(', ') }]
      : []),
    { label: 'Opcodes', value: formatCount(opcodes) },
    { label: 'Imported names', value: formatCount(imports.list.length) },
    ...(blocks.length > 0 ? [{ label: 'Arrays', value: formatCount(blocks.length) }] : []),
  ];
}
