import { useIntersection } from '@mantine/hooks';
import { useCallback, useState } from 'react';
import { formatBytes, shortCount } from '../../base/amounts.ts';
import { wordsTest } from '../../base/text.ts';
import { useActions, useWork } from '../../state/hooks.ts';
import type { ItemPicture, ShelfItem } from '../../state/shelf-slice.ts';
import { useFirst } from '../../widgets/first.tsx';
import { NameText, visibleText } from '../../widgets/name-text.tsx';
import { Picture } from '../../widgets/picture/picture.tsx';
import classes from './shelf.module.css';
import { type Choice, ChooseBox, formatText, KindIcon, Marks, taskText } from './shelf-columns.tsx';
import { rowAttributes, type ShownItem, sizeOf } from './shelf-rows.ts';
import { Watched } from './watched.tsx';

interface Props {
  rows: readonly ShownItem[];
  query: string;
  choice: Choice;
  onOpen(shown: ShownItem): void;
}

/** Cards in the document at first. Each may have a picture. */
const FIRST_CARDS = 60;

/** The packages as cards, with a picture where they have one. */
export function ShelfCards({ rows, query, choice, onOpen }: Props) {
  const matches = wordsTest(query.trim());
  const found = rows.filter(({ title, item, most }) => matches(`${title}\n${item.path}\n${most.says}`.toLowerCase()));
  const [shown, more] = useFirst(found, FIRST_CARDS, `Show all ${found.length}`);
  return (
    <section className={classes.scroller} aria-label="Packages as cards">
      <ul className={classes.cards} aria-label="Packages">
        {shown.map((card) => (
          <li key={card.key} className={classes.card} {...rowAttributes(card)}>
            {card.row?.picture !== undefined && card.item.descriptor.kind !== 'url' && (
              <CardPicture item={card.item} path={card.row.picture} title={card.title} />
            )}
            <button type="button" className={classes.open} onClick={() => onOpen(card)}>
              <Watched item={card.item} className={classes.name}>
                <KindIcon shown={card} />
                <span className={classes.names}>
                  <span className={classes.title}>
                    <NameText>{card.title}</NameText>
                  </span>
                  <span className={classes.path}>
                    <NameText mono>{card.item.path}</NameText>
                  </span>
                </span>
              </Watched>
            </button>
            <p className={classes.facts}>
              <NameText>{factsOf(card).join(' · ')}</NameText>
            </p>
            <div className={classes.foot}>
              <Marks shown={card} />
              <ChooseBox shown={card} choice={choice} />
            </div>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className={classes.facts}>No match.</p>}
      {more}
    </section>
  );
}

function factsOf(card: ShownItem): string[] {
  const { row } = card;
  const size = sizeOf(card);
  const facts = [
    formatText(card),
    taskText(card),
    row?.parameters === undefined ? undefined : `${shortCount(row.parameters)} parameters`,
    row?.type,
    size === undefined ? undefined : formatBytes(size),
    row?.license,
  ];
  return facts.filter((fact) => fact !== undefined);
}

interface PictureProps {
  item: ShelfItem;
  path: string;
  title: string;
}

/** A picture of an example. Its place is kept until it is there. */
function CardPicture({ item, path, title }: PictureProps) {
  const { itemPicture } = useActions();
  const near = useIntersection<HTMLDivElement>({ rootMargin: '300px 0px' });
  const isNear = near.entry?.isIntersecting === true;
  const [wasNear, setWasNear] = useState(false);
  if (isNear && !wasNear) setWasNear(true);
  const read = useCallback(
    (options: Parameters<typeof itemPicture>[2]) => itemPicture(item, path, options),
    [itemPicture, item, path],
  );
  const reading = useWork<ItemPicture | undefined>(wasNear ? read : undefined);
  const [failed, setFailed] = useState(false);
  const picture = reading.status === 'ready' && !failed ? reading.value : undefined;
  if (wasNear && !picture && reading.status !== 'loading') return null;
  return (
    <div ref={near.ref} className={classes.picture}>
      {picture && (
        <Picture
          {...picture}
          isAsked={false}
          label={`A picture of ${visibleText(title)}`}
          onFail={() => setFailed(true)}
        />
      )}
    </div>
  );
}
