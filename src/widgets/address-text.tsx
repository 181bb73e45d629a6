import { addressText } from '../base/address.ts';
import classes from './name-text.module.css';

/** A stranger's web address, as `addressText` shows it: the host that it leads to, on one line, from left to right. */
export function AddressText({ children }: { children: string }) {
  return (
    <bdi dir="ltr" className={classes.mono}>
      {addressText(children)}
    </bdi>
  );
}
