import type { FindingCode } from '../base/findings.ts';
import type { Report } from '../base/report.ts';
import { quotedImport } from './import.ts';
import type { Walk } from './walk.ts';
import type { WalkReason } from './walk-error.ts';
import './findings.ts';

/**
 * Adds what a walk over a file has found. Names beyond a limit are counted.
 *
 * @param isTorch the file is one of PyTorch, which has several pickles, and storages as persistent objects
 */
export function reportWalk(
  { imports, asked, problem, pickles, trailingAt, brokenFrameAt }: Walk,
  path: string,
  report: Report,
  isTorch = false,
): void {
  const add = (code: FindingCode, message: string) => report.add(code, message, { path });
  for (const item of imports.list) {
    const { standing, offset, calls, calledWith, unnamed, isChanged } = item;
    const call = calls === 0 ? '' : calledWith === undefined ? ', and calls it' : `, and calls it with ${calledWith}`;
    const message = `Loading it imports ${quotedImport(item)}${call} (byte ${offset}).`;
    if (standing === 'dangerous') add('pickle/dangerous', message);
    else if (unnamed !== undefined) add('pickle/computed', message);
    else if (standing === 'unknown') add('pickle/unknown', message);
    if (isChanged) add('pickle/changed', `The pickle changes ${quotedImport(item)} itself.`);
  }
  const more = imports.more.dangerous + imports.more.unknown + imports.more.harmless;
  const danger = imports.more.dangerous > 0 ? `, ${imports.more.dangerous} of them dangerous` : '';
  if (more > 0) add('pickle/more-imports', `${more} further names are imported${danger}.`);
  if (asked.computedCallAt !== undefined) {
    const times = asked.computedCalls === 1 ? '' : ` and ${asked.computedCalls - 1} more`;
    add('pickle/computed-call', `Byte ${asked.computedCallAt}${times}: what is called is the result of a call.`);
  }
  if (brokenFrameAt !== undefined)
    add('pickle/frame', `At byte ${brokenFrameAt}, a frame ends within a value or after the pickle.`);
  if (problem) add(PROBLEMS[problem.reason], `At byte ${problem.offset}, ${problem.message}.`);
  if (pickles.length > 1 && !isTorch) add('pickle/several', `The file has ${pickles.length} pickles.`);
  if (trailingAt !== undefined) add('pickle/trailing', `What follows byte ${trailingAt} is not a pickle.`);
  if (asked.persistent > 0 && !isTorch) {
    const objects = asked.persistent === 1 ? 'one object' : `${asked.persistent} objects`;
    add('pickle/persistent', `The pickle asks for ${objects} by id.`);
  }
}

const PROBLEMS = {
  bad: 'pickle/broken',
  cut: 'pickle/cut',
  limit: 'pickle/too-large',
  unread: 'pickle/unread',
  joblib: 'pickle/joblib-block',
} as const satisfies Record<WalkReason, FindingCode>;
