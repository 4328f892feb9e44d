// The stylesheet of the pages: what is built from it stands beside the Worker's code, not in it.
import { MEMORY_STYLE } from './memory-style';
import { OVERVIEW_STYLE } from './overview-style';
import { PLAYGROUND_STYLE } from './playground-style';
import { UI_STYLE } from './style';
import { UPSTREAM_STYLE } from './upstream-style';

export const STYLE = [
	UI_STYLE,
	OVERVIEW_STYLE,
	PLAYGROUND_STYLE,
	UPSTREAM_STYLE,
	MEMORY_STYLE,
].join('\n');
