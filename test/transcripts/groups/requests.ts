// Plain requests, named by method and path.
import { type Exchange, http } from '../exchange';

type How = Parameters<typeof http>[3];
export const get = (path: string, how?: How): Exchange => http(`GET ${path}`, 'GET', path, how);
export const put = (path: string, body: unknown, how: How = {}): Exchange =>
	http(`PUT ${path}`, 'PUT', path, { body, ...how });
export const post = (path: string, body?: unknown, how: How = {}): Exchange =>
	http(`POST ${path}`, 'POST', path, { ...(body !== undefined && { body }), ...how });
export const remove = (path: string): Exchange => http(`DELETE ${path}`, 'DELETE', path);
