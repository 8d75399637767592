import { expect, it } from 'vitest';
import { patient } from '../lib/machine-speed.mjs';
import { whyNotLinear } from './linear-patterns.mjs';

it(
  'the proof tells a linear expression from one that is not',
  () => {
    expect(whyNotLinear('/^[\\t ]+|[\\t ]+$/g')).toContain('2nd degree polynomial');
    expect(whyNotLinear('/^(a+)+$/')).toContain('exponential');
    expect(whyNotLinear('/^[\\t ]+/')).toBeNull();
  },
  patient(120_000),
);
