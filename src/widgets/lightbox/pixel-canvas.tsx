import { type ComponentProps, useEffect, useRef } from 'react';

interface Props extends ComponentProps<'canvas'> {
  image: ImageData;
  /** Text for those who do not see the picture. */
  label: string;
}

/** A picture of pixels that are here already. */
export function PixelCanvas({ image, label, ...props }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => canvas.current?.getContext('2d')?.putImageData(image, 0, 0), [image]);
  return <canvas {...props} ref={canvas} width={image.width} height={image.height} role="img" aria-label={label} />;
}
