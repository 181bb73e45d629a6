import { expect, it } from 'vitest';
import { type CheckedText, checkText } from './text-check.ts';

function problems(text: string, as: CheckedText): string[] {
  const found: string[] = [];
  checkText(text, as, 'blob', (code, message) => found.push(`${code.slice('ollama/'.length)}: ${message}`));
  return found;
}

it.each<[CheckedText, string]>([
  ['config', '{"model_format":"gguf","model_families":null,"context_length":4096,"rootfs":{"type":5}}'],
  ['config', 'null'],
  ['config', '{"MODEL_FORMAT":"gguf"} and more'],
  ['params', '{"stop":["\\u003ca\\u003e"],"temperature":0.5}'],
  ['messages', '[{"role":"user","content":"hi"},null]'],
  ['params', '{"num_ctx":"x","num_ctx":1.5,"use_mmap":null,"top_p":1,"stop":[],"unknown":{}}'],
  ['template', '{{ .Prompt }}'],
  ['template', '{{- /* a }} b */ -}} {{ "}}" }} {{ `{{` }} }}'],
  [
    'template',
    '{{- range $i, $m := .Messages }}\n{{ if and (eq .Role "user") (gt (len (slice $.Messages $i)) -1) }}{{ .Content }}{{ else if not $m.Thinking }}{{ break }}{{ else }}{{ $last := index $.Messages 0 }}{{ $last.Role | json }}{{ end }}{{ end }}',
  ],
  [
    'template',
    '{{ define "a" }}{{ . }}{{ end }}{{ template "a" .Tools }}{{ with $x := .A.B }}{{ $x = \'c\' }}{{ end }}',
  ],
  ['template', '{{ (currentDate).Y }}{{ printf "%s" 0x1F 1e3 true nil }}{{ if\n.A }}{{ end }}'],
])('%s of %s are taken', (as, text) => expect(problems(text, as)).toEqual([]));

it.each<[CheckedText, string, string]>([
  ['config', '', 'bad-config: blob: at character 1, the text ends where a value is expected.'],
  ['config', '[]', 'bad-config: blob: The text is a list, not an object.'],
  ['config', '{"model_format":1}', 'bad-config: blob: “model_format” is a number, not text.'],
  ['config', '{"Model_Type":{}}', 'bad-config: blob: “model_type” is an object, not text.'],
  ['config', '{"model_families":["a",2]}', 'bad-config: blob: Item 2 of “model_families” is a number, not text.'],
  [
    'config',
    '{"context_length":1.5}',
    'bad-config: blob: “context_length” is 1.5, which is not written as a whole number.',
  ],
  ['params', '["stop"]', 'bad-params: blob: The text is a list, not an object.'],
  ['params', '{"stop":}', 'bad-params: blob: at character 9, a value is missing.'],
  ['params', '{"num_ctx":"abc"}', 'bad-params: blob: “num_ctx” is text, not a number.'],
  ['params', '{"use_mmap":1}', 'bad-params: blob: “use_mmap” is a number, not true or false.'],
  ['params', '{"stop":[1]}', 'bad-params: blob: “stop” has items that are not text.'],
  ['template', '{{ if }}', 'bad-template: blob: line 1, “if” has no value.'],
  ['template', 'a\n{{ if .A }}\n', 'bad-template: blob: line 3, “if” of line 2 has no “end”.'],
  ['template', '{{ end }}', 'bad-template: blob: line 1, “end” ends nothing.'],
  ['template', '{{ .A', 'bad-template: blob: line 1, an action is not closed.'],
  ['template', '{{ "a }}', 'bad-template: blob: line 1, “"” cannot stand in an action.'],
  ['template', '{{/* a }}', 'bad-template: blob: line 1, a comment is not closed.'],
  ['template', '{{ .A | }}', 'bad-template: blob: line 1, an action has nothing after “|”.'],
  ['template', '{{ .A | "b" }}', 'bad-template: blob: line 1, “"b"” after “|” is not a function.'],
  ['template', '{{ (.A }}', 'bad-template: blob: line 1, a parenthesis is not closed.'],
  ['template', '{{ $x }}', 'bad-template: blob: line 1, the variable “$x” is not declared.'],
  ['template', '{{ if $x := 1 }}{{ end }}{{ $x }}', 'bad-template: blob: line 1, the variable “$x” is not declared.'],
  ['template', '{{ system }}', 'bad-template: blob: line 1, the function “system” does not exist.'],
  ['template', '{{ break }}', 'bad-template: blob: line 1, “break” stands outside of “range”.'],
  ['template', '{{ template "a" }}', 'bad-template: blob: line 1, “template” is given no value.'],
  ['template', '{{ if 1 }}{{ else }}{{ else }}{{ end }}', 'bad-template: blob: line 1, “else” is not expected here.'],
  ['messages', '{}', 'bad-messages: blob: The text is an object, not a list.'],
  ['messages', '["hi"]', 'bad-messages: blob: Item 1 of the list is text, not an object.'],
  ['messages', '[{"role":1}]', 'bad-messages: blob: “role” is a number, not text.'],
])('%s of %s are rejected', (as, text, problem) => expect(problems(text, as)).toEqual([problem]));
