import type { Binding, Conversion, Fact, Package, Runtime, TensorSpec } from '../../../../model/package.ts';
import { valueText } from '../../../../toml/value-text.ts';
import { CARTON_TOML, MISC_PREFIX, TENSOR_PREFIX } from '../paths.ts';
import type { CartonToml } from './carton-fields.ts';
import { describeTargetTriple, parseTargetTriple } from './target-triple.ts';
import { describeVersionReq, parseVersionReq } from './version-req.ts';

/** What carton.toml says of a package. */
type Metadata = Pick<Package, 'facts' | 'inputs' | 'outputs' | 'examples' | 'selfTests'> & Partial<Package>;

/** What carton.toml says of a package. Without one that can be read, the package is marked as unread. */
export function metadataOf(toml: CartonToml | undefined): Metadata {
  if (!toml) return { unread: true, facts: [], inputs: [], outputs: [], examples: [], selfTests: [] };
  return {
    formatVersion: toml.spec_version?.toString(),
    title: toml.model_name,
    summary: toml.short_description,
    description: toml.model_description,
    license: toml.license,
    repository: toml.repository,
    homepage: toml.homepage,
    runtime: runtimeOf(toml),
    own: toml,
    conversion: conversionOf(toml),
    facts: factsOf(toml),
    inputs: specs(toml.input),
    outputs: specs(toml.output),
    examples: (toml.example ?? []).map(({ name, description, inputs, sample_out }) => ({
      name,
      description,
      inputs: bindings(inputs),
      outputs: bindings(sample_out),
    })),
    selfTests: (toml.self_test ?? []).map(({ name, description, inputs, expected_out }) => ({
      name,
      description,
      inputs: bindings(inputs),
      expected: expected_out && bindings(expected_out),
    })),
  };
}

/** What a package of another format has no place for: who loads the model, and where. */
function conversionOf({ runner, required_platforms: platforms = [] }: CartonToml): Conversion {
  const why = `Only a carton says it. It stays in ${CARTON_TOML}.`;
  const of = (what: string, names: readonly string[]) => (names.length === 0 ? [] : [{ what, names, why }]);
  return {
    left: [...of('Runner', runner.runner_name ? [runner.runner_name] : []), ...of('Required platforms', platforms)],
  };
}

function runtimeOf({ runner, required_platforms: platforms }: CartonToml): Runtime {
  const { runner_name: name, required_framework_version: version, runner_compat_version: compat, opts } = runner;
  const options = opts && Object.fromEntries(Object.entries(opts).map(([key, value]) => [key, valueText(value)]));
  return { name, version, compat: compat?.toString(), options, platforms };
}

function specs(from: CartonToml['input']): TensorSpec[] {
  return (from ?? []).map(({ internal_name: internalName, ...spec }) => ({ ...spec, internalName }));
}

function bindings(references: Record<string, string> | undefined): Binding[] {
  return Object.entries(references ?? {}).flatMap(([name, reference]): Binding[] => {
    if (reference.startsWith(TENSOR_PREFIX))
      return [{ name, value: { kind: 'tensor', tensor: reference.slice(TENSOR_PREFIX.length) } }];
    if (reference.startsWith(MISC_PREFIX)) return [{ name, value: { kind: 'file', path: reference.slice(1) } }];
    return [];
  });
}

function factsOf(toml: CartonToml): Fact[] {
  const { runner, required_platforms: platforms = [] } = toml;
  const requirement = parseVersionReq(runner.required_framework_version ?? '');
  const items = [...new Set(platforms)].map((value) => {
    const parsed = parseTargetTriple(value);
    return { value, note: parsed.ok ? describeTargetTriple(parsed.triple) : undefined };
  });
  const facts: (Fact | undefined)[] = [
    fact('Runner', [runner.runner_name, runner.required_framework_version].filter(Boolean).join(' '), {
      note: requirement.ok ? describeVersionReq(requirement.req) : undefined,
    }),
    fact('Runner compat version', runner.runner_compat_version?.toString()),
    fact('Required platforms', platforms.join(', '), { items: items.length > 0 ? items : undefined }),
    fact('License', toml.license),
    fact('Repository', toml.repository, addressOf(toml.repository)),
    fact('Homepage', toml.homepage, addressOf(toml.homepage)),
    fact('Format version', toml.spec_version?.toString()),
  ];
  return facts.filter((item) => item !== undefined);
}

function fact(label: string, value: string | undefined, more: Omit<Fact, 'label' | 'value'> = {}): Fact | undefined {
  return value === undefined || value === '' ? undefined : { label, value, ...more };
}

/** Only web addresses become links: the text is a stranger's. */
function addressOf(value: string | undefined): Pick<Fact, 'href'> {
  const url = value !== undefined && URL.canParse(value) ? new URL(value) : undefined;
  return { href: url && /^https?:$/.test(url.protocol) ? url.href : undefined };
}
