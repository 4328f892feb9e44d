// A URL check for tests that need some, not the gateway's.
import type { CheckUrl } from '../../src/config/upstream-schema';
import { err, ok } from '../../src/shared/result';

export const checkUrl: CheckUrl = (url) =>
	url.startsWith('https://') ? ok(url) : err('must be an https: URL');
