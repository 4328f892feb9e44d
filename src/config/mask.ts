// Config as the API shows it: secrets are never returned in clear (docs/config.md).
import { isRecord } from '../shared/json-values';
import { err, ok, type Result } from '../shared/result';

/** Stands for a hidden value wherever config is shown. */
export const MASK = '***';

/** A secret that a value names, and whose it is. */
interface SecretReference {
	readonly owner: 'deployment' | 'workspace' | 'user';
	readonly name: string;
}

const REFERENCE = /\$\{(secret|user):([A-Z][A-Z0-9_]{0,99})\}/g;
const DEPLOYMENT = 'UPSTREAM_';

const referenceOf = (kind: string, name: string): SecretReference | undefined => {
	if (name === DEPLOYMENT || name.startsWith('LOADLINE_')) return undefined;
	const isDeployments = name.startsWith(DEPLOYMENT);
	if (kind === 'user') return isDeployments ? undefined : { owner: 'user', name };
	return { owner: isDeployments ? 'deployment' : 'workspace', name };
};

/** The reason why a secret of a workspace or a user may not be called so; null when it may. */
export const secretNameFault = (name: string): string | null =>
	/^[A-Z][A-Z0-9_]{0,99}$/.test(name) && referenceOf('user', name)
		? null
		: 'must have only A-Z, 0-9 and _, begin with a letter, and not with UPSTREAM_ or LOADLINE_';

/** The reason why the references in a value are not acceptable; null when they are (or there are none). */
export const referenceFault = (value: string): string | null => {
	const rest = value.replaceAll(REFERENCE, (whole, kind: string, name: string) =>
		referenceOf(kind, name) ? '' : whole,
	);
	if (!rest.includes('${')) return null;
	return `may refer to secrets only as \${secret:UPSTREAM_NAME}, \${secret:NAME} or \${user:NAME}: a name has only A-Z, 0-9 and _`;
};

/** The secrets that a value names. */
export const referencesIn = (value: string): readonly SecretReference[] =>
	[...value.matchAll(REFERENCE)].flatMap(([, kind = '', name = '']) => {
		const reference = referenceOf(kind, name);
		return reference ? [reference] : [];
	});

/** Replaces references by what `lookup` gives; the error: secrets not there. @param written spells a value, as in a URL */
export const fillSecrets = (
	value: string,
	lookup: (reference: SecretReference) => string | undefined,
	written: (secret: string) => string = (secret) => secret,
): Result<string, readonly SecretReference[]> => {
	const missing: SecretReference[] = [];
	const filled = value.replaceAll(REFERENCE, (whole, kind: string, name: string) => {
		const reference = referenceOf(kind, name);
		if (!reference) return whole;
		const secret = lookup(reference);
		if (secret === undefined || secret === '') missing.push(reference);
		return written(secret ?? '');
	});
	return missing.length > 0 ? err(missing) : ok(filled);
};

/** A URL as it can be parsed: each reference stands as a word. */
export const withoutReferences = (url: string): string => url.replaceAll(REFERENCE, 'secret');

/** Hides all but references, and the scheme word in front of one. */
const maskValue = (value: string): string => {
	let out = '';
	let from = 0;
	const hide = (literal: string) => {
		out += /^(?:(?:Bearer|Basic|Token) )?$/i.test(literal) ? literal : MASK;
	};
	for (const match of value.matchAll(REFERENCE)) {
		hide(value.slice(from, match.index));
		out += match[0];
		from = match.index + match[0].length;
	}
	if (out === '') return MASK;
	hide(value.slice(from));
	return out;
};

/** The reader of a config: the path of an address is shown only to those who may write it. */
export type Viewer = 'writer' | 'anybody';

const maskValues = (values: unknown): unknown =>
	isRecord(values)
		? Object.fromEntries(
				Object.entries(values).map(([name, value]) => [
					name,
					typeof value === 'string' ? maskValue(value) : MASK,
				]),
			)
		: MASK;

/** Query values are hidden, since many servers take their key there; so are credentials and fragments. */
const maskUrl = (url: unknown): unknown => {
	if (typeof url !== 'string') return MASK;
	const [beforeFragment = '', ...fragment] = url.split('#');
	const [address = '', ...query] = beforeFragment.split('?');
	const shownQuery = query
		.join('?')
		.split('&')
		.map((pair) => {
			const name = pair.split('=', 1)[0] ?? '';
			return pair.includes('=') ? `${name}=${maskValue(pair.slice(name.length + 1))}` : MASK;
		})
		.join('&');
	return (
		address.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/]*@/i, `$1${MASK}@`) +
		(query.length > 0 ? `?${shownQuery}` : '') +
		(fragment.length > 0 ? `#${MASK}` : '')
	);
};

/** A webhook's path is its credential, and that of many a server: only the origin is shown. */
const originAlone = (url: unknown): unknown => {
	const origin = typeof url === 'string' ? /^[a-z]+:\/\/[^/?#@]+(?=[/?#]|$)/i.exec(url) : null;
	return origin === null ? MASK : `${origin[0]}/${MASK}`;
};

const maskUpstream = (upstream: unknown, viewer: Viewer): unknown => {
	if (!isRecord(upstream)) return upstream;
	const shown: Record<string, unknown> = { ...upstream };
	const { url, args } = upstream;
	for (const key of ['headers', 'env']) if (key in shown) shown[key] = maskValues(shown[key]);
	if (viewer !== 'writer' && Array.isArray(args)) shown.args = args.map(() => MASK);
	// The effective config of a process has an empty address.
	if (url === '' && 'command' in upstream) delete shown.url;
	else if ('url' in upstream) shown.url = viewer === 'writer' ? maskUrl(url) : originAlone(url);
	return shown;
};

/**
 * A copy to show: header values become `***` except for references, which name a secret without being
 * one. Takes effective config and raw documents alike.
 */
export const masked = <Document extends object>(document: Document, viewer: Viewer = 'anybody') => {
	const copy = { ...document } as Record<string, unknown>;
	if (Array.isArray(copy.upstreams))
		copy.upstreams = copy.upstreams.map((upstream) => maskUpstream(upstream, viewer));
	const alerts = copy.alerts;
	if (isRecord(alerts) && isRecord(alerts.webhook))
		copy.alerts = {
			...alerts,
			webhook: { ...alerts.webhook, url: originAlone(alerts.webhook.url) },
		};
	return copy as Document;
};
