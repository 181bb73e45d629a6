import { Button, Popover, TextInput } from '@mantine/core';
import { IconHash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useWords } from '../../state/hooks.ts';
import { ToneLine } from '../../widgets/severity.tsx';
import { useFindAction } from '../find/action.ts';
import classes from './hash-compare.module.css';

type Verdict = 'same' | 'different' | 'not-a-hash' | undefined;

/**
 * Compares a pasted hash with the package's. White space, letter case and a leading "sha256:" do not matter. A line as
 * `sha256sum` prints it (hash, two spaces, name) stands for its hash.
 */
export function compareHash(hash: string, pasted: string): Verdict {
  const text = pasted.trim().toLowerCase();
  if (text === '') return undefined;
  const line = /^([0-9a-f]{64})\s+\S/.exec(text)?.[1];
  const given = line ?? text.replace(/\s+/g, '').replace(/^sha256[:-]/, '');
  if (!/^[0-9a-f]{64}$/.test(given)) return 'not-a-hash';
  return given === hash.toLowerCase() ? 'same' : 'different';
}

/** A field for a hash from a trusted source. It says whether the package has that hash. */
export function HashCompare({ hash, isHidden }: { hash: string; isHidden: boolean }) {
  const { hashList } = useWords();
  const [opened, setOpened] = useState(false);
  useFindAction(
    isHidden
      ? undefined
      : { name: 'Verify the hash', also: 'model sha256 trust same', Icon: IconHash, run: () => setOpened(true) },
  );
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus withRoles width={560}>
      <Popover.Target>
        <Button variant="subtle" size="compact-sm" px={4} mx={-4} onClick={() => setOpened(!opened)}>
          Verify hash<span className="visually-hidden">: compare with a hash you trust</span>
        </Button>
      </Popover.Target>
      {/* Inert while it fades, as a dialog. */}
      <Popover.Dropdown aria-label="Compare with a hash you trust" className={classes.dropdown} inert={!opened}>
        <CompareField
          hash={hash}
          label="Compare with a hash you trust"
          outcome="Comparison"
          same={<>this is the {hashList} with that hash. Integrity shows whether the files match it.</>}
          different="this is a different package, or a different version of it"
        />
      </Popover.Dropdown>
    </Popover>
  );
}

interface CompareFieldProps {
  /** What is compared with: 64 hexadecimal digits. */
  hash: string;
  label: string;
  /** The accessible name of the outcome. */
  outcome: string;
  /** What it means that the hashes are the same, or different. */
  same: ReactNode;
  different: ReactNode;
}

const NOT_A_HASH = 'Not a complete SHA-256, which has 64 hexadecimal digits. Part of a hash proves nothing.';

/** A field for a hash, and whether it is the same as another one. */
export function CompareField({ hash, label, outcome, same, different }: CompareFieldProps) {
  const [pasted, setPasted] = useState('');
  const verdict = compareHash(hash, pasted);
  const said = {
    same: { tone: 'ok', text: same },
    different: { tone: 'error', text: different },
    'not-a-hash': { tone: 'info', text: NOT_A_HASH },
  } as const;
  return (
    <>
      <TextInput
        label={label}
        description="From the author’s website, a colleague, or an earlier download."
        inputWrapperOrder={['label', 'description', 'input', 'error']}
        placeholder="64 hexadecimal digits"
        value={pasted}
        onChange={(event) => setPasted(event.currentTarget.value)}
        classNames={{ input: classes.input ?? '' }}
      />
      <div role="status" aria-label={outcome} className={classes.verdict}>
        {verdict && (
          <ToneLine tone={said[verdict].tone}>
            {verdict !== 'not-a-hash' && (
              <>
                <strong>{verdict}</strong>:{' '}
              </>
            )}
            {said[verdict].text}
          </ToneLine>
        )}
      </div>
    </>
  );
}
