import type { Declared } from '../../../../../tensor/contents/fit.ts';
import { RunningJob, useSlow } from '../../../../../widgets/loading/loading-view.tsx';
import { visibleText } from '../../../../../widgets/name-text.tsx';
import { ToneLine } from '../../../../../widgets/severity.tsx';
import { ValueQuestion } from '../../../../../widgets/values/value-question.tsx';
import { givenName } from '../../../../../widgets/values/value-reading.ts';
import type { Slot } from '../../../core/edit/place-values.ts';
import type { CaseIntake } from './case-intake.ts';
import type { SlotState } from './slot-states.ts';

interface Props {
  slot: Slot;
  state: SlotState | undefined;
  value: string | undefined;
  declared: Declared;
  intake: CaseIntake;
  onKeep: ((file: File) => void) | undefined;
  onDone(act: () => void): void;
}

/** What is said and asked of values on their way into an input or output. */
export function SlotNotes({ slot, state, value, declared, intake, onKeep, onDone }: Props) {
  const isReading = useSlow(state?.status === 'reading');
  const asked = state?.status === 'asks' ? state : undefined;
  if (state?.status === 'reading')
    return isReading ? (
      <RunningJob what={`Reading ${visibleText(state.name)}`} progress={state.progress} onCancel={state.cancel} />
    ) : null;
  if (state?.status === 'told' && state.reference === value)
    return (
      <div role="status">
        {state.notes.map((note) => (
          <ToneLine key={note} tone="info">
            {visibleText(note)}
          </ToneLine>
        ))}
      </div>
    );
  if (!asked) return null;
  const { given, of, media } = asked;
  return (
    <div data-question>
      <ValueQuestion
        name={givenName(given)}
        of={of}
        declared={declared}
        onChoose={(key) => onDone(() => intake.giveSlot(slot, given, key))}
        onTake={(option) =>
          (of.kind === 'convert' || of.kind === 'fits') && onDone(() => intake.convert(slot, given, of, option))
        }
        onKeep={
          media && onKeep
            ? () =>
                onDone(() => {
                  intake.close(slot);
                  onKeep(media);
                })
            : undefined
        }
        onClose={() => onDone(() => intake.close(slot))}
      />
    </div>
  );
}
