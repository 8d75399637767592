import type { Operation } from '../../platform/http/operation';
import { operation } from '../access/operation';
import { acceptedReply } from '../runs/answers';
import { listSchedulesEndpoint, runScheduleEndpoint, updateScheduleEndpoint } from './endpoints';
import { listSchedules } from './list-schedules';
import { runSchedule } from './run-schedule';
import { updateSchedule } from './update-schedule';

export const scheduleRoutes: readonly Operation[] = [
  operation(listSchedulesEndpoint, (actor, { params }) => listSchedules(actor, params)),
  operation(updateScheduleEndpoint, (actor, { params, body }) =>
    updateSchedule(actor, { ...body, ...params }),
  ),
  operation(runScheduleEndpoint, async (actor, { params }) =>
    acceptedReply(await runSchedule(actor, params)),
  ),
];
