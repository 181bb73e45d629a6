import { SegmentedControl } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type CSSProperties, useState } from 'react';
import { formatBytes, formatCount, formatNumberOf } from '../../base/amounts.ts';
import { memo } from '../../base/memo.ts';
import { shortened, visibleText } from '../../base/text.ts';
import type { Package, Panel } from '../../model/package.ts';
import type { Place } from '../../model/place.ts';
import { type BytePart, bytePartsOf, type TypeBytes } from '../../model/tensor/byte-parts.ts';
import { Card } from '../../widgets/card.tsx';
import { NameText } from '../../widgets/name-text.tsx';
import { PlaceLink } from '../../widgets/place-link.tsx';
import { Section } from '../../widgets/section.tsx';
import { type Box, labelsWithin, mapLayout } from './byte-map-layout.ts';
import { PanelTable } from './panels.tsx';
import classes from './where-bytes.module.css';

/** Types that have a color of their own. More have one together. */
const COLORS = 6;

/** Types that the legend names. */
const MAX_TYPES = 12;

/** The smallest box of the other parts whose text can be read, on one line or on three, in CSS pixels: see `.rest`. */
const LEAST_READ = { width: 64, height: 64, line: 170 };

const TENSORS: Place = { tab: 'tensors' };

const partsOf = memo(bytePartsOf);

/** Where the bytes of a file of weights are: a map of its parts, and the tables of its parameters. */
export function WhereBytes({ tensors, panels }: Pick<Package, 'tensors'> & { panels: readonly Panel[] }) {
  const [view, setView] = useState('Map');
  const { parts, types } = partsOf(tensors);
  const hasMap = parts.length > 1;
  const control = hasMap && panels.length > 0 && (
    <SegmentedControl
      aria-label="Show the bytes as"
      size="xs"
      data={['Map', 'Table']}
      value={view}
      onChange={setView}
    />
  );
  if (!hasMap && panels.length === 0) return null;
  return (
    <Section title="Where the bytes are" aside={control || undefined}>
      {hasMap && view === 'Map' ? (
        <Card>
          <ByteMap parts={parts} types={types} />
        </Card>
      ) : (
        <div className={classes.tables}>
          {panels.map((panel) => (
            <PanelTable key={panel.title} panel={panel} captioned to={TENSORS} />
          ))}
        </div>
      )}
    </Section>
  );
}

interface MapProps {
  parts: readonly BytePart[];
  types: readonly TypeBytes[];
}

function ByteMap({ parts, types }: MapProps) {
  const { ref, width, height } = useElementSize();
  const { boxes, shown, hasRest } = mapLayout(
    parts.map((part) => part.bytes),
    width,
    height,
  );
  const colors = new Map(types.map(({ dtype }, at) => [dtype, `var(--bc-type-${Math.min(at + 1, COLORS)})`]));
  const labels = labelsWithin(boxes.slice(0, shown).map(({ width }, at) => ({ width, label: parts[at]?.label ?? '' })));
  const rest = parts.slice(shown);
  const restBytes = rest.reduce((sum, part) => sum + part.bytes, 0);
  const restText = `${formatCount(rest.length)} more, ${formatBytes(restBytes)}`;
  const restBox = hasRest ? boxes.at(-1) : undefined;
  const isRestRead =
    restBox !== undefined &&
    restBox.width >= (restBox.height >= LEAST_READ.height ? LEAST_READ.width : LEAST_READ.line);
  return (
    <>
      <ul className={classes.map} ref={ref} aria-label="Parts by their bytes">
        {boxes.slice(0, shown).map((box, at) => {
          const part = parts[at] as BytePart;
          return (
            <PartBox key={part.label} part={part} shown={labels[at] ?? ''} box={box} fill={fillOf(part, colors)} />
          );
        })}
        {restBox && (
          <li className={classes.place} style={styleOf(restBox)}>
            <PlaceLink to={TENSORS} underline="never" className={classes.part ?? ''}>
              <span className={classes.rest}>{restText}</span>
            </PlaceLink>
          </li>
        )}
      </ul>
      <div className={classes.legend}>
        <ul className={classes.types} aria-label="Bytes by type">
          {types.slice(0, MAX_TYPES).map(({ dtype, bytes: of }) => (
            <li key={dtype}>
              <span className={classes.swatch} style={{ background: colors.get(dtype) }} aria-hidden />
              <NameText>{shortened(dtype)}</NameText> {formatBytes(of)}
            </li>
          ))}
          {types.length > MAX_TYPES && <li>and {formatNumberOf(types.length - MAX_TYPES, 'other type')}</li>}
        </ul>
        <span>
          Press a part to see its tensors
          {/* Before the map is measured, no part has a box. */}
          {shown > 0 && rest.length > 0 && !isRestRead && (
            <>
              {' · '}
              <PlaceLink to={TENSORS}>{restText}</PlaceLink>
            </>
          )}
        </span>
      </div>
    </>
  );
}

function PartBox({ part, shown, box, fill }: { part: BytePart; shown: string; box: Box; fill: string }) {
  const { label, bytes, types, tensors, first } = part;
  const type = visibleText(shortened(types[0]?.dtype ?? ''));
  const size = formatBytes(bytes);
  const mostly = types.length > 1 ? 'mostly ' : '';
  const to: Place = tensors === 1 ? { tab: 'tensors', item: first } : { tab: 'tensors', part: label };
  const name = `${visibleText(shortened(label))}, ${size}, ${mostly}${type}, ${formatNumberOf(tensors, 'tensor')}`;
  return (
    <li className={classes.place} style={styleOf(box)} title={name}>
      <PlaceLink to={to} underline="never" className={classes.part ?? ''} label={name}>
        <span className={classes.fill} style={{ background: fill }} />
        <span className={classes.name}>
          <NameText mono>{shortened(shown)}</NameText>
        </span>
        <span className={classes.size}>
          <span>{size}</span> <span>{type}</span>
        </span>
      </PlaceLink>
    </li>
  );
}

function styleOf({ x, y, width, height }: Box): CSSProperties {
  return { left: x, top: y, width, height };
}

/** The color of its type, or of each of its types on a part of the box in proportion to its bytes. */
function fillOf({ types, bytes }: BytePart, colors: ReadonlyMap<string, string>): string {
  let at = 0;
  const stops = types.slice(0, COLORS).map(({ dtype, bytes: of }) => {
    const start = at;
    at += (of / bytes) * 100;
    return `${colors.get(dtype)} ${start}% ${at}%`;
  });
  return stops.length === 1
    ? (colors.get(types[0]?.dtype ?? '') ?? '')
    : `linear-gradient(to right, ${stops.join(', ')})`;
}
