import { ExactNumber } from '../../platform/text/exact-number';
import type { BlockDefinition, BlockError, BlockOutput } from '../blocks/block';
import { type ContainerKind, isTriggerBlock, reachesOut, type SetOfRun } from '../blocks/capabilities';
import { type CompiledField, compileField, emptyScope } from '../blocks/compile-field';
import type { Field } from '../blocks/field';
import type { ConfigIssue } from '../blocks/read-config';
import { type Exits, exitsOf } from '../graph-walk/exits';
import { targetsOf, type WalkBlock } from '../graph-walk/walk-block';
import { CONCEALED, mapCredentials, mapUrlCredentials, secretsOf } from '../references/credentials';
import type { ReferenceScope } from '../references/read-path';
import { asWritten } from '../references/resolve-bindings';
import { ResolveError } from '../references/resolve-error';
import { RUN_VARIABLES, slugOf } from '../references/slug';
import type { KnownHead, Template } from '../references/template';
import { findUnread } from '../references/unread-references';
import type { ReadBlock } from '../workflow/read-blocks';
import type { Edge } from '../workflow/schema';
import type { Steps } from '../workflow/steps';

export interface CompiledConfig {
  /** Resolves references; returns the same frozen object if there are none. Throws ResolveError. */
  resolve(scope: ReferenceScope): Record<string, unknown>;
  /** Returns a resolved config as its span shows it: literal credentials concealed, code as it is written. */
  conceal(resolved: Record<string, unknown>): Record<string, unknown>;
  templates: ReadonlyArray<{
    field: string;
    template: Template;
    isCode: boolean;
    when?: Field['perIteration'];
  }>;
  /** Fields that `resolve` leaves as authored, because they are resolved in each iteration. */
  perIteration: ReadonlyMap<string, CompiledField>;
  /** Credentials that were typed in, of any length. */
  secrets: readonly string[];
}

export interface CompiledBlock extends WalkBlock, Exits {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly slug: string;
  readonly enabled: boolean;
  /** True if it starts runs of a trigger. */
  readonly isTrigger: boolean;
  readonly sets: SetOfRun | null;
  /** The output member with the text that it writes; null if it writes none. */
  readonly writesText: string | null;
  readonly mayWait: boolean;
  /** True if it sends requests or asks models. */
  readonly reachesOut: boolean;
  /** The error that makes it fail before it runs. */
  readonly problem: BlockError | null;
  readonly config: CompiledConfig;
  /** The blocks inside; null for all but containers. */
  readonly members: CompiledMembers | null;
  /** Warnings of its spans in each run: texts that look like references but are none. */
  readonly warnings: readonly string[];
  /** The authored config, for spans of blocks whose config was never resolved. */
  readonly authored: unknown;
  /** Returns the output of a failure before the executor ran. */
  failedOutput(error: BlockError): BlockOutput;
}

/** Blocks that run together, each once its edges are settled. */
export interface CompiledGraph {
  /** The blocks that a run can reach, ordered so that every edge leads forward. */
  readonly blocks: readonly CompiledBlock[];
}

export interface CompiledMembers extends CompiledGraph {
  /** The name of the iteration in references inside. */
  readonly kind: ContainerKind;
  /** Fields that are resolved in each iteration. */
  readonly fields: ReadonlyMap<string, CompiledField>;
}

/** The facts about the workflow around a block that compiling it needs. */
export interface BlockSurroundings {
  index: number;
  incoming: number;
  outgoing: readonly Edge[];
  indexOf: ReadonlyMap<string, number>;
  isKnownHead: KnownHead;
  /** True if references in this block may name that slug; `after`: once an iteration of it has ended. */
  isInScope: (slug: string, when?: Field['perIteration']) => boolean;
  /** The blocks inside, if it is a container. */
  inside: CompiledGraph | null;
  /** True if it begins without an edge (`beginsItself`). */
  starts: boolean;
}

/** Compiles a block, with a step for each field of its config. */
export function* compileBlock(
  { block, definition, config, issues, ports, outputs }: ReadBlock,
  surroundings: BlockSurroundings,
): Steps<CompiledBlock> {
  const compiled = yield* compileConfig(definition, config as Record<string, unknown>, surroundings);
  const { inside } = surroundings;
  const targets = targetsOf(surroundings.outgoing, surroundings.indexOf);
  const { errorPort, passPort, earlyPort } = exitsOf(ports, (port) => targets.has(port));
  const nothing = Object.fromEntries(outputs.map(({ name }) => [name, null]));
  return {
    index: surroundings.index,
    id: block.id,
    name: block.name,
    type: block.type,
    slug: slugOf(block.name),
    enabled: block.enabled,
    starts: surroundings.starts,
    isTrigger: isTriggerBlock(definition),
    sets: definition.sets ?? null,
    writesText: definition.writesText ?? null,
    mayWait: mayWait(definition, config),
    reachesOut: reachesOut(definition),
    problem: firstProblem(issues[0], compiled.templates, surroundings),
    config: compiled,
    warnings: unreadWords(definition, compiled.templates, surroundings.isKnownHead),
    members:
      definition.container && inside
        ? { ...inside, kind: definition.container.kind, fields: compiled.perIteration }
        : null,
    authored: mapCredentials(block.config, surroundings.isKnownHead, () => CONCEALED),
    incoming: surroundings.incoming,
    targets,
    errorPort,
    passPort,
    earlyPort,
    failedOutput:
      definition.failedOutput ?? ((error) => ('error' in nothing ? { ...nothing, error } : nothing)),
  };
}

/** A block that follows the settings of its workflow is the workflow's to judge. */
function mayWait({ outsideWork }: BlockDefinition, config: unknown): boolean {
  return outsideWork?.mayWait?.(config) === true || outsideWork?.waitsForServer?.(config) === true;
}

function unreadWords(
  { fields }: BlockDefinition,
  templates: CompiledConfig['templates'],
  isKnownHead: KnownHead,
): string[] {
  const words = templates.flatMap(({ field, template }) => {
    const label = fields.find(({ name }) => name === field)?.label ?? field;
    return findUnread(template, isKnownHead).map(({ message }) => `${label}: ${message}`);
  });
  return [...new Set(words)].slice(0, MOST_WARNINGS);
}

const MOST_WARNINGS = 10;

function firstProblem(
  issue: ConfigIssue | undefined,
  templates: CompiledConfig['templates'],
  { isInScope }: BlockSurroundings,
): BlockError | null {
  if (issue) {
    const { field, message } = issue;
    return { code: 'CONFIG_INVALID', message, ...(field === undefined ? {} : { field }) };
  }
  const inScope = new Set<string>();
  for (const { field, template, when, isCode } of templates) {
    // It may stand in a comment or in a branch that is not taken, so it fails only when it is read.
    if (isCode) continue;
    for (const part of template.parts) {
      if (typeof part === 'string' || part.kind !== 'reference') continue;
      const key = `${part.reference.slug} ${when}`;
      if (inScope.has(key)) continue;
      if (isInScope(part.reference.slug, when)) {
        inScope.add(key);
        continue;
      }
      const { head, slug } = part.reference;
      const message =
        slug === RUN_VARIABLES
          ? `<${head}…> can't be used here: no block of this workflow sets variables.`
          : `<${head}…> can't be used here: only blocks that come before this one have run.`;
      return { code: 'REF_OUT_OF_SCOPE', message, field };
    }
  }
  return null;
}

const CODE_FIELDS: ReadonlySet<string> = new Set(['bindings', 'bindings-rows']);

/** A field of a config with its authored value. */
interface CompiledMember extends CompiledField {
  name: string;
  value: unknown;
  when: Field['perIteration'];
  isCode: boolean;
  /** Credentials typed into the field. */
  credentials: ReadonlySet<string>;
}

function* compileConfig(
  definition: BlockDefinition,
  config: Record<string, unknown>,
  { isKnownHead, isInScope }: BlockSurroundings,
): Steps<CompiledConfig> {
  const fieldByName = new Map(definition.fields.map((field) => [field.name, field]));
  const all: CompiledMember[] = [];
  for (const [name, value] of Object.entries(config)) {
    yield;
    const field = fieldByName.get(name);
    all.push({
      name,
      value,
      when: field?.perIteration,
      isCode: CODE_FIELDS.has(field?.references ?? 'none'),
      ...compileField(field ?? 'none', value, isKnownHead, (slug) => isInScope(slug, field?.perIteration)),
      credentials: credentialsIn(value, isKnownHead),
    });
  }
  const perIteration = new Map(all.flatMap((field) => (field.when ? [[field.name, field] as const] : [])));
  // The span shows these fields as authored; the executor asks for them again in each iteration.
  const fields = all.map((field) =>
    field.when ? { ...field, constant: true, resolve: () => field.value } : field,
  );
  const resolve = (scope: ReferenceScope) => {
    const resolved: Record<string, unknown> = {};
    for (const field of fields) {
      try {
        resolved[field.name] = field.resolve(scope);
      } catch (error) {
        throw error instanceof ResolveError ? new ResolveError(error.code, error.message, field.name) : error;
      }
    }
    return resolved;
  };
  const coded = fields.filter(({ isCode }) => isCode);
  const concealed = fields.filter(({ credentials }) => credentials.size > 0);
  const conceal = (resolved: Record<string, unknown>) => {
    if (coded.length === 0 && concealed.length === 0) return resolved;
    const shown = { ...resolved };
    for (const { name } of coded) shown[name] = codeAsWritten(resolved[name]);
    for (const { name, credentials } of concealed) shown[name] = concealIn(shown[name], credentials);
    return shown;
  };
  const secrets = fields.flatMap(({ credentials }) => [...credentials].flatMap(secretsOf));
  const templates = fields.flatMap(({ name, when, isCode, templates: own }) =>
    own.map((template) => ({ field: name, template, isCode, ...(when ? { when } : {}) })),
  );
  if (!fields.every(({ constant }) => constant))
    return { resolve, conceal, templates, secrets, perIteration };
  const resolved = Object.freeze(resolve(emptyScope()));
  const shown = conceal(resolved);
  return { resolve: () => resolved, conceal: () => shown, templates, secrets, perIteration };
}

function credentialsIn(value: unknown, isKnownHead: KnownHead): ReadonlySet<string> {
  const found = new Set<string>();
  mapCredentials(value, isKnownHead, (credential) => {
    found.add(credential.trim());
    return credential;
  });
  return found;
}

/** Returns source code, or the code of rows, with the references of its author. */
function codeAsWritten(value: unknown): unknown {
  if (!Array.isArray(value)) return asWritten(value);
  return value.map((row) => ({ ...row, expression: asWritten(row.expression) }));
}

/** Conceals resolved credentials, which stand in pairs, URLs and members; those of a body are in its rows. */
function concealIn(resolved: unknown, credentials: ReadonlySet<string>): unknown {
  if (typeof resolved === 'string') {
    return mapUrlCredentials(resolved, (value) => (credentials.has(value) ? CONCEALED : value));
  }
  if (Array.isArray(resolved)) return resolved.map((item) => concealPair(item, credentials));
  if (typeof resolved !== 'object' || resolved === null || resolved instanceof ExactNumber) return resolved;
  if ('rows' in resolved) return { ...resolved, rows: concealIn(resolved.rows, credentials) };
  const members = Object.entries(resolved).map(([name, value]) => [name, concealMember(value, credentials)]);
  return Object.fromEntries(members);
}

function concealMember(value: unknown, credentials: ReadonlySet<string>): unknown {
  return typeof value === 'string' && credentials.has(value.trim()) ? CONCEALED : value;
}

function concealPair(pair: unknown, credentials: ReadonlySet<string>): unknown {
  if (!Array.isArray(pair) || typeof pair[1] !== 'string' || !credentials.has(pair[1].trim())) return pair;
  return [pair[0], CONCEALED];
}
