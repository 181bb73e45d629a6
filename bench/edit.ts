import { spawnSync } from 'node:child_process';
import { rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cartonToml, contentOfZeros } from './carton.ts';
import { makeMany, makeSparse, smallName } from './data.ts';
import type { Sample } from './pages.ts';
import { inBinary, inNumbers, type Row, type Sizes } from './row.ts';
import { timeShell } from './tool.ts';

/** Fields of every kind, one of them in the longest list. */
const FIELDS = [
  'Model name',
  'Short description',
  'Description',
  'License',
  'Repository',
  'Runner name',
  'Required framework version',
  'Input 1 name',
  'Input 1 shape',
  'Input 1 description',
  'Input 5 description',
  'Output 1 internal name',
];

/** The small carton that typing in the large one is compared with. */
const FEW = { inputs: 10, files: 10 };

const MEMORY_BAR = 200e6;

/** Of a tab that hashes and copies a file: more than one that copies nothing. */
const ADDED_MEMORY_BAR = 300e6;

/** The small file that is replaced. */
const NOTES = 'model/notes.txt';

/** The rows about editing and saving a carton. */
export function editRows(folder: string, { saved, inputs, files, directory }: Sizes): Row[] {
  const at = (name: string) => join(folder, name);
  const [large, small] = [at('edited.carton'), at('small.carton')];
  const common = { needs: [], memory: MEMORY_BAR } as const;
  return [
    {
      ...common,
      title: `One field edited, until the new carton is ready and checked: ${inBinary(saved)}`,
      peer: 'the page itself with a carton of 1 MB',
      bar: { atMost: 1.5 },
      peerNeeds: [],
      make() {
        makeSparse(large, saved);
        makeSparse(small, 1_000_000);
      },
      ours: (tab) => tab.save(large, 'saved'),
      theirs: (tab) => tab.save(small, 'saved'),
    },
    {
      ...common,
      title: `One field edited, and all of it downloaded: ${inBinary(saved)}`,
      peer: '`cp --sparse=never`',
      bytes: saved,
      bar: { atMost: 1.5 },
      peerNeeds: ['cp'],
      make: () => makeSparse(large, saved),
      ours: (tab) => tab.save(large, 'downloaded'),
      theirs: () => copied(large, at('copy.carton')),
    },
    {
      ...common,
      title: `One field edited, and all of it downloaded: ${inBinary(saved)}, beside the browser alone`,
      peer: 'the same browser, the file as it is',
      bytes: saved,
      bar: 'none',
      peerNeeds: [],
      make: () => makeSparse(large, saved),
      ours: (tab) => tab.save(large, 'downloaded'),
      theirs: (tab) => tab.download(large),
    },
    {
      ...common,
      title: `A file of 10 KB replaced, until the new carton is ready and checked: ${inBinary(saved)}`,
      peer: 'the page itself with a carton of 1 MB',
      bar: { atMost: 1.5 },
      peerNeeds: [],
      make() {
        makeSparse(large, saved, NOTES);
        makeSparse(small, 1_000_000, NOTES);
        writeFileSync(at('notes'), Buffer.alloc(10_000, 'other notes\n'));
      },
      ours: (tab) => tab.replace(large, NOTES, at('notes'), 'saved'),
      theirs: (tab) => tab.replace(small, NOTES, at('notes'), 'saved'),
    },
    {
      needs: [],
      title: `A file of ${inBinary(saved / 2)} added from the disk, and all of the new carton downloaded`,
      peer: '`cp --sparse=never` and `sha256sum`, one after the other',
      bytes: saved / 2,
      bar: { atLeast: 0.5 },
      memory: ADDED_MEMORY_BAR,
      peerNeeds: ['cp', 'sha256sum'],
      make() {
        makeSparse(small, 1_000_000, NOTES);
        writeFileSync(at('weights.bin'), '');
        truncateSync(at('weights.bin'), saved / 2);
      },
      ours: (tab) => tab.add(small, at('weights.bin')),
      theirs() {
        const { seconds } = copied(at('weights.bin'), at('copy.bin'));
        return {
          seconds: seconds + timeShell('sha256sum "$1"', [at('weights.bin')], [contentOfZeros(saved / 2).sha256]),
        };
      },
    },
    {
      needs: [],
      title: `Typing with ${inNumbers(inputs)} inputs and ${inNumbers(files)} files, 95th percentile`,
      peer: `the page itself with ${FEW.inputs} and ${FEW.files}`,
      bar: { atMost: 3 },
      peerNeeds: [],
      make() {
        makeMany(large, files, cartonToml(inputs));
        makeMany(small, FEW.files, cartonToml(FEW.inputs));
      },
      ours: (tab) => tab.typing(large, FIELDS),
      theirs: (tab) => tab.typing(small, FIELDS),
    },
    {
      needs: [],
      title: `A new name beside ${inNumbers(directory)} files, 95th percentile of a letter`,
      peer: `the page itself with ${FEW.files}`,
      bar: { within: 0.05 },
      peerNeeds: [],
      make() {
        makeMany(large, directory);
        makeMany(small, FEW.files);
      },
      ours: (tab) => tab.newName(large, smallName(0)),
      theirs: (tab) => tab.newName(small, smallName(0)),
    },
  ];
}

/** Copies a file with its holes written out: the browser writes every byte too. */
function copied(from: string, to: string): Sample {
  const started = performance.now();
  const { status, stderr } = spawnSync('cp', ['--sparse=never', from, to], { encoding: 'utf8' });
  const seconds = (performance.now() - started) / 1000;
  if (status !== 0 || statSync(to).size !== statSync(from).size) throw new Error(`cp exits with ${status}. ${stderr}`);
  rmSync(to);
  return { seconds };
}
