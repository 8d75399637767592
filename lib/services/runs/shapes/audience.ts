/**
 * Who gets what a run tells. A caller's answer is exact and the events beside it are masked; a watcher's are
 * masked, both; of a chat also the texts are exact that blocks write, since they are its answer.
 */
export type Audience = 'caller' | 'watcher' | 'chat';
