export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Decides whether a trace is sent. @param parent whether the caller's is, null without one */
export type Sampler = (traceId: string, parent: boolean | null) => boolean;

const PARENT_BASED = 'parentbased_';
/** The last 14 hex digits of a trace id, the part that W3C asks to be random. */
const RANDOM_DIGITS = 14;
const ALL = 16 ** RANDOM_DIGITS;

/**
 * Returns OpenTelemetry's sampler of that name. All processes decide alike on one trace, because nothing but its id
 * and its caller counts. @param ratio from 0 to 1
 */
export function createSampler(name: (typeof SAMPLERS)[number], ratio: number): Sampler {
  const isParentBased = name.startsWith(PARENT_BASED);
  const own = name.replace(PARENT_BASED, '');
  const isChosen = (traceId: string): boolean => {
    if (own === 'traceidratio') return Number.parseInt(traceId.slice(-RANDOM_DIGITS), 16) < ratio * ALL;
    return own === 'always_on';
  };
  return (traceId, parent) => (isParentBased && parent !== null ? parent : isChosen(traceId));
}
