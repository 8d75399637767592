/** Selects the values of variables for a run: those for drafts, or those for live versions. */
export type Environment = 'draft' | 'live';

/** Returns the environment of a run that no other run calls. @param version null for the draft */
export const environmentOf = (version: number | null): Environment => (version === null ? 'draft' : 'live');
