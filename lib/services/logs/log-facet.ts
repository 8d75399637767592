import { LOWEST_ID } from '../../platform/ids';

/** `workflow_id` of the monthly statistics over all of a workspace's workflows, as a value and in SQL. */
export const ALL_WORKFLOWS_ID = LOWEST_ID;
export const ALL_WORKFLOWS = `'${ALL_WORKFLOWS_ID}'::uuid`;
