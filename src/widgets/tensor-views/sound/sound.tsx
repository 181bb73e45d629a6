import { type ReactNode, useMemo, useState } from 'react';
import { formatCount, formatNumberOf } from '../../../base/amounts.ts';
import { MAX_PLANE_ELEMENTS } from '../../../base/limits.ts';
import { drawnNumbers, type LineValues } from '../../../tensor/decimate.ts';
import type { DecodedDtype } from '../../../tensor/dtype.ts';
import {
  cellIndex,
  cellPlane,
  planeOf,
  planePart,
  type TensorMapping,
  type TensorPlane,
  withAxis,
} from '../../../tensor/mapping.ts';
import { planeBytes } from '../../../tensor/plane.ts';
import type { Shape } from '../../../tensor/shape.ts';
import { type SoundScale, samplesAxis, type TensorSound, tensorSound } from '../../../tensor/sound.ts';
import { floatWav } from '../../../tensor/wav.ts';
import { EmptyState } from '../../empty-state.tsx';
import { useObjectUrl } from '../../picture/picture-share.ts';
import { SoundPlayer } from '../../sound/sound-player.tsx';
import { waveOfChannels } from '../../sound/wave.ts';
import { linesPlane } from '../line/line-settings.ts';
import { LineTable } from '../line/line-table.tsx';
import { ReadQuestion } from '../read-question.tsx';
import { ReadShell } from '../read-shell.tsx';
import { readKey, useLatest } from '../use-latest.ts';
import { ViewFoot } from '../view-foot.tsx';
import type { TensorAccess, TensorViewProps } from '../view-props.ts';
import classes from './sound.module.css';
import { SoundBar } from './sound-bar.tsx';
import { playedChannels, soundChoice } from './sound-settings.ts';
import { useRate } from './use-rate.ts';

/** Samples that are played at once, of all channels: six minutes at 44,100 Hz. The page and the browser hold them. */
const MAX_SOUND_SAMPLES = MAX_PLANE_ELEMENTS;

/** A tensor of one or two dimensions as a sound: played, and drawn as its waveform. */
export default function Sound(props: TensorViewProps) {
  const { name, dtype, shape, dimensions, mapping, access, settings, onSettings, rates } = props;
  const choice = useMemo(() => soundChoice(settings), [settings]);
  const own = useMemo(() => soundMapping(mapping, shape), [mapping, shape]);
  const plane = useMemo(() => planeOf(own, shape), [own, shape]);
  const nameOf = (axis: 'rows' | 'columns') => dimensions[own[axis] ?? -1] ?? '';
  const guess = samplesAxis(plane, { rows: nameOf('rows'), columns: nameOf('columns') });
  const samples = plane.rows > 1 && plane.columns > 1 ? (choice.samples ?? guess) : guess;
  const all = useMemo(() => linesPlane(plane, samples), [plane, samples]);
  const { first, count } = playedChannels(all.rows, choice.channel);
  const played = useMemo(
    () => planePart(all, { rowStart: first, rowEnd: first + count, columnStart: 0, columnEnd: all.columns }),
    [all, first, count],
  );
  const rate = useRate(rates, choice.rate);
  return (
    <div className={classes.root} data-own-height>
      <SoundBar
        channels={all.rows}
        frames={all.columns}
        samples={samples}
        axes={plane.rows > 1 && plane.columns > 1 ? { rows: nameOf('rows'), columns: nameOf('columns') } : undefined}
        choice={choice}
        channel={count === 1 && all.rows > 1 ? first : 'all'}
        rate={rate}
        onSettings={onSettings}
      />
      <Read key={name} plane={played} dtype={dtype} access={access}>
        {(values) => (
          <Played
            {...props}
            values={values}
            plane={played}
            scale={choice.scale}
            rate={rate.rate}
            indexOf={(frame) =>
              cellIndex(own, samples === 'columns' ? { row: first, column: frame } : { row: frame, column: first })
            }
          />
        )}
      </Read>
    </div>
  );
}

/** The mapping with the dimensions of more than one element along its axes. */
function soundMapping(mapping: TensorMapping, shape: Shape): TensorMapping {
  const long = shape.flatMap((size, dimension) => (size > 1n ? [dimension] : []));
  const isShown = long.every((dimension) => dimension === mapping.rows || dimension === mapping.columns);
  if (isShown) return mapping;
  const [rows, columns] = long;
  return withAxis(withAxis(mapping, shape, 'rows', rows), shape, 'columns', columns);
}

interface ReadProps {
  plane: TensorPlane;
  dtype: DecodedDtype;
  access: TensorAccess;
  children(values: LineValues['values']): ReactNode;
}

/** The numbers of the channels, once they are read. What is very long is not, and what takes long asks. */
function Read({ plane, dtype, access, children }: ReadProps) {
  const [agreed, setAgreed] = useState(false);
  const samples = plane.rows * plane.columns;
  const bytes = planeBytes(plane, dtype);
  const isLong = samples > MAX_SOUND_SAMPLES;
  const asks = !agreed && bytes > access.unaskedBytes;
  const key = isLong || asks ? undefined : readKey(access, plane);
  const latest = useLatest(key, async (signal) => drawnNumbers(await access.numbers(plane, signal)));
  if (isLong)
    return (
      <EmptyState title="Too long to play at once">
        It has {formatCount(samples)} samples; up to {formatCount(MAX_SOUND_SAMPLES)} can be played. Type a part of it
        in Slice, such as <code>[:1000000]</code>.
      </EmptyState>
    );
  if (asks) return <ReadQuestion what="this sound" bytes={bytes} access={access} onRead={() => setAgreed(true)} />;
  return (
    <ReadShell what="the sound" reading={latest}>
      {latest.value && latest.key === key && children(latest.value)}
    </ReadShell>
  );
}

/** Waveforms of so many channels are drawn taller: nothing else needs the room. */
const FEW_CHANNELS = 4;

interface PlayedProps extends TensorViewProps {
  values: LineValues['values'];
  plane: TensorPlane;
  scale: SoundScale | undefined;
  rate: number;
  /** The index of a sample of the first channel that is played. */
  indexOf(frame: number): readonly number[];
}

/** The player, a table of the waveform, and the sample under the playhead. */
function Played({ name, dtype, access, values, plane, scale, rate, indexOf }: PlayedProps) {
  const [playhead, setPlayhead] = useState<{ of: string; seconds: number }>();
  const sound = useMemo(() => tensorSound(values, plane.rows, dtype, scale), [values, plane, dtype, scale]);
  const wave = useMemo(() => waveOfChannels(sound.channels), [sound]);
  const blob = useMemo(() => floatWav(sound.channels, rate), [sound, rate]);
  const url = useObjectUrl(blob);
  const { columns: frames } = plane;
  const seconds = playhead && playhead.of === url ? playhead.seconds : 0;
  const frame = Math.min(frames - 1, Math.max(0, Math.floor(seconds * rate + 1e-6)));
  const one = cellPlane(plane, { row: 0, column: frame });
  const key = readKey(access, one);
  const cells = useLatest(key, (signal) => access.cells(one, signal));
  const exact = cells.key === key ? cells.value?.[0] : undefined;
  return (
    <>
      <div className={classes.player} data-few={wave.channels.length <= FEW_CHANNELS || undefined}>
        {url && (
          <SoundPlayer
            key={url}
            blob={blob}
            url={url}
            label={name}
            wave={wave}
            about={aboutSound(sound, dtype, rate)}
            onTime={(at) => setPlayhead({ of: url, seconds: at })}
          />
        )}
      </div>
      <LineTable
        name={name}
        parts={wave.channels}
        places={wave.channels.map((_, at) => at)}
        lines={wave.channels.map((_, at) => at)}
        window={{ from: 0, to: frames - 1 }}
        indexAt={(point) => point}
        lineName={(line) => line}
      />
      <ViewFoot dtype={dtype} index={indexOf(frame)} exact={exact}>
        sample {formatCount(frame)} of {formatCount(frames)}
      </ViewFoot>
    </>
  );
}

/** "16,000 Hz · mono · int16 · full level is 32,768". */
function aboutSound({ channels, scale, peak, notFinite, clipped }: TensorSound, dtype: string, rate: number): string {
  const count = channels.length;
  const loudest = Number(peak.toPrecision(7));
  return [
    `${formatCount(rate)} Hz`,
    count === 1 ? 'mono' : count === 2 ? 'stereo' : `${count} channels`,
    dtype,
    scale === 'peak' ? `scaled so that its peak of ${loudest} is at full level` : `peak ${loudest}`,
    clipped > 0 && `${formatNumberOf(clipped, 'sample')} beyond full level cut off`,
    notFinite > 0 && `${formatNumberOf(notFinite, 'sample')} NaN or infinite: silent`,
  ]
    .filter(Boolean)
    .join(' · ');
}
