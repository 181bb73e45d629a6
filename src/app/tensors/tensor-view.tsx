import { IconLink } from '@tabler/icons-react';
import { type SyntheticEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { formatBytes, formatCount, formatNumberOf } from '../../base/amounts.ts';
import { MAX_RANK } from '../../base/limits.ts';
import type { TensorInfo } from '../../model/package.ts';
import type { PlaceDetail } from '../../model/place.ts';
import { tensorElements, tensorIndex, wholeSize } from '../../model/tensor/tensor-size.ts';
import { declarationOf, type TensorUse, tensorRoles, tensorUses } from '../../model/tensor/tensor-use.ts';
import { valueDtype } from '../../model/tensor/value-dtype.ts';
import type { CompareTarget } from '../../state/compare-slice.ts';
import { useOpened, usePackage, useTensorCells } from '../../state/hooks.ts';
import { isDecodedDtype, isNumericDtype } from '../../tensor/dtype.ts';
import { firstMapping, showing } from '../../tensor/mapping.ts';
import { elementAt } from '../../tensor/shape.ts';
import { CopyButton } from '../../widgets/copy-button.tsx';
import { EmptyState } from '../../widgets/empty-state.tsx';
import { useFirst } from '../../widgets/first.tsx';
import { useNear } from '../../widgets/loading/near.ts';
import { NameText } from '../../widgets/name-text.tsx';
import { PlaceLink } from '../../widgets/place-link.tsx';
import { FIRST_DIMENSIONS, ShapeText } from '../../widgets/tensor/shape-text.tsx';
import { FIRST_IN_LINE, firstLine, firstPlane } from '../../widgets/tensor/tensor-first.ts';
import { ViewExportsProvider } from '../../widgets/tensor-views/view-exports.tsx';
import { givenUrl } from '../opening/visit.ts';
import { useFormatView } from '../package/format-view.ts';
import { shareLink } from '../sharing/share-link.ts';
import { useOwnHash } from '../sharing/shared-hash.ts';
import { CompareButton } from './compare/compare-button.tsx';
import { isComparable, useCompareState } from './compare/compare-state.ts';
import { Comparison } from './compare/comparison.tsx';
import { CellsBar } from './edit/cells-bar.tsx';
import { TensorMenu } from './edit/tensor-menu.tsx';
import { useTensorActs } from './edit/use-tensor-acts.ts';
import { ExportMenu } from './export-menu.tsx';
import { ShownTensor } from './shown-tensor.tsx';
import { StatisticsStrip } from './statistics.tsx';
import { StoredBytes } from './stored-bytes.tsx';
import { TensorHistogram } from './tensor-histogram.tsx';
import { ofDifference, type TensorState, useTensorState } from './tensor-state.ts';
import classes from './tensor-view.module.css';

/** Uses listed; the rest are counted. Each of a thousand examples can use the same tensor. */
const MAX_USES = 12;

interface Props {
  name: string;
  /** On a phone, where the name goes. */
  titleSlot?: HTMLElement | null;
  /** Where statistics and facts go, beside or below the values. Undefined: above them. */
  factsSlot?: HTMLElement | null;
  /** Shows another tensor, or none. */
  onItem(name: string | undefined): void;
  /** How the address shows it, and writes that. */
  detail: PlaceDetail;
  onDetail(detail: PlaceDetail): void;
}

/** A tensor of the package: what it is, where it is used, its values and statistics. */
export function TensorView({ name, onItem, ...slots }: Props) {
  const { tensors } = usePackage();
  const index = tensorIndex(tensors);
  // Once an edit gives a tensor a name, the draft has it a moment later.
  const [next, setNext] = useState<string>();
  const isNextThere = next !== undefined && index.has(next);
  useEffect(() => {
    if (!isNextThere) return;
    setNext(undefined);
    onItem(next);
  }, [isNextThere, next, onItem]);
  const onName = (to: string | undefined) => (to === undefined ? onItem(undefined) : setNext(to));
  const info = index.get(name);
  // The same name may be that of another tensor once names were edited.
  const key = info && JSON.stringify([name, info.dtype, info.values, info.shape.map(String), info.inner]);
  if (info) return <WholeTensor key={key} info={info} onName={onName} {...slots} />;
  return (
    <div className={classes.none}>
      <NoSuchTensor name={name} />
    </div>
  );
}

export function NoSuchTensor({ name }: { name: string }) {
  return (
    <EmptyState title="No such tensor">
      The package’s tensor index has no <NameText mono>{name}</NameText>.
    </EmptyState>
  );
}

type WholeProps = Omit<Props, 'name' | 'onItem'> & { info: TensorInfo; onName(name: string | undefined): void };

type FlatProps = Pick<WholeProps, 'info' | 'factsSlot'> & {
  /** As of `ShownTensor`. */
  minus?: CompareTarget | undefined;
};

function WholeTensor({ info, titleSlot, factsSlot, detail, onDetail, onName }: WholeProps) {
  const pkg = usePackage();
  const shown = useTensorState(info, detail, onDetail);
  const compare = useCompareState();
  const { chosen } = compare;
  const minus = compare.showsDifference ? chosen?.target : undefined;
  const state = useMemo(() => (minus ? ofDifference(shown.state) : shown.state), [minus, shown.state]);
  const values = useMemo((): TensorInfo => {
    const { values: _, ...own } = info;
    return minus ? { ...own, dtype: 'float64' } : info;
  }, [info, minus]);
  const uses = useMemo(() => tensorUses(pkg), [pkg]);
  const heading = useRef<HTMLHeadingElement>(null);
  // On a phone this view replaces the list, and with it the row that had the focus.
  useEffect(() => {
    if (titleSlot && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [titleSlot]);
  const acts = useTensorActs();
  const [isEditing, setEditing] = useState(false);
  const showCell = (index: readonly number[]) =>
    shown.change({
      index: [...index],
      mapping: showing(shown.state.mapping ?? firstMapping(info.shape), info.shape, index),
    });
  const onCells =
    acts && hasValues(info) && !minus
      ? () => {
          shown.change({ view: 'Numbers' });
          setEditing(true);
        }
      : undefined;
  // As in a spreadsheet.
  const onGrid = (event: SyntheticEvent) => {
    if (!onCells || !(event.target instanceof Element) || !event.target.closest('[role="grid"]')) return;
    // Enter would otherwise be typed into the field that gets the focus.
    event.preventDefault();
    onCells();
  };
  const { name, inner } = info;
  const role = tensorRoles(pkg, uses).get(name) ?? name;
  const headingId = useId();
  const title = (
    <div className={classes.title}>
      <h2 id={headingId} ref={heading} tabIndex={-1} className={classes.role}>
        <NameText>{role}</NameText>
      </h2>
      <p className={classes.facts}>
        {role !== name && (
          <>
            <NameText mono>{name}</NameText> ·{' '}
          </>
        )}
        <NameText mono>{info.dtype}</NameText>
        {!inner && (
          <>
            {' '}
            · <ShapeText shape={info.shape} short />
          </>
        )}
      </p>
    </div>
  );
  return (
    <ViewExportsProvider>
      <article
        className={classes.root}
        aria-labelledby={headingId}
        onDoubleClick={onGrid}
        onKeyDown={(event) => (event.key === 'F2' || event.key === 'Enter') && onGrid(event)}
      >
        <div className={classes.head}>
          {titleSlot ? createPortal(title, titleSlot) : title}
          <CopyButton value={name} label="Copy name" />
          <CopyLink item={name} detail={shown.detail} />
          {isComparable(info) && hasValues(info) && <CompareButton info={info} state={compare} />}
          <SavedAs info={values} shown={shown} minus={minus} />
          {acts && <TensorMenu info={info} acts={acts} onName={onName} onCells={onCells} />}
        </div>
        {chosen && (
          <Comparison
            key={JSON.stringify([chosen.target.handle, chosen.target.tensor])}
            info={info}
            state={compare}
            chosen={chosen}
            onIndex={showCell}
          />
        )}
        {acts && isEditing && !minus && acts.problem === undefined && (
          <CellsBar
            info={info}
            acts={acts}
            index={shown.state.index}
            onIndex={showCell}
            onDone={() => setEditing(false)}
          />
        )}
        {factsSlot && createPortal(<Facts info={info} uses={uses.get(name) ?? []} />, factsSlot)}
        {inner ? (
          <InnerTensors info={info} factsSlot={factsSlot} />
        ) : (
          <FlatTensor info={values} factsSlot={factsSlot} shown={{ ...shown, state }} minus={minus} />
        )}
      </article>
    </ViewExportsProvider>
  );
}

/** Copies a link to a tensor, where others can open its package. The menu Share says what may keep them from it. */
function CopyLink({ item, detail }: { item: string; detail: PlaceDetail }) {
  const opened = useOpened();
  const hash = useOwnHash();
  if (opened?.descriptor.kind !== 'url') return null;
  const { descriptor, inside } = opened;
  const link = shareLink(window.location.href, {
    url: givenUrl(descriptor.url),
    inside,
    place: { tab: 'tensors', item, ...detail },
    hash,
  });
  return <CopyButton value={link} label="Copy link" kind="text" Icon={IconLink} />;
}

/** What is known of a tensor besides its values. */
function Facts({ info, uses }: { info: TensorInfo; uses: readonly TensorUse[] }) {
  const pkg = usePackage();
  const view = useFormatView(pkg.format);
  const declared = useMemo(() => declarationOf(pkg, info.name), [pkg, info.name]);
  return (
    <>
      {uses.length > 0 && (
        <section className={classes.section} aria-labelledby="tensor-uses">
          <h2 id="tensor-uses" className={classes.caption}>
            Where it is used
          </h2>
          <ul className={classes.uses}>
            {uses.slice(0, MAX_USES).map(({ label, place }) => (
              <li key={`${label} ${place.tab} ${place.item}`}>
                <PlaceLink to={place}>
                  <NameText>{label}</NameText>
                </PlaceLink>
              </li>
            ))}
            {uses.length > MAX_USES && <li>and {formatNumberOf(uses.length - MAX_USES, 'more place')}</li>}
          </ul>
          {declared && (
            <p className={classes.line}>
              <PlaceLink to={declared.place}>Declared</PlaceLink> <ShapeText shape={declared.shape} />
            </p>
          )}
        </section>
      )}
      <section className={classes.section} aria-labelledby="tensor-stored">
        <h2 id="tensor-stored" className={classes.caption}>
          Size
        </h2>
        <p className={classes.line}>
          <SizeText info={info} />
        </p>
        {info.shape.length > FIRST_DIMENSIONS && (
          <p className={classes.line}>
            <ShapeText shape={info.shape} />
          </p>
        )}
        {view?.TensorFacts && <view.TensorFacts info={info} />}
      </section>
    </>
  );
}

/** How many elements and bytes a tensor has, and the file that holds them. */
function SizeText({ info }: { info: TensorInfo }) {
  const pkg = usePackage();
  const { elements, bytes } = useMemo(() => wholeSize(info, pkg), [info, pkg]);
  const parts = [
    info.inner ? `${formatNumberOf(info.inner.length, 'tensor')} inside` : [],
    elements === undefined ? [] : formatNumberOf(elements, 'element'),
    bytes === undefined ? [] : formatBytes(bytes),
  ].flat();
  return (
    <>
      {parts.join(' · ')}
      {info.data && (
        <>
          {parts.length > 0 && ' · '}
          <PlaceLink to={{ tab: 'files', item: info.data.path }} />
          {info.data.end !== undefined && info.problem === undefined && (
            <>
              , bytes {formatCount(info.data.start)} to {formatCount(info.data.end)}
            </>
          )}
        </>
      )}
    </>
  );
}

/** Whether the values of a tensor can be read. */
function hasValues(info: TensorInfo): boolean {
  return info.problem === undefined && !info.inner && (tensorElements(info) ?? 0n) > 0n;
}

/** The menu of files that a tensor can be saved as. Nothing where its values are not read. */
function SavedAs({ info, shown, minus }: Pick<FlatProps, 'info' | 'minus'> & { shown: TensorState }) {
  const dtype = valueDtype(info);
  return hasValues(info) && isDecodedDtype(dtype) ? (
    <ExportMenu info={info} dtype={dtype} shown={shown} minus={minus} />
  ) : null;
}

/** The tensors inside a nested one as a list, and the chosen one of them. */
function InnerTensors({ info, factsSlot }: FlatProps) {
  const { tensors } = usePackage();
  const index = tensorIndex(tensors);
  const inner = info.inner ?? [];
  const [chosen, setChosen] = useState(0);
  const [first, more] = useFirst(inner, INNER_STEP, `Show more of ${formatNumberOf(inner.length, 'tensor')}`, {
    step: INNER_STEP,
    variant: 'subtle',
    size: 'sm',
    mt: 0,
  });
  if (inner.length === 0) {
    return <EmptyState title="Nothing inside">This nested tensor lists no other tensors.</EmptyState>;
  }
  const shown = index.get(inner[chosen] ?? '');
  return (
    <>
      <ul aria-label={`Tensors in ${info.name}`} className={classes.inner}>
        {first.map((name, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is its position; a hostile index can name one twice.
          <li key={at}>
            <button type="button" className={classes.part} aria-pressed={at === chosen} onClick={() => setChosen(at)}>
              <span className={classes.partIndex}>part {at} ·</span>
              <NameText mono>{name}</NameText>
              <PartFacts info={index.get(name)} />
            </button>
          </li>
        ))}
        {more && <li>{more}</li>}
      </ul>
      {shown && !shown.inner ? (
        <InnerTensor key={chosen} info={shown} factsSlot={factsSlot} />
      ) : (
        <EmptyState title={shown ? 'Nested again' : 'No such tensor'}>
          {shown ? 'A nested tensor cannot contain nested tensors.' : 'This tensor is not in the index.'}
        </EmptyState>
      )}
    </>
  );
}

/** One of the tensors in a nested one. The address does not say how it is shown. */
function InnerTensor(props: FlatProps) {
  const shown = useTensorState(props.info);
  const acts = useTensorActs();
  return (
    <ViewExportsProvider>
      <div className={classes.partActs}>
        <SavedAs info={props.info} shown={shown} />
        {acts && <TensorMenu info={props.info} acts={acts} onName={() => {}} onCells={undefined} />}
      </div>
      <FlatTensor {...props} shown={shown} />
    </ViewExportsProvider>
  );
}

/** Type, shape and first values of a tensor in a nested one. Nothing where the package does not have it. */
function PartFacts({ info }: { info: TensorInfo | undefined }) {
  if (!info) return null;
  return (
    <>
      <span className={classes.partFacts}>
        {info.dtype} · <ShapeText shape={info.shape} short />
      </span>
      {!info.inner && <PartValues info={info} />}
    </>
  );
}

const INNER_STEP = 100;

/** The first values of a part in a line, once the line is on the screen. Nothing where they cannot be read. */
function PartValues({ info }: { info: TensorInfo }) {
  const { name, shape } = info;
  const dtype = valueDtype(info);
  const { ref, isNear } = useNear();
  const plane = useMemo(() => firstPlane(shape, FIRST_IN_LINE), [shape]);
  const decoded = isDecodedDtype(dtype) ? dtype : undefined;
  const isRead = isNear && info.problem === undefined && decoded !== undefined;
  const loading = useTensorCells(isRead ? name : undefined, plane);
  return (
    <span ref={ref} className={classes.partValues}>
      {loading.status === 'ready' && decoded && firstLine(decoded, loading.value, tensorElements(info) ?? 0n)}
    </span>
  );
}

/** What the format says of the stored block that the chosen element is computed from. */
function ChosenBlock({
  info,
  index = [],
  slot,
}: {
  info: TensorInfo;
  index: readonly number[] | undefined;
  slot: HTMLElement;
}) {
  const view = useFormatView(usePackage().format);
  if (!view?.TensorBlock) return null;
  return createPortal(<view.TensorBlock info={info} index={elementAt(info.shape, index)} />, slot);
}

/** Statistics and values of a tensor that is not nested. */
function FlatTensor({ info, factsSlot, shown, minus }: FlatProps & { shown: TensorState }) {
  const dtype = valueDtype(info);
  return (
    <>
      {factsSlot &&
        hasValues(info) &&
        isNumericDtype(dtype) &&
        createPortal(
          <>
            {(tensorElements(info) ?? 0n) > 1n && info.shape.length <= MAX_RANK && (
              <TensorHistogram key={JSON.stringify(minus)} info={info} dtype={dtype} shown={shown} minus={minus} />
            )}
            {!minus && info.shape.length <= MAX_RANK && <StatisticsStrip info={info} dtype={dtype} shown={shown} />}
          </>,
          factsSlot,
        )}
      {factsSlot && info.values !== undefined && hasValues(info) && (
        <ChosenBlock info={info} index={shown.state.index} slot={factsSlot} />
      )}
      <section className={classes.values} aria-label={minus ? 'Differences' : 'Values'}>
        {isDecodedDtype(dtype) ? (
          <ShownTensor info={info} dtype={dtype} shown={shown} minus={minus} />
        ) : (
          <>
            <EmptyState title="Values are not shown">
              Boxcutter does not read elements of type <NameText mono>{dtype}</NameText>.
            </EmptyState>
            {info.data && info.problem === undefined && <StoredBytes data={info.data} />}
          </>
        )}
      </section>
    </>
  );
}
