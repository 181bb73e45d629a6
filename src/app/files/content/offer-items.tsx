import { Menu } from '@mantine/core';
import type { FileOffer } from '../changes/file-offers.ts';
import classes from './offer-items.module.css';

/** Acts as items of a menu, and why others are missing. */
export function OfferItems({ items, why }: { items: readonly FileOffer[]; why: string | undefined }) {
  return (
    <>
      {items.map(({ name, Icon, keys, run }) => (
        <Menu.Item
          key={name}
          leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
          rightSection={keys === undefined ? null : <kbd className={classes.keys}>{keys}</kbd>}
          onClick={run}
        >
          {name}
        </Menu.Item>
      ))}
      {why !== undefined && <Menu.Label maw={280}>{why}</Menu.Label>}
      {items.length === 0 && why === undefined && <Menu.Label>Nothing more to do with it</Menu.Label>}
    </>
  );
}
