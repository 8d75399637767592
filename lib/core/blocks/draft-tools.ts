import type { OutboundRequest } from '../../platform/outbound-http/contract';
import { carriesBody } from '../../platform/outbound-http/methods';
import type { ReferenceScope } from '../references/read-path';
import { MOST_CHARACTERS } from '../references/reference-budget';
import { type JsonTemplate, parseJsonTemplate, resolveJson } from '../references/resolve-json';
import { parseRow, type RowTemplate, resolveHeaderRow } from '../references/resolve-rows';
import { resolveText } from '../references/resolve-text';
import { resolveUrl } from '../references/resolve-url';
import { type KnownHead, parseTemplate, type Template, type TemplatePart } from '../references/template';
import { ARGS_HEAD, type ResolvedTool, type Tool } from './tools';

/** Drafts the tools of an agent; `templates` are without `<args.…>`, which no block outputs. */
export function draftTools(value: unknown, isKnownHead: KnownHead) {
  const known: KnownHead = (slug) => slug === ARGS_HEAD || isKnownHead(slug);
  const tools = (value as readonly Tool[]).map((tool) =>
    tool.kind === 'workflow' ? withoutReferences(tool) : new ToolDraft(tool, known),
  );
  const faulty = tools.findIndex(({ problem }) => problem !== null);
  return {
    resolve: (scope: ReferenceScope): ResolvedTool[] => tools.map((tool) => tool.resolve(scope)),
    templates: tools.flatMap(({ templates }) => templates.map(withoutArgs)),
    places: tools.flatMap(({ places }, index) => places.map((place) => `.${index}${place}`)),
    problem: tools[faulty]?.problem ?? null,
    problemPlace: faulty === -1 ? '' : `.${faulty}.body`,
  };
}

const withoutReferences = (tool: ResolvedTool) => ({
  resolve: (): ResolvedTool => tool,
  templates: [] as Template[],
  places: [] as string[],
  problem: null,
});

type SendingTool = Exclude<Tool, { kind: 'workflow' }>;

class ToolDraft {
  readonly #url: Template;
  readonly #headers: ReadonlyArray<RowTemplate & { place: string }>;
  readonly #body: Template;
  readonly #json: JsonTemplate;

  constructor(
    readonly tool: SendingTool,
    isKnownHead: KnownHead,
  ) {
    const body = tool.kind === 'request' ? tool.body : '';
    this.#url = parseTemplate(tool.url, isKnownHead);
    this.#headers = tool.headers.flatMap((row, index) =>
      row.enabled && row.key.trim() !== ''
        ? [{ ...parseRow(row, isKnownHead), place: `.headers.${index}` }]
        : [],
    );
    this.#body = parseTemplate(body, isKnownHead, 'json', 'json');
    this.#json = parseJsonTemplate(this.#body, `The body of the tool "${tool.name}"`);
  }

  get problem() {
    return this.#json.problem;
  }

  get templates(): Template[] {
    return [this.#url, ...this.#headers.flatMap(({ key, value }) => [key, value]), this.#body];
  }

  /** The place of each of the templates in the tool. */
  get places(): string[] {
    const headers = this.#headers.flatMap(({ place }) => [`${place}.key`, `${place}.value`]);
    return ['.url', ...headers, '.body'];
  }

  /** Returns the tool with its references resolved, except `<args.…>`; hidden members hold the request. */
  resolve(scope: ReferenceScope): ResolvedTool {
    const url = shownText(this.#url, scope);
    const headers = this.#headers.map(({ key, value }) => ({
      key: shownText(key, scope),
      value: shownText(value, scope),
      enabled: true,
    }));
    if (this.tool.kind === 'mcp') {
      const server = {
        url: this.tool.url.trim() === '' ? '' : resolveUrl(this.#url, scope),
        headers: this.#rows(scope),
      };
      return hidden({ ...this.tool, url, headers }, { server });
    }
    const requestFor = (args: Readonly<Record<string, unknown>>) => this.#request(withArgs(scope, args));
    const { tool } = this;
    return hidden({ ...tool, url, headers, body: shownText(this.#body, scope) }, { requestFor });
  }

  #rows(scope: ReferenceScope): Array<[string, string]> {
    return this.#headers.flatMap((row) => {
      const pair = resolveHeaderRow(row, scope);
      return pair === null ? [] : [[pair[0], pair[1]] as [string, string]];
    });
  }

  #request(scope: ReferenceScope): OutboundRequest {
    const { tool } = this;
    const { budget } = scope;
    const label = `The request of the tool "${tool.name}"`;
    budget.begin();
    budget.field(label, MOST_CHARACTERS.line);
    const url = resolveUrl(this.#url, scope);
    const headers = this.#rows(scope);
    const method = tool.kind === 'request' ? tool.method : 'POST';
    const hasBody = carriesBody(method) && this.#body.source.trim() !== '';
    budget.field(label, MOST_CHARACTERS.text);
    const body = hasBody ? resolveJson(this.#json, scope) : null;
    if (hasBody && !headers.some(([name]) => name.toLowerCase() === 'content-type'))
      headers.push(['Content-Type', 'application/json']);
    return { method, url, headers, body };
  }
}

/** Adds members that are not enumerable, so that they are neither stored nor shown. */
function hidden<Shown extends object, Hidden extends object>(shown: Shown, members: Hidden): Shown & Hidden {
  for (const [name, value] of Object.entries(members)) Object.defineProperty(shown, name, { value });
  return shown as Shown & Hidden;
}

function withArgs(scope: ReferenceScope, args: Readonly<Record<string, unknown>>): ReferenceScope {
  return { ...scope, outputs: { get: (slug) => (slug === ARGS_HEAD ? args : scope.outputs.get(slug)) } };
}

const isArgs = (part: TemplatePart): boolean =>
  typeof part !== 'string' && part.kind === 'reference' && part.reference.slug === ARGS_HEAD;

/** Resolves a text, but leaves `<args.…>` as written. */
function shownText(template: Template, scope: ReferenceScope): string {
  return template.parts
    .map((part) =>
      isArgs(part) ? sourceOf(template, part) : resolveText({ source: '', parts: [part] }, scope),
    )
    .join('');
}

function sourceOf({ source }: Template, part: TemplatePart): string {
  return typeof part === 'string' || part.kind !== 'reference'
    ? ''
    : source.slice(part.reference.start, part.reference.end);
}

function withoutArgs({ source, parts }: Template): Template {
  let rest = '';
  let from = 0;
  for (const part of parts) {
    if (typeof part === 'string' || part.kind !== 'reference' || !isArgs(part)) continue;
    rest += source.slice(from, part.reference.start);
    from = part.reference.end;
  }
  return { source: rest + source.slice(from), parts: parts.filter((part) => !isArgs(part)) };
}
