/** Why Go's `text/template` does not parse a template. */
export interface TemplateProblem {
  /** From 1. */
  line: number;
  /** Without its first capital, and without the full stop. */
  message: string;
}

/** Functions of Go's `text/template`, and those that Ollama adds (`template/template.go`). */
const FUNCTIONS: ReadonlySet<string> = new Set([
  ...['and', 'or', 'not', 'len', 'index', 'slice', 'print', 'printf', 'println', 'html', 'js', 'urlquery', 'call'],
  ...['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'json', 'currentDate', 'yesterdayDate', 'toTypeScriptType'],
]);

const KEYWORDS: ReadonlySet<string> = new Set([
  ...['if', 'range', 'with', 'else', 'end', 'define', 'block', 'template', 'break', 'continue'],
]);

/** Parentheses in parentheses that are followed. A template with more is not judged. */
const MAX_DEPTH = 500;

type TokenKind = 'close' | 'space' | 'word' | 'field' | 'dot' | 'variable' | 'literal' | 'text' | 'mark';

interface Token {
  kind: TokenKind;
  text: string;
  /** White space stands before it. */
  isApart: boolean;
}

/** What a token in an action is, tried in this order. */
const TOKENS: readonly (readonly [TokenKind, RegExp])[] = [
  // The last space before a dash belongs to the end of the action.
  ['close', /(?:\s-)?\}\}/y],
  ['space', /\s/y],
  ['text', /"(?:[^"\\\n]|\\[^\n])*"|`[^`]*`/y],
  ['literal', /'(?:[^'\\\n]|\\[^\n])+'/y],
  [
    'literal',
    /[+-]?(?:0[xXbBoO][0-9a-fA-F_]+(?:\.[0-9a-fA-F_]*)?(?:[pP][+-]?\d+)?|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?)i?/y,
  ],
  ['field', /\.[\p{L}\p{Nd}_]+/uy],
  ['dot', /\./y],
  ['variable', /\$[\p{L}\p{Nd}_]*/uy],
  ['word', /[\p{L}_][\p{L}\p{Nd}_]*/uy],
  ['mark', /:=|[=|,()]/y],
];

/** After these kinds, only certain characters may follow. */
const NEEDS_END: ReadonlySet<TokenKind> = new Set(['field', 'variable', 'word', 'literal']);
const ENDS_TOKEN = /[\s.,|:=()]|\}\}|$/y;

/** A control structure that is open: `if`, and whether its last `else` has come. */
interface Open {
  keyword: string;
  line: number;
  hasElse: boolean;
  /** Variables that are known outside of it. */
  variables: number;
}

/** Thrown inside of this file. Without a message, the template is not judged. */
class TemplateError extends Error {}

/** What keeps Go from parsing a template with Ollama's functions. Undefined where nothing does. Never throws. */
export function templateProblem(text: string): TemplateProblem | undefined {
  const parser = new TemplateParser(text);
  try {
    parser.parse();
    return undefined;
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    if (error.message === '') return undefined;
    return { line: parser.line, message: error.message };
  }
}

class TemplateParser {
  readonly #text: string;
  /** That of the action that is read, from 1. */
  line = 1;
  readonly #open: Open[] = [];
  #variables: string[] = ['$'];
  #tokens: readonly Token[] = [];
  #next = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): void {
    const text = this.#text;
    let seen = 0;
    for (let start = text.indexOf('{{'); start >= 0; start = text.indexOf('{{', start)) {
      this.line += lineBreaks(text.slice(seen, start));
      seen = start;
      const inner = /^-\s/.test(text.slice(start + 2, start + 4)) ? start + 3 : start + 2;
      const comment = /\s?\/\*/y;
      comment.lastIndex = inner;
      if (comment.test(text)) start = this.#comment(comment.lastIndex);
      else {
        start = this.#lex(inner);
        this.#action();
      }
    }
    this.line += lineBreaks(text.slice(seen));
    const left = this.#open.at(-1);
    if (left) fail(`“${left.keyword}” of line ${left.line} has no “end”`);
  }

  /** Gives the place after a comment. */
  #comment(from: number): number {
    const close = this.#text.indexOf('*/', from);
    if (close < 0) fail('a comment is not closed');
    const end = /(?:\s-)?\}\}/y;
    end.lastIndex = close + 2;
    if (!end.test(this.#text)) fail('something follows a comment in its action');
    return end.lastIndex;
  }

  /** Reads the tokens of an action. Gives the place after it. */
  #lex(from: number): number {
    const text = this.#text;
    const tokens: Token[] = [];
    let isApart = true;
    for (let at = from; ; ) {
      const token = tokenAt(text, at);
      if (!token) fail(at < text.length ? `“${text.charAt(at)}” cannot stand in an action` : 'an action is not closed');
      at += token.text.length;
      if (token.kind === 'close') {
        this.#tokens = tokens;
        this.#next = 0;
        return at;
      }
      if (token.kind !== 'space') tokens.push({ ...token, isApart });
      isApart = token.kind === 'space';
      ENDS_TOKEN.lastIndex = at;
      if (NEEDS_END.has(token.kind) && !ENDS_TOKEN.test(text)) {
        fail(`“${text.charAt(at)}” cannot follow “${token.text}”`);
      }
    }
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#next];
  }

  #isMark(text: string): boolean {
    const token = this.#peek();
    return token?.kind === 'mark' && token.text === text;
  }

  #action(): void {
    const first = this.#peek();
    if (first?.kind !== 'word' || !KEYWORDS.has(first.text)) {
      this.#pipeline('an action');
      return;
    }
    this.#next++;
    const keyword = first.text;
    switch (keyword) {
      case 'if':
      case 'range':
      case 'with':
        this.#begin(keyword);
        this.#pipeline(`“${keyword}”`, keyword === 'range');
        break;
      case 'else':
        this.#else();
        break;
      case 'end': {
        const open = this.#open.pop();
        if (!open) fail('“end” ends nothing');
        this.#variables.length = open.variables;
        this.#done(keyword);
        break;
      }
      case 'define':
      case 'block':
        if (keyword === 'define' && this.#open.length > 0) fail('“define” stands inside another action');
        this.#name(keyword);
        if (keyword === 'block') this.#pipeline('“block”');
        else this.#done(keyword);
        this.#begin(keyword);
        break;
      case 'template':
        this.#name(keyword);
        // Ollama looks for the fields that a template is given.
        if (!this.#peek()) fail('“template” is given no value');
        this.#pipeline('“template”');
        break;
      default:
        if (!this.#open.some((open) => open.keyword === 'range')) fail(`“${keyword}” stands outside of “range”`);
        this.#done(keyword);
    }
  }

  #begin(keyword: string): void {
    this.#open.push({ keyword, line: this.line, hasElse: false, variables: this.#variables.length });
  }

  #else(): void {
    const open = this.#open.at(-1);
    if (!open || open.hasElse || open.keyword === 'define' || open.keyword === 'block')
      fail('“else” is not expected here');
    const again = this.#peek();
    const isChained = again?.kind === 'word' && again.text === open.keyword && open.keyword !== 'range';
    // The variables of its condition are known in the others too.
    if (isChained) {
      this.#next++;
      this.#pipeline(`“${again.text}”`);
      return;
    }
    open.hasElse = true;
    this.#done('else');
  }

  #name(keyword: string): void {
    if (this.#peek()?.kind !== 'text') fail(`“${keyword}” has no name`);
    this.#next++;
  }

  #done(keyword: string): void {
    const token = this.#peek();
    if (token) fail(`“${token.text}” cannot follow “${keyword}”`);
  }

  /** A pipeline up to the end of the action. */
  #pipeline(what: string, isRange = false): void {
    this.#declarations(isRange);
    this.#commands(what, 0);
    const token = this.#peek();
    if (token) fail(`“${token.text}” is not expected in ${what}`);
  }

  /** `$a :=`, `$a =`, and of a range also `$a, $b :=`. */
  #declarations(isRange: boolean): void {
    const names: string[] = [];
    let at = this.#next;
    for (;;) {
      const name = this.#tokens[at];
      const after = this.#tokens[at + 1];
      if (name?.kind !== 'variable' || after?.kind !== 'mark') return;
      names.push(name.text);
      at += 2;
      if (after.text === ',' && isRange && names.length === 1) continue;
      if (after.text !== ':=' && after.text !== '=') return;
      this.#next = at;
      if (after.text === ':=') this.#variables.push(...names);
      else for (const known of names) this.#checkVariable(known);
      return;
    }
  }

  #checkVariable(name: string): void {
    if (!this.#variables.includes(name)) fail(`the variable “${name}” is not declared`);
  }

  #commands(what: string, depth: number): void {
    if (depth > MAX_DEPTH) fail('');
    for (let stage = 1; ; stage++) {
      const first = this.#peek();
      let count = 0;
      while (this.#operand(depth)) count++;
      if (count === 0) fail(stage === 1 ? `${what} has no value` : `${what} has nothing after “|”`);
      const isValue = first?.kind === 'text' || first?.kind === 'literal' || first?.kind === 'dot';
      if (stage > 1 && isValue) fail(`“${first.text}” after “|” is not a function`);
      if (!this.#isMark('|')) return;
      this.#next++;
    }
  }

  /** One value of a command, with the fields that follow it. False where none comes. */
  #operand(depth: number): boolean {
    const token = this.#peek();
    if (!token) return false;
    if (token.kind === 'mark') {
      if (token.text !== '(') return false;
      this.#next++;
      this.#commands('a parenthesis', depth + 1);
      if (!this.#isMark(')')) fail('a parenthesis is not closed');
    } else if (token.kind === 'word') this.#checkWord(token.text);
    else if (token.kind === 'variable') this.#checkVariable(token.text);
    this.#next++;
    for (let field = this.#peek(); field?.kind === 'field' && !field.isApart; field = this.#peek()) {
      if (token.kind === 'text' || token.kind === 'literal' || token.kind === 'dot') {
        fail(`“${field.text}” cannot follow “${token.text}”`);
      }
      this.#next++;
    }
    const next = this.#peek();
    if (next && !next.isApart && next.kind !== 'mark') fail(`“${next.text}” cannot follow “${token.text}”`);
    return true;
  }

  #checkWord(word: string): void {
    if (KEYWORDS.has(word)) fail(`“${word}” cannot stand inside of an action`);
    const isConstant = word === 'true' || word === 'false' || word === 'nil';
    if (!isConstant && !FUNCTIONS.has(word)) fail(`the function “${word}” does not exist`);
  }
}

function tokenAt(text: string, at: number): { kind: TokenKind; text: string } | undefined {
  for (const [kind, pattern] of TOKENS) {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) return { kind, text: found };
  }
  return undefined;
}

function lineBreaks(text: string): number {
  return text.split('\n').length - 1;
}

function fail(message: string): never {
  throw new TemplateError(message);
}
