import { plainSettingsSchema } from '../block-schemas/settings-schema';
import type { BlockDefinition } from '../blocks/block';
import { blockDefinitions } from '../blocks/registry/definitions';
import type { Block } from '../workflow/schema';

/** Describes a block type for the model, entirely from the definition that its form is drawn from too. */
function catalogEntry(definition: BlockDefinition) {
  const { type, title, description, trigger, note, container, fields } = definition;
  const ends = endsOf(definition, {});
  return {
    type,
    title,
    description,
    ...(trigger && { startsRuns: trigger.startsOn ?? true }),
    ...(note && { startsRuns: false }),
    ...(trigger?.limit !== undefined && { limit: trigger.limit }),
    ...(container && {
      container: { iteration: `<${container.kind}.…>`, outputs: container.iterationOutputs },
    }),
    settings: plainSettingsSchema(definition),
    help: Object.fromEntries(
      fields.flatMap(({ name, help, label, references }) => [
        [name, [help ?? label, ...(references === 'none' ? ['No references.'] : [])].join(' ')],
      ]),
    ),
    ...ends,
    ...(trigger?.openOutputs && { outputsMore: true }),
  };
}

/** Lists the ports where connections start and the outputs for later blocks; empty for an invalid config. */
export function endsOf(definition: BlockDefinition, config: Block['config']) {
  const read = definition.config.safeParse(config);
  if (!read.success) return {};
  return {
    ports: definition.ports(read.data).map(({ id, kind }) => `${id} (${kind})`),
    outputs: definition.outputs(read.data).map(({ name, type, description }) => ({
      name,
      type,
      ...(description === undefined ? {} : { description }),
    })),
  };
}

let written: string | undefined;

/** Returns all block types as JSON, the same text each time, so that a provider may cache it. */
export function blockCatalog(): string {
  written ??= JSON.stringify([...blockDefinitions.values()].map(catalogEntry));
  return written;
}
