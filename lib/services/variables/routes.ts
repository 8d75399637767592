import { readGuards } from '../access/guards';
import { byName, listOperation, newestFirst } from '../access/list-operation';
import { type Operation, operation } from '../access/operation';
import { deleteVariable } from './delete-variable';
import {
  deleteVariableEndpoint,
  listVariablesEndpoint,
  sameValueEndpoint,
  setVariableEndpoint,
  variableUsesEndpoint,
} from './endpoints';
import { listVariables } from './list-variables';
import { variablesOfSameValue } from './same-value';
import { setVariable } from './set-variable';
import { variableUses } from './variable-uses';

export const variableRoutes: readonly Operation[] = [
  listOperation(listVariablesEndpoint, byName, (actor, { params }) => listVariables(actor, params)),
  operation(setVariableEndpoint, setVariable),
  listOperation(variableUsesEndpoint, newestFirst, (actor, { params }) => variableUses(actor, params)),
  operation(
    sameValueEndpoint,
    (actor, { params, body }) => variablesOfSameValue(actor, { ...params, ...body }),
    {
      guards: readGuards('writer', 'It only reads; no value may be in an address.'),
    },
  ),
  operation(deleteVariableEndpoint, deleteVariable),
];
