import { Button, NativeSelect, Popover, SegmentedControl, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { formatNumberOf } from '../../../base/amounts.ts';
import type { PlaneAxis, TensorPlane } from '../../../tensor/mapping.ts';
import type { SliceMistake } from '../../../tensor/slice.ts';
import { visibleText } from '../../name-text.tsx';
import { Mistake } from '../mistake.tsx';
import type { TensorViewProps } from '../view-props.ts';
import { ZoomButtons } from '../zoom-buttons.tsx';
import { zoomed } from './gestures.ts';
import classes from './line-bar.module.css';
import { type LineChoice, type LineWindow, MAX_LINES, parseLines, wholeWindow } from './line-settings.ts';

interface Props extends Pick<TensorViewProps, 'dimensions' | 'mapping' | 'plane' | 'onSettings'> {
  choice: LineChoice;
  /** Its rows are lines. */
  lined: TensorPlane;
  onWindow(window: LineWindow): void;
}

/** A screen that is too narrow for the fields beside each other. */
const PHONE = '(max-width: 40em)';

/** Which lines are shown, over which scale, and how close. */
export function LineBar({ dimensions, mapping, plane, onSettings, choice, lined, onWindow }: Props) {
  const { along, window, isLog } = choice;
  const nameOf = (axis: PlaneAxis) => visibleText(dimensions[mapping[axis] ?? -1] ?? axis);
  const { columns: points } = lined;
  const whole = wholeWindow(points);
  const isWhole = window.from <= whole.from && window.to >= whole.to;
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  const fields = (
    <>
      {plane.rows > 1 && plane.columns > 1 && (
        <NativeSelect
          size="xs"
          aria-label="Lines along"
          value={along}
          data={(['columns', 'rows'] as const).map((axis) => ({ value: axis, label: `along ${nameOf(axis)}` }))}
          onChange={({ currentTarget: { value } }) =>
            onSettings({ along: value, lines: undefined, hidden: undefined, from: undefined, to: undefined })
          }
        />
      )}
      {lined.rows > 1 && (
        <LinesField
          of={nameOf(along === 'rows' ? 'columns' : 'rows')}
          typed={choice.typed}
          count={lined.rows}
          onLines={(lines) => onSettings({ lines, hidden: undefined })}
        />
      )}
      <SegmentedControl
        size="xs"
        aria-label="Scale"
        value={isLog ? 'log' : 'linear'}
        data={[
          { value: 'linear', label: 'Linear' },
          { value: 'log', label: 'Log' },
        ]}
        onChange={(scale) => onSettings({ scale })}
      />
    </>
  );
  return (
    <div className={classes.root}>
      {isPhone ? <Folded>{fields}</Folded> : fields}
      <div className={classes.zoom}>
        <ZoomButtons
          isClose={points <= 2}
          isWhole={isWhole}
          onZoom={(factor) => onWindow(zoomed(window, points, 1 / factor, (window.from + window.to) / 2))}
          onWhole={() => onWindow(whole)}
        />
      </div>
    </div>
  );
}

/** On a phone, in which the lines come first. */
function Folded({ children }: { children: ReactNode }) {
  return (
    <Popover position="bottom-start" shadow="md" width="min(320px, 90vw)" trapFocus>
      <Popover.Target>
        <Button variant="default" rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden />}>
          Options
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Lines and scale">
        <div className={classes.folded}>{children}</div>
      </Popover.Dropdown>
    </Popover>
  );
}

/** CSS pixels of a character of the dimension's name, about. */
const CHARACTER = 6.5;

interface LinesProps {
  /** The dimension that the lines are indices of. */
  of: string;
  typed: string;
  count: number;
  onLines(lines: string): void;
}

/** Which lines are shown, by their places. What is wrong is said as it is typed; what is right is taken when it is done. */
function LinesField({ of, typed, count, onLines }: LinesProps) {
  const id = useId();
  const [draft, setDraft] = useState<{ text: string; wrong: SliceMistake | undefined }>();
  const type = (text: string) => {
    const read = parseLines(text, count);
    setDraft({ text, wrong: 'mistake' in read ? read : undefined });
  };
  const take = () => {
    if (draft && !draft.wrong && draft.text !== typed) onLines(draft.text);
  };
  return (
    <div className={classes.lines}>
      <TextInput
        size="xs"
        aria-label={`Lines: places along ${of}`}
        title={`Which of ${formatNumberOf(count, 'line')}, at most ${MAX_LINES}: 0, 3, 5:8`}
        leftSection={<span className={classes.of}>{of}</span>}
        leftSectionWidth={Math.min(14, of.length) * CHARACTER + 20}
        spellCheck={false}
        autoComplete="off"
        maxLength={400}
        value={draft?.text ?? typed}
        error={draft?.wrong !== undefined}
        aria-describedby={draft?.wrong ? id : undefined}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={({ key }) => {
          if (key === 'Enter') take();
          if (key === 'Escape') setDraft(undefined);
        }}
        onBlur={() => {
          take();
          setDraft(undefined);
        }}
      />
      {draft?.wrong && <Mistake id={id} text={draft.text} of={draft.wrong} side="start" />}
    </div>
  );
}
