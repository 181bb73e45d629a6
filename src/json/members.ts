import { JsonReader, type TextSpan } from './reader.ts';

/** One member of an object, and where it stands in its text. */
export interface JsonMember {
  name: string;
  /** With its quotation marks. */
  key: TextSpan;
  value: TextSpan;
}

/** An object in a text, with its braces. */
export interface JsonMembers {
  readonly text: string;
  readonly span: TextSpan;
  readonly members: readonly JsonMember[];
}

/** Reads where the members of the object at a place stand. Throws a `JsonError` where there is none. */
export function readMembers(text: string, at = 0): JsonMembers {
  const reader = new JsonReader(text, at);
  const members: JsonMember[] = [];
  reader.kind();
  const start = reader.at;
  reader.object((name, key) => {
    // Passes the white space before the value.
    reader.kind();
    const from = reader.at;
    reader.skip();
    members.push({ name, key, value: { start: from, end: reader.at } });
  });
  return { text, span: { start, end: reader.at }, members };
}

/** A member of the new object: one that stays, perhaps with another name or value, or a new one. */
export interface NewMember {
  /** The member of the old object that it was. Undefined for a new one. */
  of: JsonMember | undefined;
  /** Their new texts. Left out where the old one stays. A new member has both. */
  key?: string;
  value?: string;
}

/**
 * The text of an object with other members. What stays is written as it was, also the white space around it, and new
 * members are written like the first one.
 */
export function withMembers({ text, span, members }: JsonMembers, wanted: readonly NewMember[]): string {
  const [first, second] = members;
  const last = members.at(-1);
  if (!first || !last) return `{${wanted.map(({ key, value }) => `${key}:${value}`).join(',')}}`;
  if (wanted.length === 0) return '{}';
  const colon = text.slice(first.key.end, first.value.start);
  const gap = second
    ? text.slice(first.value.end, second.key.start)
    : `,${text.slice(span.start + 1, first.key.start)}`;
  const follows = new Map(members.map((member, at) => [member, members[at - 1]]));
  const parts = [text.slice(span.start, first.key.start)];
  let before: JsonMember | undefined;
  for (const [at, { of, key, value }] of wanted.entries()) {
    const isNext = of !== undefined && before !== undefined && follows.get(of) === before;
    if (at > 0) parts.push(isNext ? text.slice((before as JsonMember).value.end, (of as JsonMember).key.start) : gap);
    if (of) {
      parts.push(
        key ?? text.slice(of.key.start, of.key.end),
        text.slice(of.key.end, of.value.start),
        value ?? text.slice(of.value.start, of.value.end),
      );
    } else parts.push(key as string, colon, value as string);
    before = of;
  }
  parts.push(text.slice(last.value.end, span.end));
  return parts.join('');
}
