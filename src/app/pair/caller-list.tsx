import { type CallerChange, type CallerEffect, EFFECT_WORDS } from '../../model/pair/caller-changes.ts';
import { Card } from '../../widgets/card.tsx';
import { FactText } from '../../widgets/fact-text.tsx';
import { NameText } from '../../widgets/name-text.tsx';
import classes from './caller-list.module.css';
import { ToneWord } from './diff-mark.tsx';

const EFFECT_TONES: Readonly<Record<CallerEffect, 'error' | 'warning' | 'ok'>> = {
  breaks: 'error',
  may: 'warning',
  adds: 'ok',
};

/** What callers notice, the worst first. */
export function CallerList({ changes }: { changes: readonly CallerChange[] }) {
  return (
    <Card as="ul" rows className={classes.rows}>
      {changes.map(({ effect, about, name, text }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is made once.
        <li key={at} className={classes.caller} data-breaks={effect}>
          <ToneWord tone={EFFECT_TONES[effect]}>{EFFECT_WORDS[effect]}</ToneWord>
          <span className={classes.sentence}>
            {name !== undefined && (
              <strong className={classes.name}>
                <NameText mono>{name}</NameText>
              </strong>
            )}{' '}
            <FactText>{text}</FactText>
          </span>
          <span className={classes.about}>{about}</span>
        </li>
      ))}
    </Card>
  );
}
