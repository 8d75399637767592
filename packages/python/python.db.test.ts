import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { patient } from '../../scripts/lib/machine-speed.mjs';
import { readmeExamples } from '../testing/readme-examples';
import { type ReadmeWorkspace, startReadmeWorkspace } from '../testing/readme-workspace';

vi.setConfig({ hookTimeout: patient(120_000), testTimeout: patient(120_000) });

const EXAMPLES = readmeExamples('packages/python/README.md', 'python');
const hasPython = spawnSync('python3', ['--version']).status === 0;

let mill: ReadmeWorkspace;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'millrace-python-'));
  mill = await startReadmeWorkspace();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await mill.close();
});

const environment = () => ({
  ...process.env,
  ...mill.env,
  PLACE: path.join(folder, 'place.json'),
  PYTHONPATH: path.resolve('packages/python/src'),
  PYTHONDONTWRITEBYTECODE: '1',
  NO_PROXY: '127.0.0.1',
});

async function printedBy(name: string, program: string): Promise<string> {
  const file = path.join(folder, name);
  writeFileSync(file, program);
  const { stdout, stderr } = await promisify(execFile)('python3', [file], { env: environment() });
  expect(stderr).toBe('');
  return stdout.trim();
}

test.skipIf(!hasPython).each(EXAMPLES.map((example, index) => ({ ...example, index })))(
  '$at prints what stands behind it (skipped without python3)',
  async ({ program, printed, index }) => {
    expect(await printedBy(`example_${index}.py`, program)).toBe(printed);
  },
);

/** The calls of the API that the README doesn't show. */
const TOUR = `
import os
from millrace import ApiError, Millrace

millrace = Millrace(os.environ["MILLRACE_URL"], os.environ["MILLRACE_API_KEY"])
workspace, workflow = os.environ["WORKSPACE"], os.environ["WORKFLOW"]

batch = millrace.executions.start_batch(workflow, [{"name": "a"}, {"name": "b"}], tags=["tour"])
assert [millrace.executions.wait(one["executionId"])["status"] for one in batch] == ["success"] * 2
events = [event["type"] for event in millrace.executions.stream(workflow, {"name": "c"}, tags=["tour"])]
assert (events[0], events[-1]) == ("run-started", "run-finished"), events
assert millrace.executions.cancel(batch[0]["executionId"])["status"] == "success"

query = {"workspaceId": workspace, "tags": ["tour"]}
listed = sorted(log["id"] for log in millrace.logs.list({**query, "limit": 2}))
assert len(listed) == 3 and sorted(row["id"] for row in millrace.logs.export(query)) == listed
detail = millrace.logs.get(listed[0])
assert millrace.logs.execution(detail["executionId"])["workflowId"] == workflow

document = millrace.workflows.get(workflow)["document"]
made = millrace.workflows.create({"workspaceId": workspace, "name": "Tour", "document": document})
saved = millrace.workflows.save(made["id"], {"document": document, "version": made["version"]})
try:
    millrace.workflows.save(made["id"], {"document": document, "version": made["version"]})
except ApiError as error:
    assert error.status == 409 and error.problem["currentVersion"] == saved["version"]
else:
    raise AssertionError("A stale version was saved.")
assert millrace.versions.publish(made["id"], note="First")["number"] == 1
assert [version["number"] for version in millrace.versions.list(made["id"])] == [1]
assert millrace.schedules.list(made["id"]) == []
millrace.workflows.delete(made["id"])

subscription = {"workspaceId": workspace, "workflowId": workflow, "url": "http://127.0.0.1:9/hook"}
hook = millrace.webhooks.create({**subscription, "secret": {"generate": True}})
assert hook["secret"].startswith("whsec_")
assert millrace.webhooks.set_active(hook["data"]["id"], False)["state"] == "paused"
assert hook["data"]["id"] in [one["id"] for one in millrace.webhooks.list(workspace)]
millrace.webhooks.delete(hook["data"]["id"])
events = {"workspaceId": workspace, "workflowId": workflow, "includeTags": True}
place = millrace.webhooks.events(events)["resumeCursor"]
eve = millrace.executions.run(workflow, {"name": "e"})
page = millrace.webhooks.events({**events, "cursor": place, "waitSeconds": 25})
assert [event["executionId"] for event in page["data"]] == [eve["executionId"]]

millrace.variables.set(workspace, "TOUR", {"value": "v", "plain": True})
assert ("TOUR", "v") in [(one["name"], one["value"]) for one in millrace.variables.list(workspace)]
millrace.variables.delete(workspace, "TOUR")
folder = millrace.folders.create(workspace, "Tour")
assert folder["id"] in [one["id"] for one in millrace.folders.list(workspace)]
millrace.folders.delete(folder["id"])
assert [millrace.folders.put("tour/put", workspace, "Put")["changed"] for _ in range(2)] == [True, False]
put = {"workspaceId": workspace, "name": "Put", "document": millrace.workflows.get(workflow)["document"]}
kept = [millrace.workflows.put("tour/put", put) for _ in range(2)]
assert [one["changed"] for one in kept] == [True, False]
hooked = millrace.webhooks.put("tour/put", {**subscription, "workflowId": kept[0]["data"]["id"]})
assert hooked["data"]["externalId"] == "tour/put" and hooked["secret"] is None
millrace.workflows.delete(kept[0]["data"]["id"])
assert millrace.waits.list(workspace_id=workspace) == {"data": [], "hasMore": False, "nextCursor": None}
print("done")
`;

test.skipIf(!hasPython)('a tour of the other calls works (skipped without python3)', async () => {
  expect(await printedBy('tour.py', TOUR)).toBe('done');
});
