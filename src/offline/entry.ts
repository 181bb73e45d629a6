import type { WorkerScope } from './scope.ts';
import type { Version } from './versions.ts';
import { startWorker } from './worker.ts';

/** The build puts it in (`scripts/offline.ts`). */
declare const VERSION: Version;

startWorker(self as unknown as WorkerScope, VERSION);
