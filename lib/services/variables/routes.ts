import { readGuards } from '../access/guards';
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
  operation(listVariablesEndpoint, (actor, { params }) => listVariables(actor, params)),
  operation(setVariableEndpoint, setVariable),
  operation(variableUsesEndpoint, (actor, { params }) => variableUses(actor, params)),
  operation(
    sameValueEndpoint,
    (actor, { params, body }) => variablesOfSameValue(actor, { ...params, ...body }),
    {
      guards: readGuards('writer', 'It only reads; no value may be in an address.'),
    },
  ),
  operation(deleteVariableEndpoint, deleteVariable),
];
