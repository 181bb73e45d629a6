import { Button } from '@mantine/core';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { TensorInfo } from '../../model/package.ts';
import { placeHref } from '../../model/place.ts';
import { nestedSize, tensorElements, tensorSize } from '../../model/tensor-size.ts';
import { tensorUses } from '../../model/tensor-use.ts';
import { useActions, usePackage } from '../../state/hooks.ts';
import { DTYPES, isDecodedDtype, isNumericDtype } from '../../tensor/dtype.ts';
import { isNpyDtype } from '../../tensor/npy.ts';
import { formatNumberOf } from '../../widgets/byte-size.ts';
import { CopyButton } from '../../widgets/copy-button.tsx';
import { EmptyState } from '../../widgets/empty-state.tsx';
import { NameText } from '../../widgets/name-text.tsx';
import { ShapeText } from '../../widgets/shape-text.tsx';
import { formatStatedBytes } from '../../widgets/tensor-grid/text.ts';
import type { LoadWindow } from '../../widgets/tensor-grid/tiles.ts';
import type { LoadBytes } from '../../widgets/tensor-picture.tsx';
import { TensorValues } from '../../widgets/tensor-values.tsx';
import { NpyDownload } from './npy-download.tsx';
import { StatisticsList } from './statistics.tsx';
import { TensorPreview } from './tensor-preview.tsx';
import classes from './tensor-view.module.css';

interface Props {
  name: string;
  /** Shows only dtype, shape, first values and a link to the whole. For examples and self-tests. */
  compact?: boolean;
}

/** Uses listed; the rest are counted. Each of a thousand examples can use the same tensor. */
const MAX_USES = 12;

/** A tensor of the package: what it is, where it is used, its values and statistics. */
export function TensorView({ name, compact = false }: Props) {
  const { tensors } = usePackage();
  const info = useMemo(() => tensors.find((tensor) => tensor.name === name), [tensors, name]);
  if (!info) {
    return (
      <EmptyState title="No such tensor">
        The package’s tensor index has no <NameText mono>{name}</NameText>.
      </EmptyState>
    );
  }
  return compact ? <TensorPreview info={info} /> : <WholeTensor key={name} info={info} />;
}

function WholeTensor({ info }: { info: TensorInfo }) {
  const pkg = usePackage();
  const uses = useMemo(() => tensorUses(pkg).get(info.name) ?? [], [pkg, info.name]);
  const heading = useRef<HTMLHeadingElement>(null);
  // On a narrow screen this view replaces the list, and with it the row that had the focus.
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body) heading.current?.focus();
  }, []);
  return (
    <article className={classes.root} aria-label={info.name}>
      <div className={classes.title}>
        <h2 ref={heading} tabIndex={-1} className={classes.name}>
          <NameText mono>{info.name}</NameText>
        </h2>
        <CopyButton value={info.name} label="Copy name" />
      </div>
      {info.inner ? <NestedFacts info={info} /> : <TensorFacts info={info} />}
      {uses.length > 0 && (
        <p className={classes.line}>
          Used as{' '}
          {uses.slice(0, MAX_USES).map(({ label, place }, index) => (
            <span key={`${label} ${placeHref(place)}`}>
              {index > 0 && ' · '}
              <a className={classes.link} href={placeHref(place)}>
                <NameText>{label}</NameText>
              </a>
            </span>
          ))}
          {uses.length > MAX_USES && ` · and ${formatNumberOf(uses.length - MAX_USES, 'more place')}`}
        </p>
      )}
      {info.inner ? <InnerTensors info={info} /> : <FlatTensor info={info} />}
    </article>
  );
}

function TensorFacts({ info }: { info: TensorInfo }) {
  const bytes = tensorSize(info);
  const elements = tensorElements(info);
  return (
    <p className={classes.line}>
      <span className={classes.dtype}>{info.dtype}</span> · <ShapeText shape={info.shape} />
      {elements !== undefined && ` · ${formatNumberOf(elements, 'element')}`}
      {bytes !== undefined && ` · ${formatStatedBytes(bytes)}`}
      {info.data && (
        <>
          {' · '}
          <a className={classes.link} href={placeHref({ tab: 'files', item: info.data.path })}>
            <NameText mono>{info.data.path}</NameText>
          </a>
        </>
      )}
    </p>
  );
}

function NestedFacts({ info }: { info: TensorInfo }) {
  const pkg = usePackage();
  const { elements, bytes } = useMemo(() => nestedSize(info, pkg), [info, pkg]);
  return (
    <p className={classes.line}>
      <span className={classes.dtype}>{info.dtype}</span> · {formatNumberOf(info.inner?.length ?? 0, 'tensor')} inside
      {elements !== undefined && ` · ${formatNumberOf(elements, 'element')}`}
      {bytes !== undefined && ` · ${formatStatedBytes(bytes)}`}
    </p>
  );
}

/** The tensors inside a nested one as a list, and the chosen one of them. */
function InnerTensors({ info }: { info: TensorInfo }) {
  const { tensors } = usePackage();
  const inner = useMemo(() => {
    const byName = new Map(tensors.map((tensor) => [tensor.name, tensor]));
    return (info.inner ?? []).map((name) => ({ name, info: byName.get(name) }));
  }, [tensors, info]);
  const [chosen, setChosen] = useState(0);
  const [limit, setLimit] = useState(INNER_STEP);
  if (inner.length === 0) {
    return <EmptyState title="Nothing inside">This nested tensor names no other tensors.</EmptyState>;
  }
  const shown = inner[chosen];
  return (
    <>
      <ul aria-label={`Tensors in ${info.name}`} className={classes.inner}>
        {inner.slice(0, limit).map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is its position; a hostile index can name one twice.
          <li key={index}>
            <button
              type="button"
              className={classes.part}
              aria-pressed={index === chosen}
              onClick={() => setChosen(index)}
            >
              <span className={classes.partIndex}>part {index} ·</span>
              <NameText mono>{part.name}</NameText>
              {part.info && (
                <span className={classes.partFacts}>
                  {part.info.dtype} · <ShapeText shape={part.info.shape} />
                </span>
              )}
            </button>
          </li>
        ))}
        {inner.length > limit && (
          <li>
            <Button variant="subtle" onClick={() => setLimit(limit + INNER_STEP)}>
              Show more of {formatNumberOf(inner.length, 'tensor')}
            </Button>
          </li>
        )}
      </ul>
      {shown?.info && !shown.info.inner ? (
        <FlatTensor key={chosen} info={shown.info} part={chosen} />
      ) : (
        <EmptyState title={shown?.info ? 'Nested again' : 'No such tensor'}>
          {shown?.info
            ? 'A nested tensor may not hold nested ones.'
            : 'The index does not have the tensor that stands here.'}
        </EmptyState>
      )}
    </>
  );
}

const INNER_STEP = 100;

interface FlatProps {
  info: TensorInfo;
  /** Its index in a nested tensor, if it is shown as a part of one. */
  part?: number;
}

/** Values, statistics and download of a tensor that is not nested. */
function FlatTensor({ info, part }: FlatProps) {
  const { name, dtype, shape } = info;
  const { readTensor, readTensorBytes } = useActions();
  const load = useCallback<LoadWindow>((window, signal) => readTensor(name, window, { signal }), [readTensor, name]);
  const loadBytes = useCallback<LoadBytes>(
    (start, end, signal) => readTensorBytes(name, start, end, { signal }),
    [readTensorBytes, name],
  );
  const readable = info.problem === undefined;
  const hasValues = readable && (tensorElements(info) ?? 0n) > 0n;
  const numeric = hasValues && isNumericDtype(dtype);
  const npy = hasValues && isNpyDtype(dtype);
  return (
    <div className={classes.columns}>
      <section className={classes.values} aria-label="Values">
        {isDecodedDtype(dtype) ? (
          <TensorValues
            name={name}
            dtype={dtype}
            shape={shape}
            load={load}
            loadBytes={readable ? loadBytes : undefined}
          />
        ) : (
          <EmptyState title="Values are not shown">
            Boxcutter does not read elements of the type <NameText mono>{dtype}</NameText>.
          </EmptyState>
        )}
      </section>
      {(numeric || npy) && (
        <aside className={classes.side} aria-label={numeric ? 'Statistics' : 'Download'}>
          {numeric && (
            <>
              <h3 className={classes.heading}>Statistics</h3>
              <StatisticsList
                tensor={name}
                bytes={Number(tensorSize(info) ?? 0)}
                float={DTYPES[dtype].kind === 'float'}
              />
            </>
          )}
          {npy && <NpyDownload tensor={name} part={part} />}
        </aside>
      )}
    </div>
  );
}
