import { expect, test } from 'vitest';
import { allTables } from './all-tables';
import { RUN_ORDER, WORKFLOW_ORDER, WORKSPACE_ORDER } from './removal-order';
import { removalsOf, statementsOf } from './remove-rows';

const ORDERS = { workflow: WORKFLOW_ORDER, workspace: WORKSPACE_ORDER, run: RUN_ORDER };
const removals = {
  workflow: removalsOf('workflow'),
  workspace: removalsOf('workspace'),
  run: removalsOf('run'),
};

test.each(['workflow', 'workspace', 'run'] as const)(
  'each statement of a %s has its place in the order',
  (subject) => {
    const tables = allTables.filter((table) => statementsOf(table[subject]).length > 0);
    const places = tables.map(({ name }) => ORDERS[subject].filter((each) => each === name).length);
    expect(tables.map(({ name }, index) => `${name} ${places[index]}`)).toEqual(
      tables.map((table) => `${table.name} ${statementsOf(table[subject]).length}`),
    );
    expect(new Set<unknown>(removals[subject]).size).toBe(ORDERS[subject].length);
  },
);
