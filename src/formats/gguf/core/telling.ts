import { shortened } from '../../../base/text.ts';
import { FACT_KEYS } from './facts.ts';
import { type KeyValue, valueText } from './header/key-value.ts';
import { isTemplate } from './own.ts';

/** Items of a list that a line has room for. Tokens and merges have a hundred thousand. */
const MAX_ITEMS = 16;

/** The pairs that say something of the model which no fact says: short ones. In the header’s order. */
export function tellingPairs(keyValues: readonly KeyValue[]): KeyValue[] {
  return keyValues.filter((pair) => {
    const { key, value, list } = pair;
    if (FACT_KEYS.has(key.replace(/^(?!general\.|tokenizer\.)[^.]+\./, '')) || isTemplate(pair)) return false;
    return list ? list.count > 0 && list.count <= MAX_ITEMS : value !== '';
  });
}

/** A value in a line: the items of a list, one after the other. */
export function lineText({ type, value, list }: KeyValue): string {
  if (!list) return value === undefined ? '' : shortened(valueText(type, value), MAX_LINE);
  const items = list.first.map((item) => valueText(list.type, item)).join(', ');
  return shortened(items, MAX_LINE) + (list.first.length < list.count ? ' …' : '');
}

/** Characters of a value in a line. */
const MAX_LINE = 120;
