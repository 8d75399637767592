import { TEMPLATES } from '../../../core/templates/all-templates';
import { fillTemplate, type TemplateChoices } from '../../../core/templates/fill-template';
import { type ModelServer, startModelServer } from '../../../platform/models/testing/model-server';
import type { ScriptedAnswer } from '../../../platform/models/testing/scripted-answer';
import { outboundClient } from '../../../platform/outbound-http/outbound-client';
import {
  type LoopbackHttpServer,
  type ReceivedRequest,
  startHttpServer,
} from '../../../platform/outbound-http/testing/loopback-server';
import { closeDatabase, pool, prisma } from '../../../platform/postgres/db';
import { startHeartbeat, stopHeartbeat } from '../../../platform/postgres/process-lease';
import { startTestApi, type TestApi } from '../../accounts/testing/test-api';
import { mintWorkspace, type TestWorkspace } from '../../accounts/testing/test-workspace';
import { getLog } from '../../logs/get-log';
import { startWorkQueue } from '../../runs/queue/work-queue';
import { becomeSteady } from '../../runs/testing/steady-process';
import { setVariable } from '../../variables/set-variable';
import { createWorkflow } from '../create-workflow';

/** The server's response to a request; a status alone means an empty response with it. */
export type Reply = unknown;

export interface TemplateBench extends TestWorkspace {
  api: TestApi;
  models: ModelServer;
  upstream: LoopbackHttpServer;
  /** Responses by `METHOD /path` without the query; others get 404. A list's items are used one by one. */
  replies: Map<string, Reply | ((request: ReceivedRequest) => Reply)>;
  script: { next: (index: number) => ScriptedAnswer };
  /** `METHOD /path?query body` of each request since the last call. */
  asked(): string[];
  make(id: string, choices?: TemplateChoices): Promise<string>;
  logged(executionId: string): Promise<Awaited<ReturnType<typeof getLog>>['data']>;
  close(): Promise<void>;
}

export const SECRET_OF = (name: string): string => `${name.toLowerCase()}-s3cret`;
export const status = (code: number, body: unknown = null) => ({ [STATUS]: code, body });
const STATUS = Symbol('status');

/** Starts a workspace with every variable of every template; URLs are those of one local server. */
export async function startTemplateBench(): Promise<TemplateBench> {
  await pool().query(
    'SELECT runtime.ensure_partitions(now(), 1), runtime.ensure_webhook_partitions(now(), 2)',
  );
  await startHeartbeat('worker');
  await becomeSteady();
  const api = await startTestApi();
  const mill = await mintWorkspace();
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'enterprise' } });
  const queue = startWorkQueue();
  const script: TemplateBench['script'] = { next: () => ({ text: '' }) };
  const models = await startModelServer((_, index) => script.next(index));
  const replies: TemplateBench['replies'] = new Map();
  const upstream = await startHttpServer((request, response) => {
    const reply = replies.get(`${request.method} ${request.url.split('?')[0]}`) ?? status(404);
    const said = typeof reply === 'function' ? reply(request) : reply;
    const { [STATUS]: code = 200, body = said } = Object(said) as { [STATUS]?: number; body?: unknown };
    const isText = typeof body === 'string' || Buffer.isBuffer(body);
    response.writeHead(code, { 'content-type': isText ? 'text/plain' : 'application/json' });
    response.end(isText ? body : JSON.stringify(body));
  });
  let seen = 0;
  const bench: TemplateBench = {
    ...mill,
    api,
    models,
    upstream,
    replies,
    script,
    asked() {
      const since = upstream.received.slice(seen);
      seen = upstream.received.length;
      return since.map(({ method, url, body }) => `${method} ${url} ${body}`.trim());
    },
    async make(id, choices = {}) {
      const template = TEMPLATES.find((one) => one.id === id);
      if (template === undefined) throw new Error(`There is no template ${id}.`);
      const { name, about, workflow } = template;
      const create = async (named: string, document: typeof template.document) =>
        (await createWorkflow(mill.writer, { ...mill, name: named, description: about, document })).data.id;
      const called = workflow && (await create(workflow.name, workflow.document));
      return create(name, fillTemplate(template, { ...choices, ...(called && { workflowId: called }) }));
    },
    async logged(executionId) {
      const text = 'SELECT id FROM runtime.log WHERE execution_id = $1';
      for (;;) {
        const { rows } = await pool().query(text, [executionId]);
        if (rows.length === 1) return (await getLog(mill.owner, rows[0].id)).data;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    async close() {
      await queue.stop(5_000);
      await models.close();
      await upstream.close();
      await api.close();
      await outboundClient().close();
      await stopHeartbeat();
      await closeDatabase();
    },
  };
  await setVariables(bench);
  return bench;
}

async function setVariables({ owner, workspaceId, upstream, models }: TemplateBench): Promise<void> {
  const known: Record<string, string> = {
    CHAT_WEBHOOK_URL: `${upstream.origin}/chat`,
    MODEL_URL: models.baseUrlOf('openai'),
    MODEL_NAME: 'house',
    PAGES: JSON.stringify([`${upstream.origin}/up`, `${upstream.origin}/down`]),
    FIRST_ON_CALL: '+44 1',
    SECOND_ON_CALL: '+44 2',
  };
  for (const { name, secret } of TEMPLATES.flatMap(({ variables }) => variables)) {
    const address = `${upstream.origin}/${name.toLowerCase().replace(/_url$/, '')}`;
    const value = known[name] ?? (secret ? SECRET_OF(name) : address);
    await setVariable(owner, { workspaceId, name, value, plain: !secret });
  }
}
