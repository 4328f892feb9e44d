// `query`: searches a document or a text.
import type { Result } from '../../shared/result';
import { inOneGo, type Slices } from '../../shared/slices';
import { catchFault } from '../fault';
import type { Tree } from '../value';
import { type FindOptions, type Found, findInTree } from './find';
import { findLines, type LineOptions } from './lines';

/** Finds the items or lines that match a query, best first; the error names the invalid part of the query. */
export const finding = (
	document: Tree | string,
	query: string,
	options: FindOptions & LineOptions = {},
): Slices<Result<Found, string>> =>
	catchFault(
		'query',
		typeof document === 'string'
			? findLines(document, query, options)
			: findInTree(document, query, options),
	);

/** The same without a pause. */
export const find = (...asked: Parameters<typeof finding>): Result<Found, string> =>
	inOneGo(finding(...asked));
