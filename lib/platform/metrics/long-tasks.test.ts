import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { markWork, startBeats, stopBeats } from '../event-loop/marks';
import { metrics } from './metrics';

afterAll(() => stopBeats());

test('tasks that hold the event loop are counted with their time, by what had it', async () => {
  startBeats((task) => metrics().loopHeld(task));
  const value = (name: string) => metrics().registry.getSingleMetricAsString(name);
  const counted = async (): Promise<string> => {
    markWork('POST /api/v1/long');
    const untilMs = performance.now() + 200;
    while (performance.now() < untilMs);
    await sleep(20); // wait for a beat
    return value('millrace_long_tasks_total');
  };
  // A busy machine may hold the loop for longer before the mark.
  await expect.poll(counted).toMatch(/cause="POST \/api\/v1\/long"\} [1-9]/);
  const seconds = await value('millrace_long_task_seconds_total');
  expect(seconds).toMatch(/cause="POST \/api\/v1\/long"\} \d*\.?\d*[1-9]/);
});
