import type { TensorViewProps } from '../view-props.ts';
import { Strings } from './strings.tsx';
import { TokenRows } from './token-rows.tsx';

/** Strings as texts to read, and ids of tokens as the text that they stand for. */
export default function Text(props: TensorViewProps) {
  return props.dtype === 'string' ? <Strings {...props} /> : <TokenRows {...props} />;
}
