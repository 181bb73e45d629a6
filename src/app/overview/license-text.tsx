import { useEffect, useState } from 'react';
import { type NamedLicense, namedLicenses } from '../../model/license.ts';
import { NameText } from '../../widgets/name-text.tsx';
import { WebLink } from '../../widgets/tensor/spec-link.tsx';
import classes from './license-text.module.css';

/** The text of a license field, and the SPDX name of each license in it. */
export function LicenseText({ children }: { children: string }) {
  const [known, setKnown] = useState<{ of: string; licenses: NamedLicense[] | undefined }>();
  useEffect(() => {
    let wanted = true;
    namedLicenses(children).then(
      (licenses) => wanted && setKnown({ of: children, licenses }),
      // Without the list of names, only the text of the field is shown.
      () => {},
    );
    return () => {
      wanted = false;
    };
  }, [children]);
  const names = known?.of === children ? known : undefined;
  return (
    <>
      <NameText>{children}</NameText>
      {names &&
        (names.licenses === undefined ? (
          <p className={classes.note}>Not an SPDX expression. That is allowed.</p>
        ) : (
          <ul className={classes.list}>
            {names.licenses.map(({ id, name, href }) => (
              <li key={id}>
                {names.licenses?.length === 1 ? '' : `${id}: `}
                {href === undefined ? 'the author’s own license' : <WebLink label={name ?? id}>{href}</WebLink>}
              </li>
            ))}
          </ul>
        ))}
    </>
  );
}
