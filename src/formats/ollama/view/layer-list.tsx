import { Anchor } from '@mantine/core';
import { formatBytes, formatCount, formatNumberOf } from '../../../base/amounts.ts';
import { MAX_LEVELS } from '../../../base/limits.ts';
import { fileIndex } from '../../../model/file/file-index.ts';
import { insideHref } from '../../../model/place.ts';
import { useHashStates, useOpenPackage } from '../../../state/hooks.ts';
import { Card } from '../../../widgets/card.tsx';
import { CopyButton } from '../../../widgets/copy-button.tsx';
import { FileStatus } from '../../../widgets/files/file-status.tsx';
import { useFirst } from '../../../widgets/first.tsx';
import { NameText } from '../../../widgets/name-text.tsx';
import { useShownInside } from '../../../widgets/place-href.ts';
import { PlaceLink } from '../../../widgets/place-link.tsx';
import { Section } from '../../../widgets/section.tsx';
import { ToneIcon } from '../../../widgets/severity.tsx';
import { ShapeText } from '../../../widgets/tensor/shape-text.tsx';
import { WEIGHT_KINDS } from '../core/media-type.ts';
import type { ShownLayer, ShownModel } from '../core/own.ts';
import classes from './layer-list.module.css';

/** Layers that are listed before a click: all of a model that is not made of tensors. */
const FIRST_LAYERS = 20;

/** Digits of a digest where there is little room. The button copies all of them. */
const DIGITS = 12;

/**
 * The layers of a model, in the order of its manifest.
 *
 * @param named whether the heading says of which model
 */
export function LayerList({ model, named }: { model: ShownModel; named: boolean }) {
  const { layers, moreLayers, missing, listedBytes } = model;
  const [shown, more] = useFirst(layers, FIRST_LAYERS, `Show more of ${formatCount(layers.length + moreLayers)}`);
  const isElsewhere = layers.some(({ state }) => state === 'elsewhere');
  const needs = `Needs ${formatNumberOf(missing, 'file')}, ${formatBytes(BigInt(listedBytes))}`;
  return (
    <Section
      title={
        <>
          Layers
          {named && ' of '}
          {named && <NameText>{model.title}</NameText>}
        </>
      }
      aside={isElsewhere ? needs : undefined}
    >
      {layers.length === 0 ? (
        <p className={classes.more}>The manifest has none.</p>
      ) : (
        <Card as="ul" rows aria-label="Layers">
          {shown.map((layer, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: layers may be equal, and are never moved.
            <LayerRow key={index} layer={layer} />
          ))}
        </Card>
      )}
      {more}
      {moreLayers > 0 && !more && <p className={classes.more}>and {formatNumberOf(moreLayers, 'more layer')}</p>}
    </Section>
  );
}

function LayerRow({ layer }: { layer: ShownLayer }) {
  const { label, kind, note, mediaType, digest, sha256, size, name, dtype, shape, from, sharedWith } = layer;
  return (
    <li className={classes.row} data-layer={kind} data-state={layer.state}>
      <div className={classes.head}>
        <span className={classes.label}>{label}</span>
        {note !== undefined && <span className={classes.note}>{note}</span>}
        <span className={classes.size}>{size === undefined ? 'no size' : formatBytes(size)}</span>
      </div>
      {(name !== undefined || dtype !== undefined || shape !== undefined) && (
        <div className={classes.tensor}>
          {name !== undefined && <NameText mono>{name}</NameText>}
          {dtype !== undefined && <NameText mono>{dtype}</NameText>}
          {shape !== undefined && <ShapeText shape={shape} short />}
        </div>
      )}
      <div className={classes.type}>
        <NameText mono>{mediaType === '' ? 'no media type' : mediaType}</NameText>
      </div>
      <div className={classes.foot}>
        {digest === undefined ? (
          <span className={classes.note}>no digest</span>
        ) : (
          <span className={classes.digest}>
            <NameText mono>{sha256 === undefined ? digest : `sha256:${sha256.slice(0, DIGITS)}…`}</NameText>
            <CopyButton value={digest} label={`Copy digest of ${label.toLowerCase()}`} />
          </span>
        )}
        <LayerState layer={layer} />
        {sharedWith > 0 && (
          <span className={classes.note}>shared with {formatNumberOf(sharedWith, 'other model')}</span>
        )}
        {from !== undefined && (
          <span className={classes.note}>
            from <NameText>{from}</NameText>
          </span>
        )}
        <LayerLinks layer={layer} />
      </div>
    </li>
  );
}

/** What is known of the bytes of the layer. */
function LayerState({ layer: { path, state } }: { layer: ShownLayer }) {
  const { files } = useOpenPackage();
  const stateOf = useHashStates();
  const file = path === undefined ? undefined : fileIndex(files).get(path);
  if (file) return <FileStatus file={file} findings={undefined} state={stateOf(file)} hashList="manifest" />;
  if (state === 'elsewhere') return null;
  return (
    <span className={classes.state} data-tone="error">
      <ToneIcon tone="error" />
      {state === 'unfinished' ? 'Unfinished' : 'Missing'}
    </span>
  );
}

function LayerLinks({ layer: { path, kind, label } }: { layer: ShownLayer }) {
  const inside = useShownInside();
  if (path === undefined) return null;
  const opens = WEIGHT_KINDS.has(kind) && inside.length + 1 < MAX_LEVELS;
  const of = <span className="visually-hidden"> of {label.toLowerCase()}</span>;
  return (
    <span className={classes.links}>
      {opens && (
        <Anchor inherit href={insideHref([...inside, path])}>
          Open<span className="visually-hidden"> {label.toLowerCase()}</span>
        </Anchor>
      )}
      <PlaceLink to={{ tab: 'files', item: path }} underline="never">
        File{of}
      </PlaceLink>
    </span>
  );
}
