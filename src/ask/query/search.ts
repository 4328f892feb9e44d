// `query`: searches a document or a text.
import type { Result } from '../../shared/result';
import { catchFault } from '../fault';
import type { Tree } from '../value';
import { type FindOptions, type Found, findInTree } from './find';
import { findLines, type LineOptions } from './lines';

/** Finds the items or lines that match a query, best first; the error names the invalid part of the query. */
export const find = (
	document: Tree | string,
	query: string,
	options: FindOptions & LineOptions = {},
): Result<Found, string> =>
	catchFault('query', () =>
		typeof document === 'string'
			? findLines(document, query, options)
			: findInTree(document, query, options),
	);
