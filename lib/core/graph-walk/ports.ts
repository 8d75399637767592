import type { OutputPort } from '../blocks/block';

/** When a run takes a port: once the block has begun its work, succeeded or failed. */
export type PortMoment = 'begun' | 'success' | 'failure';

/** Every reader of the graph asks this table, so a new kind of port needs no more than a line here. */
const MOMENTS: Readonly<Record<OutputPort['kind'], PortMoment>> = {
  normal: 'success',
  branch: 'success',
  error: 'failure',
  early: 'begun',
};

type PortKind = Pick<OutputPort, 'kind'>;

/** Returns when a run takes this port, if it takes it at all. */
export const momentOf = ({ kind }: PortKind): PortMoment => MOMENTS[kind];

/** Returns the ports that a run may take at that moment, in their order. */
export const portsAt = <Port extends PortKind>(ports: readonly Port[], moment: PortMoment): Port[] =>
  ports.filter((port) => momentOf(port) === moment);
