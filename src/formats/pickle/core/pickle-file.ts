import type { Container } from '../../../archive/container.ts';
import { mergeFindings } from '../../../base/findings.ts';
import { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import type { Fact, Package } from '../../../model/package.ts';
import { summaryOf, unpickleFact, unpickleRuns } from '../../../pickle/facts.ts';
import { maxUnaskedRead } from '../../../pickle/limits.ts';
import { reportWalk } from '../../../pickle/report.ts';
import { type Walk, walkPickles } from '../../../pickle/walk.ts';
import type { ByteSource } from '../../../source/source.ts';
import { noTensor, UNKNOWN_PARTS } from '../../files-package.ts';
import type { OpenPackage } from '../../format.ts';
import { importsOf, type PickleOwn } from './own.ts';

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
  const { name } = container;
  return {
    package: packageOf(container, walk, isArchive),
    looked: 'file',
    source: (path) => (path === name ? source : undefined),
    tensor: noTensor,
    readMore:
      problem?.reason === 'unread'
        ? async (inner) =>
            (await openPickle(container, source, inner, isArchive, Number.POSITIVE_INFINITY)) as OpenPackage
        : undefined,
  };
}

function packageOf({ name, size }: Container, walk: Walk, isArchive: boolean): Package {
  const report = new Report();
  if (isArchive) report.add('pickle/two-kinds', `${quote(name)} is also an archive.`, { path: name });
  reportWalk(walk, name, report);
  const isUnread = walk.problem?.reason === 'unread';
  const summary = summaryOf(walk);
  const runs = unpickleRuns(summary);
  return {
    ...UNKNOWN_PARTS,
    format: 'pickle',
    formatName: walk.blocks.length > 0 ? 'A joblib file' : 'A Python pickle',
    formatVersion: walk.pickles[0] && `(protocol ${walk.pickles[0].protocol})`,
    words: { one: 'pickle', a: 'a pickle', reader: 'Python', checked: ['the names that it imports'] },
    verdicts: { refused: ['pickle/broken', 'pickle/cut'], unsoundHashList: [] },
    name,
    size,
    facts: factsOf(walk),
    neverTensors: true,
    own: {
      kind: walk.blocks.length > 0 ? 'joblib' : 'pickle',
      pickles: walk.pickles.length,
      isKnown: runs.weight === 'info',
      tensors: [],
      ...importsOf([{ path: name, walk }]),
    } satisfies PickleOwn,
    files: [{ path: name, size, role: 'other', hash: 'none', kind: 'file' }],
    findings: mergeFindings(report.findings),
    runs: { ...runs, facts: [unpickleFact(summary)] },
    more: isUnread
      ? {
          text: `Only the start of this pickle was read: it has ${size.toLocaleString('en')} bytes. What the rest imports is unknown.`,
          action: 'Read the rest',
        }
      : undefined,
  };
}

function factsOf({ pickles, imports, opcodes, blocks }: Walk): Fact[] {
  const number = (value: number) => value.toLocaleString('en');
  return [
    ...(pickles.length > 1 ? [{ label: 'Pickles', value: number(pickles.length) }] : []),
    ...(pickles.length > 0
      ? [{ label: 'Protocol', value: [...new Set(pickles.map(({ protocol }) => protocol))].join(', ') }]
      : []),
    { label: 'Opcodes', value: number(opcodes) },
    { label: 'Imported names', value: number(imports.list.length) },
    ...(blocks.length > 0 ? [{ label: 'Arrays', value: number(blocks.length) }] : []),
  ];
}
