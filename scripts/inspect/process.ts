import { setMaxListeners } from 'node:events';
import { asBoxcutterError } from '../../src/base/errors.ts';
import { forTerminal } from './json.ts';
import type { Output } from './output.ts';
import { removePartFiles } from './part-file.ts';
import { ProgressLine } from './progress-line.ts';

/** How a command of the command line runs as a process: what signals, closed pipes and its own mistakes do. */

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The exit code where something could not be done. */
const FAILED = 2;

/** Signals this close together are one Ctrl-C: the terminal sends it to npm and to this process, and npm sends it again. */
const ONE_PRESS_MS = 300;

/** Work that has not stopped by then does not hear: it waits for a disk or a host. It ends with the process. */
const PATIENCE_MS = 10_000;

/** The environment variable that asks where an error came from. */
const STACKS = 'BOXCUTTER_STACKS';

function asksForStacks(): boolean {
  return (process.env[STACKS] ?? '') !== '';
}

/** Where an error came from, for a bug report, if the environment asks for it. */
export function stackText(error: unknown): string {
  return asksForStacks() && error instanceof Error ? `${error.stack}\n` : '';
}

/**
 * Runs a command as the whole process, and sets its exit code to what the command gives. SIGINT, SIGTERM, SIGHUP and a
 * closed pipe fire its signal. What does not stop then ends with the process, after a second Ctrl-C at once: part files
 * are removed all the same. A bug is told in a sentence. Each of these exits with 2, unless the command itself gives
 * another code for a signal.
 */
export async function runProcess(command: (print: Output) => Promise<number>): Promise<void> {
  // One signal ends many reads at once, and each of them stops listening when it ends. At eleven, Node warns of a leak.
  setMaxListeners(0);
  // Node warns that some of its own features are experimental, which is no news to who runs a command.
  if (!asksForStacks()) process.removeAllListeners('warning');
  const { stdout, stderr } = process;
  const { signal, abort } = aborter();
  const line = isTerminal(stderr) ? new ProgressLine(stderr) : undefined;
  const say = (text: string) => {
    line?.clear();
    stderr.write(text);
  };
  const end = (text: string): never => {
    say(text);
    removePartFiles();
    process.exit(FAILED);
  };
  let isOpen = true;
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isOpen) say(`${unprinted(error)}\n`);
    isOpen = false;
    abort();
  });
  stderr.on('error', () => {});
  // Rejections that nobody handles get here, too.
  process.on('uncaughtException', (error) => end(bugText(error)));
  const timers = onStop(abort, () => signal.aborted, say, end);
  const print = outputOf({ signal, line, say, isOpen: () => isOpen });
  const code = await command(print).catch((error: unknown) => end(bugText(error)));
  line?.clear();
  await new Promise((done) => stdout.write('', done));
  for (const timer of timers) clearTimeout(timer);
  process.exitCode = isOpen ? code : FAILED;
  // A read that hears no signal would keep the process.
  if (signal.aborted) process.exit();
}

/** What a command gets of the process. Nothing is printed once nobody reads it: what is canceled for that has been told. */
function outputOf({ signal, line, say, isOpen }: Printing): Output {
  const { stdout } = process;
  return {
    out(text) {
      line?.clear();
      if (isOpen()) stdout.write(text);
    },
    err(text) {
      if (isOpen()) say(text);
    },
    signal,
    hasColors: isTerminal(stdout) && (process.env.NO_COLOR ?? '') === '',
    ...(line && { progress: (doing, done, total) => line.show(doing, done, total) }),
  };
}

interface Printing {
  signal: AbortSignal;
  line: ProgressLine | undefined;
  /** Writes to stderr. */
  say(text: string): void;
  /** Whether somebody reads stdout. */
  isOpen(): boolean;
}

function aborter() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

/** Listens to signals. Gives the timers that are to be cleared at the end, which are added later. */
function onStop(
  abort: () => void,
  isStopping: () => boolean,
  say: (text: string) => void,
  end: (text: string) => never,
): Iterable<NodeJS.Timeout> {
  const timers: NodeJS.Timeout[] = [];
  let isLate = false;
  const stop = () => {
    if (isLate) end('Ended at once.\n');
    if (isStopping()) return;
    abort();
    const late = () => {
      isLate = true;
      say('Canceling. Press Ctrl-C again to end at once.\n');
    };
    timers.push(
      setTimeout(late, ONE_PRESS_MS),
      setTimeout(() => end('Canceled.\n'), PATIENCE_MS),
    );
  };
  for (const name of STOP_SIGNALS) process.on(name, stop);
  return timers;
}

/** Whether a stream is a terminal that can write over a line. */
function isTerminal({ isTTY }: NodeJS.WriteStream): boolean {
  return isTTY === true && process.env.TERM !== 'dumb';
}

function unprinted({ code }: NodeJS.ErrnoException): string {
  const why =
    code === 'EPIPE' ? 'the reader closed the pipe' : code === 'ENOSPC' ? 'there is no space left on the disk' : code;
  return `The output could not be printed to its end: ${why}.`;
}

function bugText(error: unknown): string {
  const { message } = asBoxcutterError(error);
  // It may repeat what a package says.
  return `${forTerminal(message)}\n${stackText(error) || `${STACKS}=1 shows where.\n`}`;
}
