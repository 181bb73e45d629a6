import { UnstyledButton } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import { formatCount } from '../../../base/amounts.ts';
import { type CheckAdvice, type CheckItem, doneCount } from '../../../model/checklist.ts';
import { plainText } from '../../../model/run-facts.ts';
import { CodeBlock } from '../../../widgets/code-block.tsx';
import { ErrorNote } from '../../../widgets/error-note.tsx';
import { FactText } from '../../../widgets/fact-text.tsx';
import { lateView } from '../../../widgets/loading/late-view.tsx';
import { visibleText } from '../../../widgets/name-text.tsx';
import { useRootMark } from '../../../widgets/root-mark.ts';
import { useThreeColumns } from '../../../widgets/screen.ts';
import { type Tone, ToneIcon, ToneLine } from '../../../widgets/severity.tsx';
import { LateDialog } from '../../boundary.tsx';
import { CheckActControl, CheckButton } from './check-act.tsx';
import classes from './checklist.module.css';
import { type ReadChecklist, useChecklist } from './use-checklist.ts';

const LinkCheckDialog = lateView(() => import('../../links/check-dialog.tsx'));

const TITLE = 'Before you publish';

/** Checks that are done and shown before somebody unfolds the others. */
const DONE_SHOWN = 4;

/** What is missing before the package is published: a pane at the edge of the form, or a line above it that unfolds. */
export function EditChecklist() {
  const isPane = useThreeColumns();
  const read = useChecklist();
  useRootMark('checklist', isPane);
  if (!isPane)
    return (
      <details className={classes.fold}>
        <summary>
          <span className={classes.foldTitle}>{TITLE}</span> <Count items={read.items} />
        </summary>
        <Items read={read} />
      </details>
    );
  return (
    <section className={classes.pane} aria-labelledby="checklist-title">
      <div className={classes.content}>
        <div className={classes.head}>
          <h2 id="checklist-title" className={classes.title}>
            {TITLE}
          </h2>
          <Count items={read.items} />
        </div>
        <Bar items={read.items} />
        <Items read={read} />
      </div>
    </section>
  );
}

/** Checks of which one that is open keeps the package from being loaded. */
const TO_LOAD: readonly string[] = ['rules', 'manifest', 'loads'];

/** What keeps the package from being loaded, a line each. Nothing where it is not known yet. */
export function LoadChecks() {
  return <LoadLines items={useChecklist().items} />;
}

function LoadLines({ items }: { items: readonly CheckItem[] | undefined }) {
  return items
    ?.filter(({ check, done, matters }) => !done && matters && TO_LOAD.includes(check))
    .map(({ check, says, why }) => (
      <ToneLine key={check} tone="warning" className={classes.needed}>
        <FactText>{says}</FactText>.
        {why && (
          <>
            {' '}
            <FactText>{why}</FactText>.
          </>
        )}
      </ToneLine>
    ));
}

/** The checklist in a dialog: what keeps the package from being loaded, and a line that unfolds. `onLeave` closes the dialog where a link leads out of it. */
export function DialogChecklist({ onLeave }: { onLeave(): void }) {
  const read = useChecklist();
  const { items } = read;
  const left = items && items.length - doneCount(items);
  return (
    <>
      <LoadLines items={items} />
      <details className={classes.fold}>
        <summary>
          <span className={classes.foldTitle}>{TITLE}</span> <Count items={items} />
          {left ? <span className={classes.count}> · {formatCount(left)} left</span> : null}
        </summary>
        <Items read={read} onLeave={onLeave} />
      </details>
    </>
  );
}

function Count({ items }: { items: readonly CheckItem[] | undefined }) {
  return (
    <span className={classes.count}>{items && `${formatCount(doneCount(items))} of ${formatCount(items.length)}`}</span>
  );
}

/** How many are done, for those who see it: the count says the same. */
function Bar({ items = [] }: { items: readonly CheckItem[] | undefined }) {
  const share = items.length === 0 ? 0 : doneCount(items) / items.length;
  return (
    <div className={classes.bar} data-tone="ok" aria-hidden>
      <div style={{ width: `${share * 100}%` }} />
    </div>
  );
}

interface ItemsProps {
  read: ReadChecklist;
  onLeave?: () => void;
}

function Items({ read: { items, known, error, retry }, onLeave }: ItemsProps) {
  const [isUnfolded, setUnfolded] = useState(false);
  const [asksLinks, setAsksLinks] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const focusList = () => list.current?.focus({ preventScroll: true });
  const closeLinks = () => {
    setAsksLinks(false);
    focusList();
  };
  if (error) return <ErrorNote error={error} onRetry={retry} />;
  if (!items) return null;
  // What was found out meanwhile stays where it is, between those that are open.
  const last = items.findLastIndex(({ done }) => !done);
  const folded = items.length - (last + 1) - DONE_SHOWN;
  const isFolded = folded > 1 && !isUnfolded;
  return (
    <>
      <ul ref={list} aria-label={TITLE} className={classes.list} tabIndex={-1}>
        {items.map((item, at) => (
          <Item
            key={item.check}
            item={item}
            known={known}
            isHidden={isFolded && at > last + DONE_SHOWN}
            onLeave={onLeave}
            onDone={focusList}
            onAskLinks={() => setAsksLinks(true)}
          />
        ))}
      </ul>
      {isFolded && (
        <UnstyledButton
          className={classes.more ?? ''}
          onClick={() => {
            setUnfolded(true);
            focusList();
          }}
        >
          {formatCount(folded)} more are done
        </UnstyledButton>
      )}
      <LateDialog opened={asksLinks} onClose={closeLinks}>
        <LinkCheckDialog opened={asksLinks} onClose={closeLinks} />
      </LateDialog>
    </>
  );
}

interface ItemProps extends Pick<ItemsProps, 'onLeave'> {
  item: CheckItem;
  known: ReadChecklist['known'];
  isHidden: boolean;
  onDone(): void;
  onAskLinks(): void;
}

function Item({ item, isHidden, ...acts }: ItemProps) {
  const [isOpen, setOpen] = useState(false);
  const { check, done, says, why, more, act } = item;
  const { tone, word } = stateOf(item);
  const id = useId();
  return (
    <li className={classes.item} data-check={check} data-done={done} hidden={isHidden}>
      <ToneIcon tone={tone} />
      <div className={classes.body}>
        <p className={classes.says}>
          <span className="visually-hidden">{word}: </span>
          <FactText>{says}</FactText>
        </p>
        {why && (
          <p className={classes.why}>
            <FactText>{why}</FactText>
          </p>
        )}
      </div>
      {(act || more) && (
        <div className={classes.acts}>
          {more && (
            <CheckButton
              label="Why"
              of={visibleText(plainText(says))}
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={() => setOpen(!isOpen)}
            />
          )}
          {act && <CheckActControl item={item} act={act} {...acts} />}
        </div>
      )}
      {more && isOpen && <Advice id={id} advice={more} />}
    </li>
  );
}

function stateOf({ done, matters, unseen }: CheckItem): { tone: Tone; word: string } {
  if (done) return { tone: 'ok', word: 'Done' };
  if (matters) return { tone: 'warning', word: 'Needed' };
  return { tone: 'quiet', word: unseen ? 'Not looked at' : 'Missing' };
}

function Advice({ id, advice: { text, command } }: { id: string; advice: CheckAdvice }) {
  return (
    <div id={id} className={classes.advice}>
      {text.map((sentence, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sentences are never moved.
        <p key={at}>
          <FactText>{sentence}</FactText>
        </p>
      ))}
      {command !== undefined && <CodeBlock label="Python code" text={command} language="python" />}
    </div>
  );
}
