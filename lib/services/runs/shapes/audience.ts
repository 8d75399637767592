/**
 * The audience of a run's data. A caller's answer is exact and the events beside it are masked; a
 * watcher's are masked, both; for a chat the texts that blocks write are exact too, since they are its
 * answer.
 */
export type Audience = 'caller' | 'watcher' | 'chat';
