import { useComputedColorScheme } from '@mantine/core';
import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { SoundWave } from './wave.ts';
import classes from './waveform.module.css';

/** CSS pixels of the height of a single channel, and of each of several. */
const LANE = { one: 72, several: 44 } as const;

/** The height of a waveform of so many channels, in CSS pixels. */
export function waveHeight(channels: number): number {
  return channels <= 1 ? LANE.one : channels * LANE.several;
}

interface Props {
  wave: SoundWave;
  label: string;
  /** In seconds. 0 while it is not known. */
  length: number;
  at: number;
  isPlaying: boolean;
  /** Where it plays at this moment. */
  now: RefObject<HTMLMediaElement | null>;
  onSeek(seconds: number): void;
}

/** The waveform of a sound, channel below channel, with a line where it plays. A press or a drag plays from there. */
export function Waveform({ wave, label, length, at, isPlaying, now, onSeek }: Props) {
  const scheme = useComputedColorScheme('light');
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const height = waveHeight(wave.channels.length);

  // biome-ignore lint/correctness/useExhaustiveDependencies: colors change with the scheme.
  useLayoutEffect(() => {
    const { current: element } = canvas;
    if (!element) return;
    const draw = () => drawWave(element, wave);
    draw();
    const observer = new ResizeObserver(draw);
    observer.observe(element);
    return () => observer.disconnect();
  }, [wave, scheme]);

  useEffect(() => {
    const place = (seconds: number) =>
      head.current?.style.setProperty('--played', `${length > 0 ? Math.min(100, (100 * seconds) / length) : 0}%`);
    place(at);
    if (!isPlaying) return;
    // The element tells its time four times a second, which is not smooth.
    let frame = 0;
    const follow = () => {
      place(now.current?.currentTime ?? at);
      frame = requestAnimationFrame(follow);
    };
    follow();
    return () => cancelAnimationFrame(frame);
  }, [at, length, isPlaying, now]);

  function seek({ clientX }: PointerEvent): void {
    const { left, width } = box.current?.getBoundingClientRect() ?? { left: 0, width: 0 };
    if (width > 0 && length > 0) onSeek(Math.min(1, Math.max(0, (clientX - left) / width)) * length);
  }

  return (
    // The slider of the position does the same by keys.
    <div
      ref={box}
      className={classes.root}
      style={{ height: `calc(${height}px * var(--wave-scale, 1))` }}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        seek(event);
      }}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && seek(event)}
    >
      <canvas ref={canvas} className={classes.canvas} role="img" aria-label={`Waveform of ${label}`} />
      <div ref={head} className={classes.head} data-playhead />
    </div>
  );
}

/** Draws each channel around its own middle line: a bar from the least to the greatest sample of each stretch. */
function drawWave(canvas: HTMLCanvasElement, { channels, frames }: SoundWave): void {
  const ratio = window.devicePixelRatio || 1;
  const [width, height] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)];
  if (width === 0 || height === 0) return;
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) return;
  const { color, borderTopColor } = getComputedStyle(canvas);
  const lane = height / channels.length;
  for (const [channel, { min, max, size }] of channels.entries()) {
    const middle = lane * (channel + 0.5);
    const half = lane / 2 - 2 * ratio;
    context.fillStyle = borderTopColor;
    context.fillRect(0, Math.round(middle), width, ratio);
    context.fillStyle = color;
    const bar = Math.max(ratio, (size / frames) * width);
    for (let bin = 0; bin < min.length; bin++) {
      const [low, high] = [min[bin] as number, max[bin] as number];
      if (!(low <= high)) continue;
      const top = middle - Math.min(1, high) * half;
      const bottom = middle - Math.max(-1, low) * half;
      context.fillRect(((bin * size) / frames) * width, top, bar, Math.max(ratio, bottom - top));
    }
  }
}
