/** Whose values of variables a run uses: those for drafts, or those for live versions. */
export type Environment = 'draft' | 'live';

/** Of a run that no other run calls. @param version null: the draft */
export const environmentOf = (version: number | null): Environment => (version === null ? 'draft' : 'live');
