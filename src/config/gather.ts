// Fetching a server's own further pages into one result (docs/gateway.md "Servers that page
// themselves"): off, on, or on within bounds of one's own.
import * as z from 'zod/v4';
import { choice, section, whole, word } from './fields';

const path = (what: string) => word(/^[^\s\p{Cc}]+$/u, what);

const bounds = () =>
	section({
		maxItems: whole(1, 1_000_000, 'items').optional(),
		maxPages: whole(2, 1_000, 'pages').optional(),
		maxBytes: whole(1_000, 20_000_000, 'bytes').optional(),
		maxSeconds: whole(1, 600, 'seconds').optional(),
		/** The tool's argument that asks for a further page. */
		argument: path('the name of an argument').optional(),
		/** Path in an answer to the next value of that argument. */
		next: path('a dotted path').optional(),
		style: choice(['cursor', 'page', 'offset', 'link']).optional(),
	});

/** The argument that pages a server's list, and the bounds of following it. */
export type GatherSetting = z.output<ReturnType<typeof bounds>>;

/** `true`, within the usual bounds; `false` as if it were not there; or bounds of one's own. */
export const gatherSetting = () =>
	z.preprocess(
		(value) => (value === true ? {} : value === false ? undefined : value),
		bounds().optional(),
	);
