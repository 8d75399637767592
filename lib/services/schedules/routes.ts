import { runGuards } from '../access/guards';
import { listOperation } from '../access/list-operation';
import { type Operation, operation } from '../access/operation';
import { acceptedReply } from '../runs/starting/answers';
import { listSchedulesEndpoint, runScheduleEndpoint, updateScheduleEndpoint } from './endpoints';
import { listSchedules } from './list-schedules';
import { runSchedule } from './run-schedule';
import { updateSchedule } from './update-schedule';

export const scheduleRoutes: readonly Operation[] = [
  listOperation(
    listSchedulesEndpoint,
    { keyOf: ({ blockId }) => blockId, highestFirst: false },
    (actor, { params }) => listSchedules(actor, params),
  ),
  operation(updateScheduleEndpoint, updateSchedule),
  operation(
    runScheduleEndpoint,
    async (actor, { params }) => acceptedReply(await runSchedule(actor, params)),
    {
      guards: {
        ...runGuards(),
        audit: 'schedule.run_by_hand',
        transaction: { own: 'The recorder accepts the run, and the entry follows.' },
      },
    },
  ),
];
