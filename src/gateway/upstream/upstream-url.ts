// Allowed URLs of upstreams: public https, or loopback in development mode (docs/gateway.md "Upstreams").
// Names are not resolved here: an allowed host that points inside stays a residual risk.
import { err, ok, type Result } from '../../shared/result';

/**
 * Addresses inside that may be called, over `http:` too: `true`, those of this machine (dev mode); `private`, and
 * those of private networks (LOADLINE_PRIVATE_UPSTREAMS). Metadata services and reserved addresses never are.
 */
export type Inside = boolean | 'private';

/**
 * Checks an upstream's URL, at configuration and again at every call. The URL parser has already turned hexadecimal,
 * octal and decimal addresses into dotted ones. @returns the URL, or why it is refused and what to write instead
 */
export function checkUpstreamUrl(
	text: string,
	{ allowLoopback }: { readonly allowLoopback: Inside },
): Result<URL, string> {
	if (!URL.canParse(text)) return err('is not a URL; write https://host/path');
	const url = new URL(text);
	if (url.protocol !== 'https:' && url.protocol !== 'http:') {
		return err(`has the scheme ${url.protocol} which is not supported; write https://…`);
	}
	if (url.username !== '' || url.password !== '') {
		return err('contains a user name or password; put credentials into "headers"');
	}
	const host = url.hostname.toLowerCase().replace(/\.+$/, '');
	if (host === '') return err('names no host; write https://host/path');
	const isHere = /^(?:.*\.)?localhost$|^\[::1\]$/s.test(host) || ipv4(host)?.[0] === 127;
	const inside = isHere ? 'this machine' : privateAddress(host);
	if (inside !== undefined && (isHere || isOpened(host, inside))) {
		if (allowLoopback === 'private' || (isHere && allowLoopback)) return ok(url);
		const ways = `LOADLINE_PRIVATE_UPSTREAMS=1${isHere ? ', and in dev mode' : ''}`;
		return err(`points to ${inside}, which is allowed with ${ways}; use a public https host`);
	}
	if (url.protocol === 'http:') {
		return err('uses http:, which sends credentials in clear; write https://…');
	}
	if (host.includes('xn--') && !text.toLowerCase().includes('xn--')) {
		return err(
			`has a host with non-ASCII letters; if ${host.slice(0, 100)} is meant, write it like that`,
		);
	}
	if (inside !== undefined) {
		return err(`points to ${inside}; use the server's public https host name`);
	}
	return ok(url);
}

const INTERNAL_SUFFIX = /\.(?:local|localdomain|internal|home\.arpa|lan|intranet|svc)$/;

/** Returns the kind of a private address; undefined for a public one. */
function privateAddress(host: string): string | undefined {
	if (host.startsWith('[')) {
		const groups = ipv6(host.slice(1, -1));
		return groups === undefined ? 'an unreadable IPv6 address' : privateV6(groups);
	}
	const v4 = ipv4(host);
	if (v4 !== undefined) return privateV4(v4);
	return !host.includes('.') || INTERNAL_SUFFIX.test(host) ? INTERNAL : undefined;
}

function privateV4([a = 0, b = 0, c = 0, d = 0]: readonly number[]): string | undefined {
	if (a === 0 || a === 127) return 'this machine or network';
	if (a === 10 || (a === 172 && b >= 16 && b <= 31) || (a === 192 && b === 168)) {
		return PRIVATE;
	}
	// The second is the agent of Azure's machines.
	if ((a === 169 && b === 254) || (a === 168 && b === 63 && c === 129 && d === 16)) {
		return 'link-local and metadata addresses';
	}
	if (a === 100 && b >= 64 && b <= 127) return CARRIER;
	const reserved =
		(a === 192 && ((b === 0 && (c === 0 || c === 2)) || (b === 88 && c === 99))) ||
		(a === 198 && (b === 18 || b === 19 || (b === 51 && c === 100))) ||
		(a === 203 && b === 0 && c === 113);
	return reserved || a >= 224 ? RESERVED : undefined;
}

const RESERVED = 'a reserved address';
const PRIVATE = 'a private network (RFC 1918)';
const CARRIER = 'a carrier network (100.64.0.0/10)';
const INTERNAL = 'a name of an internal network';

/** Returns whether a private address may be opened by a setting; those of metadata services may not. */
const isOpened = (host: string, kind: string): boolean =>
	(/^\[f[cd][\da-f]{2}:/.test(host) || [PRIVATE, CARRIER, INTERNAL].includes(kind)) &&
	!/^(?:metadata|instance-data)(?:\.|$)|^\[fd00:ec2:|^100\.100\.100\.200$/.test(host);

function privateV6(groups: readonly number[]): string | undefined {
	const [g0 = 0, g1 = 0] = groups;
	const embedded = ([high = 0, rest = 0]: readonly number[]): string =>
		privateV4([high >> 8, high & 255, rest >> 8, rest & 255]) ?? 'a translated IPv4 address';
	if (g0 === 0x64 && g1 === 0xff9b) return embedded(groups.slice(6));
	if (g0 === 0x2002) return embedded(groups.slice(1));
	// Public servers are in 2000::/3 alone: what is loopback, mapped, private or multicast is outside.
	const isPublic = (g0 & 0xe000) === 0x2000 && (g0 !== 0x3fff || g1 > 0xfff);
	return !isPublic || (g0 === 0x2001 && (g1 < 0x200 || g1 === 0xdb8)) ? RESERVED : undefined;
}

/** The four bytes of a dotted address, as the URL parser writes it. */
function ipv4(host: string): readonly number[] | undefined {
	const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(host);
	return parts?.slice(1).map(Number);
}

/** The eight groups of an address, as the URL parser writes it (hexadecimal, at most one `::`). */
export function ipv6(address: string): readonly number[] | undefined {
	const [head = '', tail] = address.split('::');
	const groups = (part: string): number[] =>
		part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
	const left = groups(head);
	const right = tail === undefined ? [] : groups(tail);
	const gap = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
	const all = [...left, ...new Array<number>(gap).fill(0), ...right];
	return all.length === 8 && all.every((group) => group >= 0 && group <= 0xffff) ? all : undefined;
}
