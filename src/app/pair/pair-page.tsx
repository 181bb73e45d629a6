import { Button, ScrollArea, Tabs } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconArrowRight, IconCheck, IconCopy, IconGitCompare, IconSwitchHorizontal } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { formatCount } from '../../base/amounts.ts';
import { pairMarkdown } from '../../model/pair/pair-markdown.ts';
import { OUTERMOST } from '../../model/place.ts';
import { useOpened } from '../../state/hooks.ts';
import { descriptorName, type Opened } from '../../state/load.ts';
import type { PairSide, PairSides, PairState } from '../../state/pair-slice.ts';
import { clipText } from '../../widgets/clip-text.ts';
import { EmptyState } from '../../widgets/empty-state.tsx';
import { LoadingView } from '../../widgets/loading/loading-view.tsx';
import { NameText, visibleText } from '../../widgets/name-text.tsx';
import { useRootMark } from '../../widgets/root-mark.ts';
import { ToneSurface } from '../../widgets/severity.tsx';
import { Boundary } from '../boundary.tsx';
import { Failure } from '../opening/failure.tsx';
import { useOpening } from '../opening/opening-ways.tsx';
import { OpeningStatus } from '../opening/status.tsx';
import { ShortOrigin } from '../package/origin.tsx';
import { PairFiles } from './pair-files.tsx';
import { pairNames } from './pair-names.ts';
import classes from './pair-page.module.css';
import { PAIR_TABS, type PairTab, usePairPlace } from './pair-place.ts';
import { PairSummary } from './pair-summary.tsx';
import { FieldDiffTable } from './pair-tables.tsx';
import { PairTensors } from './pair-tensors.tsx';
import { SharePair } from './share-pair.tsx';
import { type ShownDiff, usePackageDiff } from './use-package-diff.ts';

/** The open package beside another one, or why the other one is not there. */
export default function PairPage({ pair }: { pair: PairState }) {
  const opened = useOpened();
  if (!opened) return null;
  if (pair.phase === 'ready') return <Compared key={pair.after.of.handle} sides={pair} />;
  return <Missing opened={opened} pair={pair} />;
}

/** The other package is not there, or not yet. The open one stays. */
function Missing({ opened, pair }: { opened: Opened; pair: Exclude<PairState, { phase: 'ready' }> }) {
  const { compareWith, chooseOther } = useOpening();
  const name = opened.package.title || opened.package.name;
  return (
    <div className={classes.column} data-alone>
      <h1 className={classes.heading}>
        Compare <NameText>{name}</NameText>
      </h1>
      {pair.phase === 'opening' && (
        <OpeningStatus
          name={descriptorName(pair.descriptor)}
          progress={pair.progress}
          onCancel={() => compareWith(undefined)}
        />
      )}
      {pair.phase === 'failed' && <Failure error={pair.error} onClose={() => compareWith(undefined)} />}
      {pair.phase === 'lost' && (
        <ToneSurface
          tone="info"
          title={
            pair.name === undefined ? (
              'Choose the second file'
            ) : (
              <>
                Choose <NameText mono>{pair.name}</NameText> again
              </>
            )
          }
          action={
            <Button variant="filled" onClick={() => chooseOther()}>
              Choose file
            </Button>
          }
        >
          <p className={classes.text}>
            {pair.name === undefined
              ? 'It is a file on a computer, and a link does not lead there.'
              : 'It was a file on this computer, which a reload closes.'}
          </p>
        </ToneSurface>
      )}
      {pair.phase !== 'opening' && (
        <p className={classes.acts}>
          {pair.phase === 'failed' && <Button onClick={() => chooseOther()}>Choose another file</Button>}
          <Button onClick={() => compareWith(undefined)}>Show the first alone</Button>
        </p>
      )}
    </div>
  );
}

/** Counts beside the tabs. */
const COUNTS: Record<PairTab, (shown: ShownDiff) => number | undefined> = {
  summary: () => undefined,
  fields: ({ diff }) => diff.fields.length,
  files: ({ diff }) => diff.files.differing,
  tensors: ({ tensors }) => tensors.differing,
};

const LABELS: Record<PairTab, string> = {
  summary: 'Summary',
  fields: 'Fields',
  files: 'Files',
  tensors: 'Tensors',
};

function Compared({ sides }: { sides: PairSides }) {
  const [{ tab, item }, hrefOf, go] = usePairPlace();
  const { shown, readFiles, job } = usePackageDiff(sides);
  const fills = tab === 'files' || tab === 'tensors';
  useRootMark('fills', fills);
  const onItem = (chosen: string | undefined) => go({ tab, item: chosen });
  const content = (of: ShownDiff): ReactNode => {
    if (tab === 'files') return <PairFiles {...{ sides, item, onItem, readFiles, job }} shown={of} />;
    if (tab === 'tensors') return <PairTensors {...{ sides, item, onItem }} shown={of} />;
    if (tab === 'summary') return <PairSummary {...{ sides, hrefOf, go }} shown={of} />;
    return of.diff.fields.length > 0 ? (
      <FieldDiffTable changes={of.diff.fields} words={pairNames(sides)} />
    ) : (
      <EmptyState title="No field differs">What both say of the model is the same.</EmptyState>
    );
  };
  return (
    <div className={classes.root} data-fills={fills || undefined}>
      <Tabs
        value={tab}
        onChange={(to) => go({ tab: to as PairTab })}
        keepMounted={false}
        className={classes.tabs ?? ''}
      >
        <div className={classes.bar}>
          <Heads sides={sides} />
          <ScrollArea type="never" className={classes.scroller ?? ''} viewportProps={{ tabIndex: -1 }}>
            <Tabs.List className={classes.list}>
              {PAIR_TABS.map((name) => (
                <PairTabLink key={name} name={name} shown={shown.status === 'ready' ? shown.value : undefined} />
              ))}
            </Tabs.List>
          </ScrollArea>
          <div className={classes.acts}>
            {shown.status === 'ready' && <AsMarkdown sides={sides} shown={shown.value} />}
            <SharePair sides={sides} />
          </div>
        </div>
        {PAIR_TABS.map((name) => (
          <Tabs.Panel key={name} value={name} className={fills ? classes.panes : classes.column}>
            {name === tab && (
              <Boundary resetKey={`${name}/${item}`}>
                <section aria-label="Comparison" className={classes.comparison}>
                  <LoadingView of={shown} what="what differs">
                    {content}
                  </LoadingView>
                </section>
              </Boundary>
            )}
          </Tabs.Panel>
        ))}
      </Tabs>
    </div>
  );
}

function PairTabLink({ name, shown }: { name: PairTab; shown: ShownDiff | undefined }) {
  const count = shown && COUNTS[name](shown);
  return (
    <Tabs.Tab value={name} className={classes.tab} data-empty={count === 0 || undefined}>
      {LABELS[name]}
      {count ? <span className={classes.count}> {formatCount(count)}</span> : null}
    </Tabs.Tab>
  );
}

/** Both packages in the bar: where each came from, its name, and its hash. */
function Heads({ sides }: { sides: PairSides }) {
  const { openPair, compareWith, openMade } = useOpening();
  const { before, after } = sides;
  const heading = useRef<HTMLHeadingElement>(null);
  const [first, second] = pairNames(sides);
  const isDraft = after.of.draft !== undefined;
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={classes.heads}>
      <IconGitCompare size={18} stroke={1.75} aria-hidden className={classes.mark} />
      <Head side={before} name={first} onOpen={() => compareWith(undefined)} />
      <IconArrowRight size={16} stroke={1.75} aria-hidden className={classes.arrow} />
      <Head
        side={after}
        name={second}
        onOpen={isDraft ? () => compareWith(undefined) : () => openMade(after.descriptor)}
      />
      <h1 ref={heading} tabIndex={-1} className={classes.unseen}>
        <NameText>{titleOf(before)}</NameText> and <NameText>{titleOf(after)}</NameText>
      </h1>
      {!isDraft && (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label="Swap"
          onClick={() => openPair(after.descriptor, before.descriptor)}
        >
          <IconSwitchHorizontal size={16} stroke={1.75} aria-hidden />
          <span className={classes.swap}>Swap</span>
        </Button>
      )}
    </div>
  );
}

function titleOf({ package: { title, name } }: PairSide): string {
  return title || name;
}

function Head({ side, name, onOpen }: { side: PairSide; name: string; onOpen(): void }) {
  const { descriptor, package: pkg } = side;
  return (
    <div className={classes.head}>
      <button type="button" className={classes.name} title={`Open ${visibleText(name)} alone`} onClick={onOpen}>
        <NameText>{name}</NameText>
      </button>
      <div className={classes.from}>
        <ShortOrigin descriptor={descriptor} inside={OUTERMOST} servedFrom={pkg.servedFrom} name={name} />
        {pkg.identity && (
          <span className={classes.hash} title={pkg.identity.sha256}>
            {pkg.identity.sha256.slice(0, 8)}
          </span>
        )}
      </div>
    </div>
  );
}

/** The file, and what it is known by. */
function fullName({ package: { name, identity } }: PairSide): string {
  return identity ? `${name} ${identity.sha256.slice(0, 8)}` : name;
}

/** Copies what differs as Markdown, to be pasted into a pull request. */
function AsMarkdown({ sides, shown }: { sides: PairSides; shown: ShownDiff }) {
  const clipboard = useClipboard({ timeout: 4000 });
  const copy = () => {
    const names = [fullName(sides.before), fullName(sides.after)] as const;
    clipboard.copy(clipText(pairMarkdown({ names, ...shown }), 'text').text);
  };
  const Icon = clipboard.copied ? IconCheck : IconCopy;
  return (
    <Button size="compact-sm" leftSection={<Icon size={16} stroke={1.75} aria-hidden />} onClick={copy}>
      {clipboard.error ? 'Copying is not allowed' : clipboard.copied ? 'Copied' : 'As Markdown'}
    </Button>
  );
}
