import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type MailServer, startMailServer } from '../../platform/email/testing/mail-server';
import { newId } from '../../platform/ids';
import { pool, prisma } from '../../platform/postgres/db';
import { expectOutcomes, refusalOf } from '../accounts/testing/refusals';
import { startTestApi, type TestApi } from '../accounts/testing/test-api';
import {
  closeAfterDeliveries,
  mintSubscribedWorkspace,
  openForDeliveries,
  type SubscribedWorkspace,
} from '../outgoing-webhooks/testing/subscribed-workspace';
import { insertWorkspace } from '../workspaces/insert-workspace';
import { removeMember } from '../workspaces/remove-member';
import { askRecipient, forgetUnconfirmed } from './alert-recipients';
import { createAlert, updateAlert } from './change-alerts';
import { checkAlerts } from './check-alerts';
import { listAlertEvents, listAlerts } from './read-alerts';
import { AlertSettings } from './schema';
import { sendAlerts } from './send-alerts';
import { testAlert } from './test-alert';

let mail: MailServer;
let api: TestApi;
let mill: SubscribedWorkspace;

beforeAll(async () => {
  mail = await startMailServer();
  await openForDeliveries();
  api = await startTestApi();
});
beforeEach(async () => {
  await pool().query('DELETE FROM alert_rule; DELETE FROM alert_recipient');
  mail.received.length = 0;
  mail.refusals.length = 0;
  mill = await mintSubscribedWorkspace();
});
afterAll(async () => {
  await api.close();
  await mail.close();
  await closeAfterDeliveries();
});

const signal = new AbortController().signal;
const newEmail = () => `ops-${newId()}@example.com`;
const settings = (to: readonly string[], change: object = {}) =>
  AlertSettings.parse({
    name: 'Orders fail',
    condition: { kind: 'failures', count: 1 },
    windowMinutes: 10,
    destination: { kind: 'email', to },
    ...change,
  });
const create = async (to: readonly string[], change: object = {}) =>
  (await createAlert(mill.writer, { workspaceId: mill.workspaceId, ...settings(to, change) })).data;
const update = (id: string, to: readonly string[]) => updateAlert(mill.writer, { id, ...settings(to) });
const recipients = async () => (await listAlerts(mill.reader, mill)).data[0]?.recipients;
const events = async (id: string) => (await listAlertEvents(mill.reader, { id })).data;
/** Makes one run fail, then checks and sends alerts. */
async function fire(): Promise<void> {
  await mill.complete({ level: 'error' });
  await pool().query("UPDATE alert_rule SET next_check_at = now() - interval '1 second'");
  await checkAlerts(signal);
  await sendAlerts(signal);
}
const tokenIn = (text: string | undefined) => /\/confirm-alerts\/([\w-]{43})\n/.exec(text ?? '')?.[1] ?? '';
const confirm = (token: string) => api.call('POST', `/api/alert-recipients/${token}`, {}, {});
const sendLeft = async () => {
  await pool().query('UPDATE runtime.alert_event SET next_attempt_at = now()');
  await sendAlerts(signal);
};

/** Creates rules whose recipients have confirmed. */
async function confirmed(to: readonly string[], change: object = {}) {
  const rule = await create(to, change);
  await Promise.all(mail.received.map(({ text }) => confirm(tokenIn(text))));
  mail.received.length = 0;
  return rule;
}

describe('an address', () => {
  test('gets nothing but a link until its holder has confirmed, then alerts', async () => {
    const email = newEmail();
    const rule = await create([email]);
    expect(rule.recipients).toEqual([
      { email, confirmed: false, askedAt: expect.any(String), problem: null },
    ]);
    const [request, ...more] = mail.received.splice(0);
    expect([request?.to, more]).toEqual([[email], []]);
    expect(request?.subject).toBe('Confirm that you want alerts from Millrace');
    await fire();
    expect(mail.received).toEqual([]);
    expect(await events(rule.id)).toMatchObject([
      { state: 'failed', problem: `Not sent to ${email}: not confirmed.` },
    ]);
    const token = tokenIn(request?.text);
    const preview = { email, workspaceName: 'Mill', confirmed: false };
    expect((await api.call('GET', `/api/alert-recipients/${token}`)).body).toEqual(preview);
    expect((await confirm(token)).body).toEqual({ ...preview, confirmed: true });
    expect((await confirm(token)).body).toEqual({ ...preview, confirmed: true });
    expect(await recipients()).toEqual([{ email, confirmed: true, askedAt: null, problem: null }]);
    const test = await testAlert(mill.writer, { id: rule.id });
    expect(test.data.state).toBe('sent');
    expect(mail.received.map(({ to }) => to)).toEqual([[email]]);
  });

  test('is asked once, for the workspace that asked, and anew when the link was lost', async () => {
    const email = newEmail();
    const rule = await create([email]);
    await create([email.toUpperCase()]);
    await update(rule.id, [email]);
    expect(mail.received).toHaveLength(1);
    const first = tokenIn(mail.received[0]?.text);
    await askRecipient(mill.writer, { ...mill, email });
    const second = tokenIn(mail.received[1]?.text);
    expect((await confirm(first)).status).toBe(404);
    expect((await confirm(second)).status).toBe(200);
    expect(await refusalOf(askRecipient(mill.writer, { ...mill, email }))).toBe('conflict');
    const other = await mintSubscribedWorkspace();
    const { data } = await createAlert(other.writer, {
      workspaceId: other.workspaceId,
      ...settings([email]),
    });
    expect(data.recipients[0]?.confirmed).toBe(false);
  });

  test('of a member counts while it is verified and they are one', async () => {
    const { userId } = mill.admin;
    const { email } = await prisma().user.findUniqueOrThrow({ where: { id: userId } });
    await create([email]);
    expect(await recipients()).toMatchObject([{ email, confirmed: false }]);
    await prisma().user.update({ where: { id: userId }, data: { emailProof: 'mail' } });
    expect(await recipients()).toMatchObject([{ email, confirmed: true }]);
    await removeMember(mill.owner, { workspaceId: mill.workspaceId, userId });
    expect(await recipients()).toMatchObject([{ email, confirmed: false }]);
  });

  test('can’t be confirmed with a link of last week, and is forgotten a month later', async () => {
    await create([newEmail()]);
    const token = tokenIn(mail.received[0]?.text);
    await pool().query(`UPDATE alert_recipient SET expires_at = now() - interval '1 second'`);
    expect((await confirm(token)).status).toBe(404);
    expect((await api.call('GET', `/api/alert-recipients/${token}`)).status).toBe(404);
    expect((await confirm('invented')).status).toBe(404);
    await forgetUnconfirmed();
    expect(await prisma().alertRecipient.count()).toBe(1);
    await pool().query(`UPDATE alert_recipient SET expires_at = now() - interval '31 days'`);
    await forgetUnconfirmed();
    expect(await prisma().alertRecipient.count()).toBe(0);
  });

  test('that no link could be sent to says why, and can be asked again', async () => {
    const email = newEmail();
    mail.refusals.push(550);
    expect((await create([email])).recipients).toEqual([
      { email, confirmed: false, askedAt: null, problem: expect.stringContaining('550') },
    ]);
    mail.refusals.push(451);
    expect(await refusalOf(askRecipient(mill.writer, { ...mill, email }))).toBe('unavailable');
    await askRecipient(mill.writer, { ...mill, email });
    expect(await recipients()).toMatchObject([{ askedAt: expect.any(String), problem: null }]);
    expect(await refusalOf(askRecipient(mill.writer, { ...mill, email: newEmail() }))).toBe('not_found');
    await expectOutcomes(mill, (actor) => askRecipient(actor, { ...mill, email }), {
      stranger: 'forbidden',
      reader: 'forbidden',
      writer: 'done',
    });
  });
});

describe('what is sent to those who did not ask', () => {
  test('is at most five e-mails a day to an address, from whichever workspace', async () => {
    const email = newEmail();
    const askIn = async (place: SubscribedWorkspace) =>
      createAlert(place.writer, { workspaceId: place.workspaceId, ...settings([email]) });
    for (let n = 0; n < 5; n += 1) await askIn(await mintSubscribedWorkspace());
    const { data } = await askIn(mill);
    expect(data.recipients).toMatchObject([{ askedAt: null, problem: expect.stringMatching(/today/) }]);
    expect(await refusalOf(askRecipient(mill.writer, { ...mill, email }))).toBe('rate_limited');
    expect(mail.received).toHaveLength(5);
  });

  test('is limited for a workspace, and for an account over all its workspaces', async () => {
    const ten = () => Array.from({ length: 10 }, newEmail);
    for (let n = 0; n < 4; n += 1) await create(ten());
    expect(mail.received).toHaveLength(30);
    const ownerId = mill.writer.userId;
    const { workspace } = await prisma().$transaction((tx) => insertWorkspace(tx, { name: 'B', ownerId }));
    const actor = { ...mill.writer, roles: new Map([[workspace.id, 'admin' as const]]) };
    for (let n = 0; n < 2; n += 1)
      await createAlert(actor, { workspaceId: workspace.id, ...settings(ten()) });
    expect(mail.received).toHaveLength(40);
  });

  test('holds a workspace’s name as words in quotes, and nothing that can be followed', async () => {
    const name = 'Claim at https://evil.example/x, =?utf-8?B?SGk=?=';
    await prisma().workspace.update({ where: { id: mill.workspaceId }, data: { name } });
    await create([newEmail()]);
    const { text, raw } = mail.received[0]!;
    expect(text).toContain('The workspace "Claim at https evil example x utf-8 B SGk" of Millrace');
    expect(raw).not.toContain('evil.example');
  });
});

describe('a notification', () => {
  test('goes out in plain words, the rule’s name in quotes, with the link to the logs', async () => {
    const to = [newEmail(), newEmail()];
    await confirmed(to, { name: 'Orders; Bcc: a@b.example =?utf-8?B?SGk=?=' });
    mail.refusals.push(451);
    await fire();
    expect(mail.received).toEqual([]);
    await sendLeft();
    expect(mail.received).toHaveLength(1);
    const [sent] = mail.received;
    expect(sent?.to).toEqual(to);
    expect(sent?.raw).toContain('From: Millrace <mill@example.com>');
    expect(sent?.subject).toBe('Millrace alert: "Orders; Bcc: a@b.example = ?utf-8?B?SGk= ?="');
    expect(sent?.text).toContain('At least 1 execution failed within 10 minutes.');
    expect(sent?.text).toContain(`/w/${mill.workspaceId}/logs?startDate=`);
  });

  test('goes to those who confirmed, and says of the others that it did not', async () => {
    const [yes, no] = [newEmail(), newEmail()];
    const rule = await confirmed([yes]);
    await update(rule.id, [yes, no]);
    mail.received.length = 0;
    await fire();
    expect(mail.received.map(({ to }) => to)).toEqual([[yes]]);
    expect(await events(rule.id)).toMatchObject([
      { state: 'sent', problem: `Not sent to ${no}: not confirmed.` },
    ]);
  });

  test('that the mail server refuses for good is not sent again', async () => {
    const rule = await confirmed([newEmail()]);
    mail.refusals.push(550);
    await fire();
    expect(await events(rule.id)).toMatchObject([
      { state: 'failed', attempts: 1, problem: expect.stringContaining('550') },
    ]);
  });

  test('as a test is limited for an account, over all its workspaces', async () => {
    const tests = async (count: number) => {
      const rule = await confirmed([newEmail()]);
      const outcomes: string[] = [];
      for (let n = 0; n < count; n += 1)
        outcomes.push(await refusalOf(testAlert(mill.writer, { id: rule.id })));
      return outcomes;
    };
    const inNewWorkspace = async () => {
      const ownerId = mill.writer.userId;
      const { workspace } = await prisma().$transaction((tx) => insertWorkspace(tx, { name: 'B', ownerId }));
      const writer = { ...mill.writer, roles: new Map([[workspace.id, 'admin' as const]]) };
      mill = { ...mill, workspaceId: workspace.id, writer };
    };
    const outcomes = await tests(5);
    await inNewWorkspace();
    outcomes.push(...(await tests(5)));
    await inNewWorkspace();
    outcomes.push(...(await tests(1)));
    expect(outcomes).toEqual([...Array.from({ length: 10 }, () => 'done'), 'rate_limited']);
  });
});
