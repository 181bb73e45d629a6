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

/** What a picture's structure says about the work of its decoder. */
export interface RasterReading {
  /** Pixels. The largest that any part of the picture states: decoders allocate memory for them. */
  width: number;
  height: number;
  /** Pictures of that size to decode: the frames of an animation, or scans over a single picture. */
  frames: number;
}
