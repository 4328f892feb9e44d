// Endpoints offered under a config: a tool's snapshots die with its offer.
import { type Config, isToolAllowed } from '../../config';
import { DEMO_SOURCE, endpointOf, OWN_SOURCE } from '../contract/names';

/** Returns whether the configuration allows a tool. */
export const isOffered = (config: Config, endpoint: string): boolean => {
	const known = endpointOf(endpoint, {});
	if (!known) return false;
	const { source, tool } = known;
	if (source === OWN_SOURCE) return true;
	if (source === DEMO_SOURCE) return config.demo;
	const upstream = config.upstreams.find(({ name }) => name === source);
	// Resources are read of the upstream itself: no list of tools names them.
	return (
		upstream !== undefined && (tool === 'resources/read' || isToolAllowed(upstream.tools, tool))
	);
};
