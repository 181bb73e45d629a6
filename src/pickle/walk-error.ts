/**
 * Why a walk over a pickle ends before its `STOP`. `bad`: not a pickle. `cut`: the file ends within it. `limit`: more
 * than the walk keeps. `unread`: more than the caller lets it read. `joblib`: something of joblib's that joblib does not
 * write, so that it is uncertain which bytes are opcodes.
 */
export type WalkReason = 'bad' | 'cut' | 'limit' | 'unread' | 'joblib';

/** Ends a walk. Its `message` goes on after "At byte 12, ". */
export class WalkError extends Error {
  readonly reason: WalkReason;

  constructor(reason: WalkReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
