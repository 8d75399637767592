import type { Operation } from '../../platform/http/operation';
import { operation } from '../access/operation';
import { deleteVariable } from './delete-variable';
import { deleteVariableEndpoint, listVariablesEndpoint, setVariableEndpoint } from './endpoints';
import { listVariables } from './list-variables';
import { setVariable } from './set-variable';

export const variableRoutes: readonly Operation[] = [
  operation(listVariablesEndpoint, (actor, { params }) => listVariables(actor, params)),
  operation(setVariableEndpoint, (actor, { params, body }) => setVariable(actor, { ...body, ...params })),
  operation(deleteVariableEndpoint, async (actor, { params }) => void (await deleteVariable(actor, params))),
];
