import type { Fact, Package } from '../../model/package.ts';
import { CopyButton } from '../../widgets/copy-button.tsx';
import { FactList, FactRow } from '../../widgets/fact-list.tsx';
import { NameText } from '../../widgets/name-text.tsx';
import { Section } from '../../widgets/section.tsx';
import { WebLink } from '../../widgets/tensor/spec-link.tsx';
import classes from './facts.module.css';
import { LicenseText } from './license-text.tsx';

/** Labels of facts that have a row of their own. */
const OWN_FACTS = ['License', 'Repository', 'Homepage'];

/**
 * What the package says of itself. What it does not say is named in one line.
 *
 * @param shown labels of facts that stand elsewhere
 * @param couldState whether its format has a file with fields for license, repository and homepage
 */
export function Facts({ pkg, shown, couldState }: { pkg: Package; shown: readonly string[]; couldState: boolean }) {
  const { license, repository, homepage } = pkg;
  const others = pkg.facts.filter(
    ({ label, stored }) => !stored && !OWN_FACTS.includes(label) && !shown.includes(label),
  );
  const missing = [!license && 'license', !repository && 'repository', !homepage && 'homepage'].filter(Boolean);
  const hasRows = missing.length < OWN_FACTS.length || others.length > 0;
  return (
    <Section title="Facts">
      {hasRows && (
        <FactList>
          {license && (
            <FactRow label="License">
              <LicenseText>{license}</LicenseText>
            </FactRow>
          )}
          {repository && (
            <FactRow label="Repository">
              <WebLink>{repository}</WebLink>
            </FactRow>
          )}
          {homepage && (
            <FactRow label="Homepage">
              <WebLink>{homepage}</WebLink>
            </FactRow>
          )}
          {others.map((fact) => (
            <FactRow key={fact.label} label={fact.label}>
              <FactValue fact={fact} />
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
