// Acts that a page tells of once they are done, with their undo: in the address, under a seal of the browser that did
// them, for that page and for ten minutes.
import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import type { Child } from 'hono/jsx';
import { digestHex } from '../../crypto';
import type { RouteState } from '../deps';
import { browserOf, csrfOf, VISIT_COOKIE } from '../pages/page';
import type { Answer } from './api';
import { Act, type Query } from './form';
import type { Shown } from './place';
import { Notice } from './shell';

/** Parts of an address that tell of an act: words, the form that undoes it, when it was done, and the seal of all that. */
export const TELLING = ['said', 'undo', 'at', 'seal'] as const;
/** Milliseconds for which an address tells of an act. */
const TOLD_MS = 600_000;

/**
 * The form that undoes an act. Beside what was there before it names what the act made of it: where that is not there
 * any more the API refuses, and nothing is changed (`changedSince`).
 */
type Undo = readonly [to: string, fields: Query];

/** Returns the address that tells of an act; what it told of an earlier one goes. */
export function telling(path: string, said?: string, undo?: Undo | false): string {
	const url = new URL(path, 'http://here');
	for (const name of TELLING) url.searchParams.delete(name);
	if (said !== undefined) url.searchParams.set('said', said);
	if (undo) url.searchParams.set('undo', JSON.stringify(undo));
	return pathOf(url);
}

/** Returns path, query and fragment; a path that begins with two slashes would name another host. */
const pathOf = ({ pathname, search, hash }: URL): string =>
	`${pathname.replace(/^\/+/, '/')}${search}${hash}`;

/** Returns the seal of what an address tells: a link that somebody else made has none of this browser's. */
const sealOf = async (c: Context<RouteState>, { pathname, searchParams }: URL): Promise<string> => {
	const told = TELLING.map((name) => name !== 'seal' && searchParams.get(name));
	const seal = JSON.stringify([await csrfOf(browserOf(c)), pathname, ...told]);
	return (await digestHex(seal)).slice(0, 16);
};

/** Seals an address that tells of an act. */
export async function sealed(c: Context<RouteState>, path: string): Promise<string> {
	const url = new URL(path, 'http://here');
	if (!url.searchParams.has('said')) return path;
	url.searchParams.set('at', `${Date.now()}`);
	url.searchParams.set('seal', await sealOf(c, url));
	return pathOf(url);
}

/** Returns what the address of a page tells, if this browser was told so here, and lately; it may then be shown. */
export async function toldTo(c: Context<RouteState>): Promise<Child> {
	const url = new URL(c.req.url);
	const { said, undo, at, seal } = c.req.query();
	const age = Date.now() - Number(at);
	if (c.req.method !== 'GET' || !(age >= 0 && age <= TOLD_MS)) return null;
	if (said === undefined || getCookie(c, VISIT_COOKIE) === undefined) return null;
	if (seal !== (await sealOf(c, url))) return null;
	const [to, fields] = undo === undefined ? [] : (JSON.parse(undo) as Undo);
	return (
		<div class="notice good row" role="status">
			<span>{said}</span>
			{to && (
				<Act to={to} fields={fields}>
					Undo
				</Act>
			)}
		</div>
	);
}

/**
 * Returns the address after a version of the configuration was put in force.
 * @param before the version that Undo goes back to
 * @param like the version whose document came back
 */
export function putInForce(
	path: string,
	version: number,
	before: number | undefined,
	like?: number,
): string {
	const same = like === undefined ? '' : ` It says what version ${like} said.`;
	return telling(
		path,
		`Version ${version} is in force.${same} What is called from now on shows it.`,
		before !== undefined && [
			'/config/rollback',
			{ version: before, inForce: version, from: telling(path) },
		],
	);
}

/** Returns the page of an undo that would change what others made of it meanwhile. @param told who did, and what */
export const changedSince = (
	{ fault = '' }: Answer,
	told: Child,
	[to, where]: readonly [to: string, where: string],
): Shown => ({
	status: 409,
	content: (
		<>
			<Notice kind="bad">Changed meanwhile: {fault}</Notice>
			<p>
				{told} <a href={to}>{where}</a>
			</p>
		</>
	),
});
