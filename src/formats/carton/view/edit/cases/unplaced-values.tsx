import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { capitalized } from '../../../../../base/text.ts';
import { ErrorNote } from '../../../../../widgets/error-note.tsx';
import { NameText, visibleText } from '../../../../../widgets/name-text.tsx';
import { ToneLine } from '../../../../../widgets/severity.tsx';
import { typeText } from '../../../../../widgets/values/value-question.tsx';
import { isLikelyOutput, type Slot, slotKey, stemOf } from '../../../core/edit/place-values.ts';
import type { SpecSide } from '../../../core/edit/steps.ts';
import type { CaseIntake } from './case-intake.ts';
import type { Unplaced } from './slot-states.ts';
import classes from './values.module.css';

/** Inputs and outputs that a menu lists. */
const MAX_SLOTS = 40;

interface Props {
  intake: CaseIntake;
  /** The inputs and outputs that can have values. */
  slots: readonly Slot[];
  /** Whether the schema declares nothing yet: then declaring is what is wanted first. */
  isUndeclared: boolean;
  /** Keeps a picture or a sound as it is. Undefined in a self-test. */
  onKeep: ((file: File, side: SpecSide) => void) | undefined;
}

/** Values that are named like no input or output: what each may be is for a person to say. */
export function UnplacedValues({ intake, slots, isUndeclared, onKeep }: Props) {
  const { unplaced } = intake;
  if (unplaced.length === 0) return null;
  const wanted = unplaced.filter(({ read }) => read).map((of) => ({ of, slot: slotFor(of) }));
  const isDistinct = new Set(wanted.map(({ slot }) => slotKey(slot))).size === wanted.length;
  return (
    <fieldset className={classes.unplaced} aria-label="Values without a place">
      {unplaced.map((each) => (
        <UnplacedRow key={each.id} of={each} {...{ intake, slots, isUndeclared, onKeep }} />
      ))}
      {isUndeclared && wanted.length > 1 && isDistinct && (
        <div className={classes.buttons}>
          <Button size="xs" onClick={() => intake.declare(wanted)}>
            Declare all: {wanted.map(({ slot }) => `${slot.side} ${visibleText(slot.name)}`).join(', ')}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

/** The input or output that values are likeliest for. */
function slotFor({ name }: Unplaced): Slot {
  return { side: isLikelyOutput(name) ? 'output' : 'input', name: stemOf(name) };
}

function UnplacedRow({ of, intake, slots, isUndeclared, onKeep }: Props & { of: Unplaced }) {
  const { name, read, convert, error, media } = of;
  const likely = slotFor(of);
  const type = convert ?? read?.preview;
  const sides: readonly SpecSide[] = likely.side === 'input' ? ['input', 'output'] : ['output', 'input'];
  const declared = (side: SpecSide) =>
    `${side} ${visibleText(likely.name)}: ${typeText(type?.dtype, type && 'inner' in type && type.inner ? '*' : type?.shape)}`;
  const free = (side: SpecSide) => !slots.some((slot) => slot.side === side && slot.name === likely.name);
  return (
    <div className={classes.unplacedRow} data-unplaced={name}>
      <div role="status">
        {error ? (
          <>
            <NameText mono>{name}</NameText>
            <ErrorNote error={error} />
          </>
        ) : (
          <ToneLine tone={isUndeclared ? 'info' : 'warning'}>
            <NameText mono>{name}</NameText>
            {read && ` (${typeText(read.preview.dtype, read.preview.inner ? undefined : read.preview.shape)})`}{' '}
            {isUndeclared ? 'is not declared yet.' : 'is named like no input or output.'}
            {convert &&
              ` ${convert.conversions.map(({ words }) => words).join(', ')}: a carton has no ${read?.preview.dtype}.`}
          </ToneLine>
        )}
      </div>
      <div className={classes.buttons}>
        {read &&
          isUndeclared &&
          sides.map((side) => (
            <Button key={side} size="xs" onClick={() => intake.declare([{ of, slot: { side, name: likely.name } }])}>
              {side === likely.side ? `Declare ${declared(side)}` : `As ${side}`}
            </Button>
          ))}
        {!isUndeclared && !error && (
          <Menu position="bottom-start" width={320}>
            <Menu.Target>
              <Button size="xs" rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden />}>
                Use it as
                <span className="visually-hidden"> what {visibleText(name)} is</span>
              </Button>
            </Menu.Target>
            <Menu.Dropdown className={classes.menu ?? ''}>
              {slots.slice(0, MAX_SLOTS).map((slot) => (
                <Menu.Item key={slotKey(slot)} onClick={() => intake.place(of, slot)}>
                  {capitalized(slot.side)} <NameText mono>{slot.name}</NameText>
                </Menu.Item>
              ))}
              {read &&
                sides.filter(free).map((side) => (
                  <Menu.Item key={side} onClick={() => intake.declare([{ of, slot: { side, name: likely.name } }])}>
                    Declare {declared(side)}
                  </Menu.Item>
                ))}
            </Menu.Dropdown>
          </Menu>
        )}
        {media &&
          onKeep &&
          (['input', 'output'] as const).map((side) => (
            <Button
              key={side}
              size="xs"
              onClick={() => {
                intake.leave(of);
                onKeep(media, side);
              }}
            >
              Add the file as {side}
            </Button>
          ))}
        <Button variant="subtle" size="xs" onClick={() => intake.leave(of)}>
          Leave it out
        </Button>
      </div>
    </div>
  );
}
