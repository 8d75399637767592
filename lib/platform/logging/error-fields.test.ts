import { describe, expect, it } from 'vitest';
import { AppError } from '../errors';
import { errorFields } from './error-fields';

const thrownBy = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
};

const SECRET = 'sk_live_do_not_log';

describe('what of an error is logged', () => {
  it.each([
    ['JSON.parse', () => JSON.parse(SECRET)],
    ['a regular expression', () => new RegExp(`(${SECRET}`)],
    ['an operator on a value', () => 'key' in (SECRET as unknown as object)],
    ['an address', () => new URL(SECRET)],
    ['a percent-encoding', () => decodeURIComponent(`%${SECRET}`)],
  ])('leaves out the message of %s, which may quote its input, and keeps class and stack', (_, work) => {
    const fields = errorFields(thrownBy(work));
    expect(JSON.stringify(fields)).not.toContain(SECRET);
    expect(fields.type).toMatch(/Error$/);
    expect(fields.stack?.join()).toContain('error-fields.test.ts');
  });

  it('leaves out what Postgres says of data and keeps what it says of its own state', () => {
    const data = Object.assign(new Error(`invalid input syntax for type uuid: "${SECRET}"`), {
      code: '22P02',
    });
    expect(errorFields(data)).toMatchObject({ type: 'Error', code: '22P02' });
    expect(JSON.stringify(errorFields(data))).not.toContain(SECRET);
    const away = Object.assign(new Error('the database system is shutting down'), { code: '57P03' });
    expect(errorFields(away).message).toBe('the database system is shutting down');
  });

  it('leaves out a message over several lines, of which the stack holds a copy', () => {
    const error = new SyntaxError(`could not read\n    at ${SECRET}`);
    expect(errorFields(error).message).toBeUndefined();
    expect(JSON.stringify(errorFields(error))).not.toContain(SECRET);
  });

  it('keeps what our code and the system say, and the causes under it', () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
    const fields = errorFields(new AppError('unavailable', 'The database does not answer.', { cause }));
    expect(fields).toMatchObject({
      type: 'AppError',
      code: 'unavailable',
      message: 'The database does not answer.',
      cause: { code: 'ECONNREFUSED', message: 'connect ECONNREFUSED 127.0.0.1:5432' },
    });
  });

  it('says no more of something thrown that is no error than what it is', () => {
    expect(errorFields(SECRET)).toEqual({ type: 'string' });
  });

  it('ends a circular chain of causes', () => {
    const error = new Error('one');
    error.cause = error;
    expect(JSON.stringify(errorFields(error)).match(/"message"/g)).toHaveLength(4);
  });
});
