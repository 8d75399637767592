import type { z } from 'zod';
import { settingsRows } from '@/lib/core/block-schemas/settings-rows';
import { settingsSchema } from '@/lib/core/block-schemas/settings-schema';
import type { BlockDefinition } from '@/lib/core/blocks/block';
import type { Field } from '@/lib/core/blocks/field';
import { TEMPLATES } from '@/lib/core/templates/all-templates';

/** Returns a block's page in Markdown, generated from its definition. */
export function blockGuide(definition: BlockDefinition): string {
  const config = exampleOf(definition.type)?.config ?? {};
  const parsed = definition.config.safeParse(config);
  // A Note has no example; its ports and outputs are the same without any config.
  const authored = parsed.success ? parsed.data : {};
  return [
    `# ${definition.title}`,
    definition.description,
    `In documents and the API its \`type\` is \`${definition.type}\`.${limitWords(definition)}`,
    fieldsText(definition),
    settingsText(definition),
    portsText(definition.ports(authored)),
    outputsText(definition.outputs(authored), definition),
    iterationText(definition),
    exampleText(definition),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

const limitWords = ({ trigger }: BlockDefinition): string =>
  trigger?.limit === undefined ? '' : ` A workflow has at most ${trigger.limit} of it.`;

function fieldsText({ fields, config }: BlockDefinition): string {
  const defaults = defaultsOf(config);
  const tabs = [...new Set(fields.map(({ tab }) => tab))];
  const tables = tabs.map((tab) => {
    const rows = fields.filter((field) => field.tab === tab).map((field) => fieldRow(field, defaults));
    const hasDefaults = rows.some(([, , value]) => value !== '');
    const table = hasDefaults
      ? tableOf(['Field', 'What it does', 'Default'], rows)
      : tableOf(
          ['Field', 'What it does'],
          rows.map((row) => row.slice(0, 2)),
        );
    return tab === undefined ? table : `### ${tab}\n\n${table}`;
  });
  return fields.length === 0 ? '' : ['## Fields', ...tables].join('\n\n');
}

/** The values that a document holds, for those who write one; the form has the same settings by their labels. */
function settingsText(definition: BlockDefinition): string {
  const rows = settingsRows(settingsSchema(definition)).map(({ setting, value }) => [setting, value]);
  if (rows.length === 0) return '';
  const { type } = definition;
  const intro = `The \`config\` of the block in a document. As a JSON Schema: [\`block-${type}.json\`](/schemas/block-${type}.json).`;
  return `## Settings in documents\n\n${intro}\n\n${tableOf(['Setting', 'Value'], rows)}`;
}

function fieldRow(field: Field, defaults: Readonly<Record<string, unknown>>): string[] {
  const range = rangeWords(field);
  const values = field.options?.map(({ value, label }) => namedWords(String(value), label));
  const members = field.members?.map(({ name, label }) => namedWords(name, label));
  const lists = [values, members].flatMap((list) => (list === undefined ? [] : [`${list.join(', ')}.`]));
  const said = [field.help ?? '', range, ...lists].filter((part) => part !== '').join(' ');
  return [`**${field.label}** \`${field.name}\``, said, defaultWords(field, defaults[field.name])];
}

function rangeWords({ min, max, unit = '' }: Field): string {
  if (min === undefined || max === undefined) return '';
  return `From ${min.toLocaleString('en')} to ${`${max.toLocaleString('en')} ${unit}`.trim()}.`;
}

const namedWords = (name: string, label: string): string =>
  name === label ? `\`${name}\`` : `\`${name}\` (${label})`;

function defaultWords({ options }: Field, value: unknown): string {
  if (value === undefined || value === '') return '';
  const option = options?.find((one) => one.value === value);
  if (option !== undefined) return option.label;
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  return typeof value === 'number' || typeof value === 'string' ? `\`${value}\`` : '';
}

/** Returns the default of each field, by field name: what the schema makes of an empty config. */
const defaultsOf = (config: z.ZodType): Record<string, unknown> =>
  config.parse({}) as Record<string, unknown>;

function portsText(ports: ReturnType<BlockDefinition['ports']>): string {
  if (ports.length === 0) return '';
  const words = {
    normal: '',
    error: 'If the block fails.',
    branch: '',
    early: 'While the block still runs.',
  };
  const rows = ports.map(({ id, label, kind }) => [`**${label}** \`${id}\``, words[kind]]);
  return `## Ports\n\n${tableOf(['Port', 'When the run continues here'], rows)}`;
}

function outputsText(
  outputs: ReturnType<BlockDefinition['outputs']>,
  { trigger, title }: BlockDefinition,
): string {
  if (outputs.length === 0 && !trigger?.openOutputs) return '';
  const name = title.toLowerCase().replaceAll(' ', '');
  const first = `\`<${name}.${outputs[0]?.name ?? 'name'}>\``;
  const intro = `Later blocks read them by the block’s name, for example ${first}.`;
  const rows = outputs.map((output) => [`\`${output.name}\``, output.type, output.description ?? '']);
  const more = trigger?.openOutputs ? 'It also returns the values that its fields name.' : '';
  const table = rows.length === 0 ? '' : tableOf(['Output', 'Type', 'What it holds'], rows);
  return ['## Outputs', intro, table, more].filter((part) => part !== '').join('\n\n');
}

function iterationText({ container }: BlockDefinition): string {
  if (container === undefined) return '';
  const rows = container.iterationOutputs.map((output) => [
    `\`<${container.kind}.${output.name}>\``,
    output.type,
    output.description ?? '',
  ]);
  const table = tableOf(['Reference', 'Type', 'What it holds'], rows);
  return `## Inside\n\nBlocks inside read the current iteration.\n\n${table}`;
}

/** Returns a use of the block in a template as its example, because tests run the templates. */
function exampleOf(type: string): { template: string; config: Record<string, unknown> } | null {
  const uses = TEMPLATES.flatMap(({ name, document }) =>
    Object.values(document.blocks)
      .filter((block) => block.type === type)
      .map(({ config }) => ({ template: name, config })),
  );
  const sizeOf = ({ config }: { config: object }) => JSON.stringify(config).length;
  return uses.sort((one, other) => sizeOf(other) - sizeOf(one))[0] ?? null;
}

function exampleText({ type }: BlockDefinition): string {
  const example = exampleOf(type);
  if (example === null) return '';
  const json = JSON.stringify(example.config, null, 2);
  return `## Example\n\nFrom the template “${example.template}”:\n\n\`\`\`json\n${json}\n\`\`\``;
}

function tableOf(head: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
  const line = (cells: readonly string[]) => `| ${cells.map(inCell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Formats references as code and escapes the bars, which would end the cell. */
const inCell = (text: string): string =>
  text.replace(/(?<!`)(<[\w.[\]-]+(?: \?\? [^<>]+)?>|\{\{\w+\}\})(?!`)/g, '`$1`').replaceAll('|', '\\|');
