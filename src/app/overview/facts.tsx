import type { Fact, Package } from '../../model/package.ts';
import { CopyButton } from '../../widgets/copy-button.tsx';
import { FactList, FactRow } from '../../widgets/fact-list.tsx';
import { NameText } from '../../widgets/name-text.tsx';
import { Section } from '../../widgets/section.tsx';
import { WebLink } from '../../widgets/tensor/spec-link.tsx';
import classes from './facts.module.css';
import { LicenseText } from './license-text.tsx';

/**
 * What the package says of itself. What it does not say is named in one line.
 *
 * @param shown labels of facts that stand elsewhere
 * @param couldState whether its format has a file with fields for license, repository and homepage
 */
export function Facts({ pkg, shown, couldState }: { pkg: Package; shown: readonly string[]; couldState: boolean }) {
  const { license, repository, homepage } = pkg;
  const own = [
    { label: 'License', value: license && <LicenseText>{license}</LicenseText> },
    { label: 'Repository', value: repository && <WebLink>{repository}</WebLink> },
    { label: 'Homepage', value: homepage && <WebLink>{homepage}</WebLink> },
  ];
  const elsewhere = [...shown, ...own.map(({ label }) => label)];
  const others = pkg.facts.filter(({ label, stored }) => !stored && !elsewhere.includes(label));
  const missing = own.flatMap(({ label, value }) => (value ? [] : label.toLowerCase()));
  const rows = [
    ...own.filter(({ value }) => value),
    ...others.map((fact) => ({ label: fact.label, value: <FactValue fact={fact} /> })),
  ];
  return (
    <Section title="Facts">
      {rows.length > 0 && (
        <FactList>
          {rows.map(({ label, value }) => (
            <FactRow key={label} label={label}>
              {value}
            </FactRow>
          ))}
        </FactList>
      )}
      {couldState && missing.length > 0 && <p className={classes.missing}>Not specified: {missing.join(', ')}</p>}
    </Section>
  );
}

function FactValue({ fact: { label, value, note, code, href, items } }: { fact: Fact }) {
  if (items)
    return (
      <ul className={classes.list}>
        {items.map((item) => (
          <li key={item.value}>
            <NameText mono>{item.value}</NameText>
            {item.note !== undefined && <span className={classes.note}> — {item.note}</span>}
          </li>
        ))}
      </ul>
    );
  if (code)
    return (
      <span className={classes.code}>
        <NameText mono>{value}</NameText>
        <CopyButton value={value} label={`Copy ${label}`} />
      </span>
    );
  return (
    <>
      {href === undefined ? <NameText>{value}</NameText> : <WebLink>{href}</WebLink>}
      {note !== undefined && <span className={classes.note}> {note}</span>}
    </>
  );
}
