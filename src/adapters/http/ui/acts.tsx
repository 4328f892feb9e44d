// Acts that a page tells of once they are done, with their undo: in the address, under a seal of the browser that did
// them, for that page and for ten minutes.
import type { Context } from 'hono';
import type { Child } from 'hono/jsx';
import { digestHex } from '../../crypto';
import type { RouteState } from '../deps';
import { Act, type Query } from './form';

/** Parts of an address that tell of an act, when it was done, and the seal of all that. */
export const TELLING = [
	'said',
	'of',
	'was',
	'count',
	'done',
	'before',
	'like',
	'at',
	'seal',
] as const;
type Telling = Readonly<Partial<Record<(typeof TELLING)[number], string | number | undefined>>>;
/** Milliseconds for which an address tells of an act. */
const TOLD_MS = 600_000;

/** Returns the address that tells of an act; what it told of an earlier one goes. */
export function telling(path: string, told: Telling = {}): string {
	const url = new URL(path, 'http://here');
	for (const name of TELLING) url.searchParams.delete(name);
	for (const [name, value] of Object.entries(told))
		if (value !== undefined) url.searchParams.set(name, `${value}`);
	return pathOf(url);
}

/** Returns path, query and fragment; a path that begins with two slashes would name another host. */
const pathOf = ({ pathname, search, hash }: URL): string =>
	`${pathname.replace(/^\/+/, '/')}${search}${hash}`;

/** Returns the seal of what an address tells: a link that somebody else made has none of this browser's. */
const sealOf = async ({ pathname, searchParams }: URL, csrf: string): Promise<string> => {
	const told = TELLING.map((name) => name !== 'seal' && searchParams.get(name));
	return (await digestHex(JSON.stringify([csrf, pathname, ...told]))).slice(0, 16);
};

/** Seals an address that tells of an act. */
export async function sealed(path: string, csrf: string): Promise<string> {
	const url = new URL(path, 'http://here');
	if (!url.searchParams.has('said') && !url.searchParams.has('done')) return path;
	url.searchParams.set('at', `${Date.now()}`);
	url.searchParams.set('seal', await sealOf(url, csrf));
	return pathOf(url);
}

type Said = Readonly<Record<'of' | 'was' | 'count', string>>;

type Undo = (told: Said) => readonly [to: string, fields: Query];

/** Publishes what was published before. */
const earlier: Undo = ({ of, was }) => [
	`/memory/${encodeURIComponent(of)}/rollback`,
	{ version: was },
];

const tokensGone = ({ count }: Said): string =>
	Number(count) > 0 ? ` Tokens of theirs that were revoked with it: ${count}.` : '';

/** Words of each act, and of those that can be undone the form that does it; none where there is nothing to tell. */
const SAID: Readonly<
	Record<string, readonly [said: string | ((told: Said) => string), undo?: Undo]>
> = {
	submit: ['The draft waits for its review.'],
	approve: ['The draft is published.', earlier],
	reject: ['The draft is given back to its author.'],
	publish: ['The earlier version is published again, as a new one.', earlier],
	revoke: [
		'The token is revoked: who has it is refused from now on.',
		({ of }) => ['/people/restore', { id: of }],
	],
	restore: ['The token is back, and works as before.'],
	added: ['They are a member from now on.', ({ of }) => ['/people/remove', { id: of }]],
	role: [
		(told) => {
			const gone = tokensGone(told);
			return `Their role is changed.${gone}${gone && ' Undo gives the role back, and no token.'}`;
		},
		({ of, was }) => ['/people/role', { id: of, role: was }],
	],
	remove: [(told) => `They are no member any more.${tokensGone(told)}`],
	accept: ['What its tools say now is accepted, and they are called again.'],
	forget: ['Forgotten: its first answers are as configured.'],
	kept: [
		'Kept in this browser.',
		({ of, was }) => ['/settings', { hints: of, window: was, to: '/settings' }],
	],
};

/** Returns what the address of a page tells, if this browser was told so here, and lately; it may then be shown. */
export async function toldTo(c: Context<RouteState>, csrf: string): Promise<Child> {
	const url = new URL(c.req.url);
	const { said = '', done, before = '', like = '', at, seal, ...told } = c.req.query();
	const age = Date.now() - Number(at);
	if (c.req.method !== 'GET' || !(age >= 0 && age <= TOLD_MS)) return null;
	if (seal !== (await sealOf(url, csrf))) return null;
	const notice = (text: string, undo?: readonly [to: string, fields: Query]) => (
		<div class="notice good row" role="status">
			<span>{text}</span>
			{undo && (
				<Act to={undo[0]} fields={{ csrf, ...undo[1] }}>
					Undo
				</Act>
			)}
		</div>
	);
	if (Object.hasOwn(SAID, said)) {
		const [text = '', undo] = SAID[said] ?? [];
		const own = { of: '', was: '', count: '', ...told };
		return notice(typeof text === 'string' ? text : text(own), own.of ? undo?.(own) : undefined);
	}
	const from = telling(url.pathname + url.search);
	const same = like === '' ? '' : ` It says what version ${like} said.`;
	return notice(
		`Version ${done} is in force.${same} What is called from now on shows it.`,
		before === '' ? undefined : ['/config/rollback', { version: before, inForce: done, from }],
	);
}
