import { expect, it } from 'vitest';
import { errorTrace } from './error-trace';

function errorOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

it('tells class, code and place of an error, and nothing of what it was about', () => {
  const parsing = errorOf(() => JSON.parse('{"token": s3cret-value}'));
  expect(String(parsing)).toContain('s3cret');
  expect(errorTrace(parsing)).toMatch(/^SyntaxError\n[\s\S]* at \S+error-trace\.test/);
  expect(errorTrace(parsing)).not.toContain('s3cret');

  const stored = Object.assign(new Error('Key (name)=(s3cret)'), { code: '23505', detail: 's3cret' });
  expect(errorTrace(stored)).toMatch(/^Error 23505\n {4}at /);
  const around = errorTrace(new TypeError('s3cret\n    over two lines', { cause: stored }));
  expect(around).toMatch(/^TypeError\n[\s\S]*caused by Error 23505\n/);
  expect(around).not.toContain('s3cret');
  expect(errorTrace('s3cret')).toBe('a thrown string');
});
