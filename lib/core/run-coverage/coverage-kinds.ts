/** The kinds of parts that runs may pass. */
export const COVERAGE_KINDS = ['block', 'condition', 'branch', 'error-port'] as const;
export type CoverageKind = (typeof COVERAGE_KINDS)[number];
