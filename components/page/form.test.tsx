import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { ApiError } from '@/lib/platform/http/client';
import { Field } from '../ui/field';
import { Input } from '../ui/input';
import { fieldProblems } from './error-words';
import { Form, type FormProps } from './form';

const markup = (props: Partial<FormProps>) =>
  renderToStaticMarkup(
    <Form error={null} onSubmit={() => {}} {...props}>
      <Field name="email" label="E-mail">
        <Input defaultValue="" />
      </Field>
      <Field name="name" label="Name" error="Taken.">
        <Input defaultValue="" />
      </Field>
    </Form>,
  );
const alerts = (html: string) =>
  [...html.matchAll(/role="alert"[^>]*>(.*?)<\/(?:p|div)>/g)].map(([, inside]) =>
    inside!.replaceAll(/<[^<>]*>/g, ''),
  );
const refused = (...errors: Array<{ param: string; code: string; message: string }>) =>
  new ApiError(errors.length === 0 ? 409 : 400, { code: 'conflict', detail: 'It exists already.', errors });

test('a message stands at the field of its name, before the one that the field brings itself', () => {
  const html = markup({ error: refused({ param: 'name', code: 'param_invalid', message: 'Too long.' }) });
  expect(alerts(html)).toEqual(['Too long.']);
  expect(html.match(/aria-invalid="true"/g)).toHaveLength(1);
  expect(alerts(markup({}))).toEqual(['Taken.']);
});

test('what concerns no field stands above all of them, unless the form says otherwise', () => {
  const error = refused();
  expect(alerts(markup({ error }))).toEqual(['It exists already.', 'Taken.']);
  expect(alerts(markup({ error, notice: null }))).toEqual(['Taken.']);
  expect(markup({ error, notice: 'Sign in instead.' })).toContain('Sign in instead.');
});

test('what the form finds wrong itself is not shown before somebody submits it', () => {
  expect(alerts(markup({ problems: { email: 'Enter an address.' } }))).toEqual(['Taken.']);
});

test('a check gives the first message of each field, those of a list at the list', () => {
  const Settings = z.object({
    to: z.array(z.string().min(3, 'Too short.')),
    at: z.object({ ms: z.number('No number.') }),
  });
  expect(fieldProblems(Settings.safeParse({ to: ['a', 'b'], at: {} }))).toEqual({
    to: 'Too short.',
    'at.ms': 'No number.',
  });
  expect(fieldProblems(Settings.safeParse({ to: [], at: { ms: 1 } }))).toEqual({});
});
