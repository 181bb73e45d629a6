import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatCount } from '../../../base/amounts.ts';
import type { LineStyle } from './line-colors.ts';
import type { LineWindow } from './line-settings.ts';

/** How values lie along the vertical axis. `symlog` is linear between -`linear` and `linear`. */
export type LineScale = { kind: 'linear' } | { kind: 'log' } | { kind: 'symlog'; linear: number };

/** What a chart is made of. Another one of these makes another chart. */
export interface ChartLook {
  styles: readonly LineStyle[];
  scale: LineScale;
  /** Colors of texts and of the grid, and the font. */
  ink: string;
  grid: string;
  font: string;
  /** The index at a point of the lines. */
  indexAt(point: number): number;
}

/** What a chart shows. */
export interface ChartData {
  window: LineWindow;
  x: number[];
  ys: (number | null)[][];
}

/** Distances between marks of indices, which are whole numbers. */
const WHOLE_STEPS = Array.from({ length: 16 }, (_, power) => [1, 2, 5].map((digit) => digit * 10 ** power)).flat();

/** Draws lines over axes of indices and values, at the size of its element. It hears nothing by itself. */
export class Chart {
  readonly #plot: UPlot;
  #window: LineWindow;
  #isClosed = false;

  constructor(element: HTMLElement, look: ChartLook, data: ChartData) {
    this.#window = data.window;
    this.#plot = new UPlot(
      {
        width: element.clientWidth,
        height: element.clientHeight,
        legend: { show: false },
        cursor: { show: false },
        padding: [12, 16, 0, 0],
        scales: { x: { time: false, range: () => [this.#window.from, this.#window.to] }, y: scaleOf(look.scale) },
        axes: axesOf(look),
        series: [
          {},
          ...look.styles.map(({ color, isDashed }) => ({
            stroke: color,
            width: 1.5,
            ...(isDashed && { dash: [6, 4] }),
            points: { fill: color, size: 5, width: 0 },
          })),
        ],
      },
      [data.x, ...data.ys],
      element,
    );
  }

  /** The element over the drawing, between the axes. */
  get over(): HTMLElement {
    return this.#plot.over;
  }

  /** What is drawn, axes included, in the pixels of the screen. */
  get canvas(): HTMLCanvasElement {
    return this.#plot.ctx.canvas;
  }

  /** Shows other data, of as many lines. Of a closed chart, whose successor has them, it does nothing. */
  show({ window, x, ys }: ChartData): void {
    if (this.#isClosed) return;
    this.#window = window;
    this.#plot.batch(() => {
      this.#plot.setData([x, ...ys], false);
      this.#plot.setScale('x', { min: window.from, max: window.to });
    });
  }

  resize(width: number, height: number): void {
    this.#plot.setSize({ width, height });
  }

  /** Where a point and a value are, in CSS pixels from the corner of `over`. */
  placeOf(point: number, value: number): { left: number; top: number } {
    return { left: this.#plot.valToPos(point, 'x'), top: this.#plot.valToPos(value, 'y') };
  }

  /** The point at a distance from the left of `over`, in CSS pixels. Not rounded. */
  pointAt(left: number): number {
    const { from, to } = this.#window;
    return from + (left / this.over.clientWidth) * (to - from);
  }

  /** Marks what is about to be chosen, from one distance to another one. */
  select(left: number, width: number): void {
    this.#plot.setSelect({ left, top: 0, width, height: width > 0 ? this.over.clientHeight : 0 }, false);
  }

  close(): void {
    this.#isClosed = true;
    this.#plot.destroy();
  }
}

function scaleOf(scale: LineScale): UPlot.Scale {
  // Without a value, an axis from 0 to 1: uPlot draws none otherwise.
  const orEmpty =
    (range: (min: number, max: number) => UPlot.Range.MinMax): UPlot.Scale.Range =>
    (_, min, max) =>
      min === null || min === undefined || !Number.isFinite(min)
        ? [scale.kind === 'log' ? 0.1 : 0, 1]
        : range(min, max);
  if (scale.kind === 'log')
    return { distr: 3, log: 10, range: orEmpty((min, max) => UPlot.rangeLog(min, max, 10, false)) };
  if (scale.kind === 'symlog')
    return { distr: 4, asinh: scale.linear, range: orEmpty((min, max) => UPlot.rangeAsinh(min, max, 10, false)) };
  return { range: orEmpty((min, max) => linearRange(min, max)) };
}

/** Some room above and below. Of values that are all the same, half of them. */
function linearRange(min: number, max: number): UPlot.Range.MinMax {
  const room = max > min ? (max / 2 - min / 2) * 0.12 : Math.abs(min) / 2 || 0.5;
  return [Math.max(-Number.MAX_VALUE, min - room), Math.min(Number.MAX_VALUE, max + room)];
}

function axesOf({ ink, grid, font, indexAt }: ChartLook): UPlot.Axis[] {
  const shared = {
    stroke: ink,
    font,
    grid: { stroke: grid, width: 1 },
    ticks: { show: false },
    border: { show: false },
  };
  return [
    {
      ...shared,
      incrs: WHOLE_STEPS,
      space: 80,
      size: 32,
      values: (_, splits) => splits.map((split) => (split === null ? '' : formatCount(indexAt(split)))),
    },
    {
      ...shared,
      space: 40,
      gap: 8,
      size: (_, values) => 20 + 7.5 * Math.max(4, ...(values ?? []).map((value) => value?.length ?? 0)),
      values: (_, splits) => splits.map((split) => (split === null ? '' : tickText(split))),
    },
  ];
}

/** A number in at most seven characters or so: "0.25", "-1.2e-7", "48,000". */
export function tickText(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e7)) return value.toExponential(3).replace(/\.?0*e\+?/, 'e');
  const short = Number(value.toPrecision(6));
  return size >= 1e4 ? formatCount(short) : String(short);
}
