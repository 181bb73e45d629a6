import { formatNumberOf } from '../../../../base/amounts.ts';
import { shortened } from '../../../../base/text.ts';
import type { Place } from '../../../../model/place.ts';
import { visibleText } from '../../../../widgets/name-text.tsx';
import { usePlaceHref } from '../../../../widgets/place-href.ts';
import type { ShownLayer } from '../../core/own.ts';
import { graphLayout } from './graph-layout.ts';
import classes from './layer-graph.module.css';

/** Sizes of the picture, in px. */
const BOX = { width: 136, height: 46 };
const GAP = { x: 36, y: 14 };

/** Room for the outlines at the edges, in px. */
const MARGIN = 2;

/** Layers that are drawn: more make no picture that helps. */
const MAX_DRAWN = 200;

/** Characters of a name that fit into a box. */
const MAX_NAME = 15;

interface Props {
  layers: readonly ShownLayer[];
  /** Where a layer leads. Undefined where it leads nowhere. */
  placeOf(index: number): Place | undefined;
}

/** The layers from input to output, as boxes with lines between them. */
export function LayerGraph({ layers, placeOf }: Props) {
  const drawn = layers.slice(0, MAX_DRAWN);
  if (drawn.length === 0) return null;
  const nodes = graphLayout(drawn);
  const x = (column: number) => MARGIN + column * (BOX.width + GAP.x);
  const y = (row: number) => MARGIN + row * (BOX.height + GAP.y);
  const width = x(Math.max(...nodes.map(({ column }) => column))) + BOX.width + MARGIN;
  const height = y(Math.max(...nodes.map(({ row }) => row))) + BOX.height + MARGIN;
  return (
    <figure className={classes.frame} aria-label="Layers from input to output">
      <svg className={classes.graph} width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
        <title>Layers from input to output</title>
        {nodes.map(({ column, row, from }, index) => {
          const prior = from === undefined ? undefined : nodes[from];
          if (!prior) return null;
          const [startX, startY] = [x(prior.column) + BOX.width, y(prior.row) + BOX.height / 2];
          const [endX, endY] = [x(column), y(row) + BOX.height / 2];
          const middle = endX - GAP.x / 2;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: layers have no other key, and names may be there twice.
            <path key={index} className={classes.line} d={`M${startX} ${startY}H${middle}V${endY}H${endX}`} />
          );
        })}
        {nodes.map(({ column, row }, index) => (
          <Box
            // biome-ignore lint/suspicious/noArrayIndexKey: as above.
            key={index}
            layer={drawn[index] as ShownLayer}
            index={index}
            x={x(column)}
            y={y(row)}
            place={placeOf(index)}
          />
        ))}
      </svg>
      {layers.length > drawn.length && (
        <p className={classes.more}>and {formatNumberOf(layers.length - drawn.length, 'more layer')}</p>
      )}
    </figure>
  );
}

interface BoxProps {
  layer: ShownLayer;
  index: number;
  x: number;
  y: number;
  place: Place | undefined;
}

function Box({ layer, index, x, y, place }: BoxProps) {
  const placeHref = usePlaceHref();
  const box = (
    <g className={classes.box} data-kind={kindOf(layer)} transform={`translate(${x} ${y})`}>
      <title>{titleOf(layer)}</title>
      <rect width={BOX.width} height={BOX.height} rx={6} />
      <text className={classes.name} x={10} y={19}>
        {visibleText(shortened(layer.name ?? `layer ${index + 1}`, MAX_NAME))}
      </text>
      <text className={classes.note} x={10} y={35}>
        {noteOf(layer)}
      </text>
    </g>
  );
  return place ? (
    <a className={classes.link} href={placeHref(place)}>
      {box}
    </a>
  ) : (
    box
  );
}

function kindOf({ capabilities }: ShownLayer): 'input' | 'output' | undefined {
  const words = capabilities.map((word) => word.toLowerCase());
  return words.includes('input') ? 'input' : words.includes('output') ? 'output' : undefined;
}

function noteOf(layer: ShownLayer): string {
  if (layer.count === undefined) return 'unknown count';
  return formatNumberOf(layer.count, kindOf(layer) === 'input' ? 'input' : 'weight');
}

function titleOf({ name = '', capabilities, prior }: ShownLayer): string {
  const words = [name, capabilities.join(', '), prior === undefined ? '' : `input from ${prior}`];
  return visibleText(words.filter((word) => word !== '').join(' · '));
}
