/** What a browser needs to show a picture, at most, estimated. */
export interface PictureCost {
  /** Bytes of decoded pixels. */
  memory: number;
  /** Milliseconds of work of one thread. */
  time: number;
}

/** What a picture may cost to be shown without asking. All pictures on the screen together may cost twice as much. */
export const MAX_PICTURE_COST: PictureCost = { memory: 200_000_000, time: 1_000 };
export const MAX_SCREEN_COST: PictureCost = { memory: 400_000_000, time: 2_000 };
