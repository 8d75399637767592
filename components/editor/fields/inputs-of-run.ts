import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import { definitionOf } from '../document/definition-of';
import { type InputField, inputFieldsOf } from './input-field-list';

/** Returns the inputs of a run of this document: those of the enabled blocks that begin it. */
export function inputsOfRun(document: WorkflowDocument): InputField[] {
  return Object.values(document.blocks).flatMap((block) => {
    const definition = definitionOf(block.type);
    if (definition === undefined || definition.hasInput || !block.enabled) return [];
    return definition.fields
      .filter((field) => field.kind === 'input-fields')
      .flatMap((field) => inputFieldsOf(block.config[field.name]));
  });
}

/** True if a run by hand may be given an input: other triggers begin with what they receive. */
export const beginsWithStart = ({ blocks }: WorkflowDocument): boolean =>
  Object.values(blocks).some(
    ({ type, enabled }) =>
      enabled && definitionOf(type)?.fields.some(({ kind }) => kind === 'input-fields') === true,
  );
