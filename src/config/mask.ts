// Config as the API shows it: secrets are never returned in clear (docs/config.md).
import { isRecord } from '../shared/is-record';
import { MASK, maskValue } from './secret-reference';

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
export const masked = <Document extends object>(
	document: Document,
	viewer: Viewer = 'anybody',
): Document => {
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
