import type { Container } from '../../../archive/container.ts';
import { BadFileError } from '../../../base/errors.ts';
import { mergeFindings } from '../../../base/findings.ts';
import { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import type { Fact, Package } from '../../../model/package.ts';
import type { RunFacts } from '../../../model/run-facts.ts';
import { summaryOf, unpickleFact, unpickleRuns } from '../../../pickle/facts.ts';
import { MAX_READ_BYTES, MAX_REMOTE_READ_BYTES } from '../../../pickle/limits.ts';
import { reportWalk } from '../../../pickle/report.ts';
import { type Walk, walkPickles } from '../../../pickle/walk.ts';
import type { ByteSource } from '../../../source/source.ts';
import type { OpenPackage } from '../../format.ts';
import { importsOf, type PickleOwn } from './own.ts';

/**
 * Opens a file of pickles. Walks over what may be read without being asked for; `readMore` walks over the rest.
 * Undefined where the first byte is no opcode of a pickle.
 *
 * @param isArchive the file is an archive, too
 */
export async function openPickle(
  container: Container,
  source: ByteSource,
  signal: AbortSignal | undefined,
  isArchive = false,
  maxRead = container.servedFrom === undefined ? MAX_READ_BYTES : MAX_REMOTE_READ_BYTES,
): Promise<OpenPackage | undefined> {
  const walk = await walkPickles(source, { signal, maxRead });
  const { pickles, opcodes, problem } = walk;
  if (pickles.length === 0 && problem?.reason === 'bad' && opcodes <= 1) return undefined;
  const { name } = container;
  return {
    package: packageOf(container, walk, isArchive),
    looked: 'file',
    source: (path) => (path === name ? source : undefined),
    tensor: (asked) =>
      Promise.reject(new BadFileError('reference/tensor-missing', `This file has no tensor ${quote(asked)}.`)),
    ...(problem?.reason === 'unread'
      ? {
          readMore: async (inner) =>
            (await openPickle(container, source, inner, isArchive, Number.POSITIVE_INFINITY)) as OpenPackage,
        }
      : {}),
  };
}

/** What loading a file of pickles would run. */
function runsOf(walk: Walk): RunFacts {
  const summary = summaryOf(walk);
  return { ...unpickleRuns(summary), facts: [unpickleFact(summary)] };
}

function packageOf({ name, size }: Container, walk: Walk, isArchive: boolean): Package {
  const report = new Report();
  if (isArchive) report.add('pickle/two-kinds', `${quote(name)} is also an archive.`, { path: name });
  reportWalk(walk, name, report);
  const isUnread = walk.problem?.reason === 'unread';
  const runs = runsOf(walk);
  return {
    format: 'pickle',
    formatName: walk.blocks.length > 0 ? 'A joblib file' : 'A Python pickle',
    ...(walk.pickles[0] ? { formatVersion: String(walk.pickles[0].protocol) } : {}),
    words: { one: 'pickle', a: 'a pickle', reader: 'Python', checked: ['the names that it imports'] },
    verdicts: { refused: ['pickle/broken', 'pickle/cut'], unsoundHashList: [] },
    name,
    size,
    facts: factsOf(walk),
    inputs: [],
    outputs: [],
    tensors: [],
    neverTensors: true,
    own: {
      kind: walk.blocks.length > 0 ? 'joblib' : 'pickle',
      pickles: walk.pickles.length,
      isKnown: runs.weight === 'info',
      tensors: [],
      ...importsOf([{ path: name, walk }]),
    } satisfies PickleOwn,
    examples: [],
    selfTests: [],
    files: [{ path: name, size, role: 'other', hash: 'none', kind: 'file' }],
    findings: mergeFindings(report.findings),
    can: { verify: false, edit: false, save: false },
    runs,
    ...(isUnread
      ? {
          more: {
            text: `Only the start of this pickle was read: it has ${size.toLocaleString('en')} bytes. What the rest imports is unknown.`,
            action: 'Read the rest',
          },
        }
      : {}),
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
