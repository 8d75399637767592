import { expect, test } from '@playwright/test';
import { makeAuthor, signIn } from './fixtures/author';

const PERSON = 'key-maker';

test('keys are shown once, rotated and revoked', async ({ page, baseURL }) => {
  const { workspaceId } = await makeAuthor(baseURL, PERSON);
  await signIn(page, PERSON);
  await page.goto(`/w/${workspaceId}/settings/api-keys`);

  await test.step('a key is shown once, reads logs, and stops working when it is revoked', async () => {
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Nightly report');
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(2);
    await page.getByRole('radio', { name: 'Read logs' }).click();
    await page.getByRole('button', { name: 'Create key' }).click();
    const secret = await page.getByLabel('API key', { exact: true }).inputValue();
    expect(secret).toMatch(/^millrace_live_[0-9A-Za-z]{36}$/);

    await page.keyboard.press('Escape');
    await expect(page.getByLabel('API key', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('row', { name: /Nightly report/ });
    await expect(row).toContainText(`…${secret.slice(-4)}`);
    await expect(page.getByText(secret)).toHaveCount(0);

    const read = () =>
      fetch(`${baseURL}/api/v1/logs?workspaceId=${workspaceId}`, { headers: { 'x-api-key': secret } });
    expect((await read()).status).toBe(200);
    await page.getByRole('button', { name: 'Revoke Nightly report' }).click();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await expect(row).toHaveCount(0);
    await expect.poll(async () => (await read()).status).toBe(401);
  });

  await test.step('a rotated key works beside its successor, until it is revoked', async () => {
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Poller');
    await page.getByRole('radio', { name: 'Everything' }).click();
    // A double click must create only one key.
    await page.getByRole('button', { name: 'Create key' }).dblclick();
    const shown = page.getByLabel('API key', { exact: true });
    const old = await shown.inputValue();
    await page.getByRole('button', { name: 'Done' }).click();

    await page.getByRole('button', { name: 'Rotate Poller' }).click();
    await page.getByRole('button', { name: 'Rotate key' }).click();
    const successor = await shown.inputValue();
    expect(successor).not.toBe(old);
    await page.getByRole('button', { name: 'Done' }).click();
    const rotated = page.getByRole('row', { name: /Poller rotated/ });
    await expect(rotated).toContainText(`…${old.slice(-4)}`);
    await expect(rotated).toContainText('in 24 h');
    await expect(page.getByRole('button', { name: 'Rotate Poller' })).toHaveCount(1);

    const read = async (key: string) =>
      (
        await fetch(`${baseURL}/api/v1/workflows?workspaceId=${workspaceId}`, {
          headers: { 'x-api-key': key },
        })
      ).status;
    expect([await read(old), await read(successor)]).toEqual([200, 200]);
    // Both have the same name: buttons and question must distinguish them.
    const revokeOld = `Revoke Poller (…${old.slice(-4)})`;
    await page.getByRole('button', { name: revokeOld, exact: true }).click();
    await expect(page.getByRole('alertdialog', { name: `${revokeOld}?`, exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await expect(rotated).toHaveCount(0);
    await expect.poll(() => read(old)).toBe(401);
    expect(await read(successor)).toBe(200);
  });

  await test.step('a key is limited to a workflow and to addresses, until both limits are lifted', async () => {
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Limited');
    await page.getByRole('radio', { name: 'Everything' }).click();
    await page.getByRole('combobox', { name: 'Workflows' }).click();
    await page.getByRole('option', { name: 'Only some' }).click();
    await page.getByRole('group', { name: 'Workflows of the key' }).getByRole('checkbox').first().check();
    const addresses = page.getByLabel('Addresses', { exact: true });
    await addresses.fill('office.example.com');
    await page.getByRole('button', { name: 'Create key' }).click();
    await expect(page.getByText('Use an address or a range')).toBeVisible();
    await addresses.fill('203.0.113.0/24');
    await page.getByRole('button', { name: 'Create key' }).click();
    const secret = await page.getByLabel('API key', { exact: true }).inputValue();
    await page.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('row', { name: /Limited/ });
    await expect(row).toContainText('1 workflow; 203.0.113.0/24');

    const list = async () =>
      (
        await fetch(`${baseURL}/api/v1/workflows?workspaceId=${workspaceId}`, {
          headers: { 'x-api-key': secret },
        })
      ).status;
    expect(await list()).toBe(403);
    await page.getByRole('button', { name: 'Edit Limited' }).click();
    await page.getByRole('combobox', { name: 'Workflows' }).click();
    await page.getByRole('option', { name: 'All of its workspaces' }).click();
    await addresses.fill('');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(row).toContainText('none');
    await expect.poll(list).toBe(200);
  });
});

test('a service account is made among the members, and has keys of its own', async ({ page, baseURL }) => {
  const { workspaceId } = await makeAuthor(baseURL, 'deployer');
  await signIn(page, 'deployer');
  await page.goto(`/w/${workspaceId}/settings/members`);
  await page.getByRole('button', { name: 'New service account' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Deploy bot');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('row', { name: /Deploy bot/ })).toContainText('service account');

  await page.goto(`/w/${workspaceId}/settings/api-keys`);
  await page.getByRole('combobox', { name: 'Keys of' }).click();
  await page.getByRole('option', { name: 'Keys of Deploy bot' }).click();
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('Name', { exact: true }).fill('CI');
  await page.getByRole('radio', { name: 'Everything' }).click();
  await page.getByRole('button', { name: 'Create key' }).click();
  const secret = await page.getByLabel('API key', { exact: true }).inputValue();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('row', { name: /CI/ })).toContainText(`…${secret.slice(-4)}`);
  const list = `${baseURL}/api/v1/workflows?workspaceId=${workspaceId}`;
  const status = async () => (await fetch(list, { headers: { 'x-api-key': secret } })).status;
  expect(await status()).toBe(200);

  await page.goto(`/w/${workspaceId}/settings/members`);
  await page.getByRole('button', { name: 'Remove Deploy bot' }).click();
  await page.getByRole('button', { name: 'Remove member' }).click();
  await expect(page.getByRole('row', { name: /Deploy bot/ })).toHaveCount(0);
  await expect.poll(status).toBe(401);
});
