import { formatBytes, shortCount } from '../../base/amounts.ts';
import { wordsTest } from '../../base/text.ts';
import { useFirst } from '../../widgets/first.tsx';
import { NameText } from '../../widgets/name-text.tsx';
import classes from './shelf.module.css';
import { type Choice, ChooseBox, formatText, KindIcon, Marks, taskText } from './shelf-columns.tsx';
import { rowAttributes, type ShownItem, sizeOf } from './shelf-rows.ts';
import { Watched } from './watched.tsx';

interface Props {
  rows: readonly ShownItem[];
  query: string;
  /** Undefined where they cannot be compared. */
  choice: Choice | undefined;
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
              {choice && <ChooseBox shown={card} choice={choice} />}
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
