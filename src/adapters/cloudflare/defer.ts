// Work that an answer does not wait for; the runtime keeps the request's context until it is done.
import { waitUntil } from 'cloudflare:workers';

/** Keeps work alive after the answer. */
export const defer = (work: Promise<unknown>): void => waitUntil(work);

/** Resolves after so many milliseconds. */
export const wait = (milliseconds: number): Promise<void> =>
	new Promise((resume) => setTimeout(resume, milliseconds));
