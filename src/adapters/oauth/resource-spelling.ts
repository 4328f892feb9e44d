// Addresses of the one resource that tokens are for: they differ in nothing but the endpoint or a trailing slash.
import { FIRST_SCOPE, isEndpoint } from '../../auth';

/** One document for each spelling of an endpoint: clients compare it with the address they have. */
export function resourceMetadata(home: string, pathname: string): Response {
	if (!isEndpoint(pathname)) return new Response(null, { status: 404 });
	return Response.json(
		{
			resource: `${home}${pathname}`,
			authorization_servers: [home],
			scopes_supported: [FIRST_SCOPE],
			bearer_methods_supported: ['header'],
			resource_name: 'Loadline',
		},
		{ headers: { 'Cache-Control': 'public, max-age=300', 'Access-Control-Allow-Origin': '*' } },
	);
}

/** Returns whether an address is an endpoint of this deployment. */
export const isOurs = (given: string, home: string): boolean => {
	if (!URL.canParse(given)) return false;
	const { origin, pathname, hash } = new URL(given);
	return origin === home && hash === '' && isEndpoint(pathname);
};

/** Spells the `resource` of a request in one way. */
export const respell = (parameters: URLSearchParams, canonical: (given: string) => string) => {
	const given = parameters.getAll('resource');
	if (given.length === 0) return;
	parameters.delete('resource');
	// Two that mean the same are one; two that do not are still refused.
	for (const one of new Set(given.map(canonical))) parameters.append('resource', one);
};

/** Returns whether the body is a form, as OAuth sends it. */
export const isForm = ({ headers }: Request): boolean =>
	/^application\/x-www-form-urlencoded\b/i.test(headers.get('content-type') ?? '');
