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
  for (const item of imports.list) {
    const { standing, offset, calls, calledWith, unnamed, isChanged } = item;
    const call = calls === 0 ? '' : calledWith === undefined ? ', and calls it' : `, and calls it with ${calledWith}`;
    const message = `Loading it imports ${quotedImport(item)}${call} (byte ${offset}).`;
    if (standing === 'dangerous') report.add('pickle/dangerous', message, { path });
    else if (unnamed !== undefined) report.add('pickle/computed', message, { path });
    else if (standing === 'unknown') report.add('pickle/unknown', message, { path });
    if (isChanged) report.add('pickle/changed', `The pickle changes ${quotedImport(item)} itself.`, { path });
  }
  const more = imports.more.dangerous + imports.more.unknown + imports.more.harmless;
  if (more > 0) {
    const danger = imports.more.dangerous > 0 ? `, ${imports.more.dangerous} of them dangerous` : '';
    report.add('pickle/more-imports', `${more} further names are imported${danger}.`, { path });
  }
  if (asked.computedCallAt !== undefined) {
    const times = asked.computedCalls === 1 ? '' : ` and ${asked.computedCalls - 1} more`;
    report.add(
      'pickle/computed-call',
      `Byte ${asked.computedCallAt}${times}: what is called is the result of a call.`,
      {
        path,
      },
    );
  }
  if (brokenFrameAt !== undefined) {
    report.add('pickle/frame', `At byte ${brokenFrameAt}, a frame ends within a value or after the pickle.`, { path });
  }
  if (problem) {
    report.add(PROBLEMS[problem.reason], `At byte ${problem.offset}, ${problem.message}.`, { path });
  }
  if (pickles.length > 1 && !isTorch) report.add('pickle/several', `The file has ${pickles.length} pickles.`, { path });
  if (trailingAt !== undefined) {
    report.add('pickle/trailing', `What follows byte ${trailingAt} is not a pickle.`, { path });
  }
  if (asked.persistent > 0 && !isTorch) {
    const objects = asked.persistent === 1 ? 'one object' : `${asked.persistent} objects`;
    report.add('pickle/persistent', `The pickle asks for ${objects} by id.`, { path });
  }
}

const PROBLEMS = {
  bad: 'pickle/broken',
  cut: 'pickle/cut',
  limit: 'pickle/too-large',
  unread: 'pickle/unread',
  joblib: 'pickle/joblib-block',
} as const satisfies Record<WalkReason, FindingCode>;
