import { type BlockDefinitions, blockDefinitions } from '../blocks/registry/definitions';
import { InputField } from '../blocks/start/input-field';
import type { WorkflowDocument } from './schema';

/** Returns the inputs of a run of this document: those of the enabled blocks that begin it. */
export function runInputs(
  { blocks }: WorkflowDocument,
  definitions: BlockDefinitions = blockDefinitions,
): InputField[] {
  return Object.values(blocks).flatMap(({ type, config, enabled }) => {
    const definition = definitions.get(type);
    if (definition === undefined || definition.hasInput || !enabled) return [];
    const lists = definition.fields.filter(({ kind }) => kind === 'input-fields');
    return lists.flatMap(({ name }) => InputField.array().safeParse(config[name]).data ?? []);
  });
}
