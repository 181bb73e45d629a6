import type { Encoding } from './header/cursor.ts';
import type { KeyValue } from './header/key-value.ts';

/** `Package.own` of this format. */
export interface GgufOwn extends Encoding {
  /** The file that has the key-value pairs: of a split model its first one. */
  path: string;
  version: number;
  /** Files of the model: 1, unless it is split. */
  shardCount: number;
  /** How many the header states. */
  keyValueCount: bigint;
  keyValues: readonly KeyValue[];
  /** The byte of each file at which its data begins, if it is known. */
  dataStarts: readonly { path: string; start: number }[];
}

/** The key of the template that chats are written with, and the beginning of those for other purposes. */
export const CHAT_TEMPLATE = 'tokenizer.chat_template';

/** Whether a pair is a template of chats, also one for another purpose, as `tokenizer.chat_template.tool_use`. */
export function isTemplate({ key, type, value }: KeyValue): boolean {
  return type === 'string' && value !== '' && (key === CHAT_TEMPLATE || key.startsWith(`${CHAT_TEMPLATE}.`));
}
