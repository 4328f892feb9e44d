// What the address of an MCP endpoint asks for: `?toolsets=`, `?tools=` and `?host=`.
import { HOST_CHOICES, type HostChoice, isHostChoice } from '../../config/hosts';
import { err, ok, type Result } from '../../shared/result';

export interface Address {
	/** `?toolsets=a,b`; absent: all. */
	readonly toolsets?: readonly string[];
	/** `?tools=`; absent: as configured. */
	readonly tools?: 'all' | 'search';
	/** `?host=`; absent: as the client says. */
	readonly host?: HostChoice;
}

/** The error names the parameter and what it takes. */
export function readAddress({ searchParams }: URL): Result<Address, string> {
	const toolsets = searchParams
		.get('toolsets')
		?.split(',')
		.map((name) => name.trim())
		.filter((name) => name !== '');
	const tools = searchParams.get('tools') || undefined;
	if (tools !== undefined && tools !== 'all' && tools !== 'search')
		return err('tools: must be all or search.');
	const host = searchParams.get('host') || undefined;
	if (host !== undefined && !isHostChoice(host))
		return err(`host: must be one of ${HOST_CHOICES.join(', ')}.`);
	return ok({ ...(toolsets && { toolsets }), ...(tools && { tools }), ...(host && { host }) });
}
