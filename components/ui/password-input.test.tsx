import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Tooltip } from 'radix-ui';
import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PasswordInput } from './password-input';

const inputOf = (props: ComponentProps<typeof PasswordInput>) =>
  /<input[^>]*>/.exec(
    renderToStaticMarkup(
      <Tooltip.Provider>
        <PasswordInput {...props} />
      </Tooltip.Provider>,
    ),
  )?.[0];

test('a password manager fills no stored password into a secret: blank keeps the one there is', () => {
  expect(inputOf({ placeholder: 'Unchanged' })).toContain('type="password" autoComplete="new-password"');
  expect(inputOf({ autoComplete: 'current-password' })).toContain('autoComplete="current-password"');
});

test('the name of a secret is shown as text', () => {
  expect(inputOf({ isHidden: false })).toContain('type="text"');
});

test('every password field is this one, and only those that ask for the person’s own say so', () => {
  const files = readdirSync('components', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
    .map((file) => ({
      file: file.replaceAll('\\', '/'),
      text: readFileSync(join('components', file), 'utf8'),
    }));
  const having = (part: RegExp) => files.filter(({ text }) => part.test(text)).map(({ file }) => file);
  expect(having(/type="password"|'password' : 'text'|'text' : 'password'/)).toEqual([
    'ui/password-input.tsx',
  ]);
  expect(having(/autoComplete="current-password"/).sort()).toEqual([
    'auth/sign-in-again.tsx',
    'auth/sign-in-form.tsx',
    'settings/profile-settings.tsx',
  ]);
});
