import { ToneLine } from '../../widgets/severity.tsx';

/** What a field is about, and below it what is to be noted of its value. */
export function FieldAbout({ about, note }: { about: string; note: string | undefined }) {
  return (
    <>
      {about}{' '}
      {note !== undefined && (
        <ToneLine as="span" tone="warning">
          {note}
        </ToneLine>
      )}
    </>
  );
}
