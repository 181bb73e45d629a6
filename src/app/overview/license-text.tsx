import { shortened } from '../../base/text.ts';
import { namedLicenses } from '../../model/license.ts';
import { useLoading } from '../../state/hooks.ts';
import { NameText } from '../../widgets/name-text.tsx';
import { WebLink } from '../../widgets/tensor/spec-link.tsx';
import classes from './license-text.module.css';

/** Characters of a license that are shown: a long expression. A browser takes many seconds to break a line of 100,000. */
const MAX_LICENSE_SHOWN = 2_000;

/** The text of a license field, and the SPDX name of each license in it. */
export function LicenseText({ children }: { children: string }) {
  const loading = useLoading(`license ${children}`, () => namedLicenses(children));
  return (
    <>
      <NameText>{shortened(children, MAX_LICENSE_SHOWN)}</NameText>
      {/* Without the list of names, only the text of the field is shown. */}
      {loading.status === 'ready' &&
        (loading.value === undefined ? (
          <p className={classes.note}>Not an SPDX expression. That is allowed.</p>
        ) : (
          <ul className={classes.list}>
            {loading.value.map(({ id, name, href }) => (
              <li key={id}>
                {loading.value?.length === 1 ? '' : `${id}: `}
                {href === undefined ? 'the author’s own license' : <WebLink label={name ?? id}>{href}</WebLink>}
              </li>
            ))}
          </ul>
        ))}
    </>
  );
}
