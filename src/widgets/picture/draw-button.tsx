import classes from './picture.module.css';

/** The button that draws a picture which is not drawn without asking. Inside a link, it does not follow the link. */
export function DrawButton({ onDraw }: { onDraw(): void }) {
  return (
    <button
      type="button"
      className={classes.draw}
      onClick={(event) => {
        event.preventDefault();
        event.stopPropagation();
        onDraw();
      }}
    >
      Draw it anyway
    </button>
  );
}
