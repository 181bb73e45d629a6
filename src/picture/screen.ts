import { MAX_SCREEN_COST, type PictureCost } from './cost.ts';

interface Asked {
  cost: PictureCost;
  grant(): void;
}

/**
 * Adds up what the pictures on the screen cost. Each picture asks before it is shown, and gives its share back when it
 * leaves the screen. Pictures for which there is no room wait, in order.
 */
export class PictureScreen {
  readonly limit: PictureCost;
  #used: PictureCost = { memory: 0, time: 0 };
  #waiting: Asked[] = [];

  constructor(limit: PictureCost = MAX_SCREEN_COST) {
    this.limit = limit;
  }

  /**
   * Calls `grant` as soon as there is room, which may be at once. With `isForced` it calls it in any case: the reader
   * wants this picture. Call the returned function when the picture has left the screen.
   */
  ask(cost: PictureCost, grant: () => void, isForced = false): () => void {
    const asked: Asked = { cost, grant };
    let isGranted = false;
    asked.grant = () => {
      isGranted = true;
      this.#used = { memory: this.#used.memory + cost.memory, time: this.#used.time + cost.time };
      grant();
    };
    if (isForced || this.#fits(cost)) asked.grant();
    else this.#waiting.push(asked);
    return () => {
      this.#waiting = this.#waiting.filter((other) => other !== asked);
      if (!isGranted) return;
      isGranted = false;
      this.#used = { memory: this.#used.memory - cost.memory, time: this.#used.time - cost.time };
      this.#grantNext();
    };
  }

  #fits({ memory, time }: PictureCost): boolean {
    return this.#used.memory + memory <= this.limit.memory && this.#used.time + time <= this.limit.time;
  }

  #grantNext(): void {
    for (const asked of [...this.#waiting]) {
      if (!this.#fits(asked.cost)) continue;
      this.#waiting = this.#waiting.filter((other) => other !== asked);
      asked.grant();
    }
  }
}
