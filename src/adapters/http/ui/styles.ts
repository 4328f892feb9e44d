// The stylesheet of the pages: what is built from it stands beside the Worker's code, not in it.
import { HULL_STYLE } from './hull-style';
import { MEMORY_STYLE } from './memory-style';
import { OVERVIEW_STYLE } from './overview-style';
import { PLAYGROUND_STYLE } from './playground-style';
import { SHELL_STYLE } from './shell-style';
import { UI_STYLE } from './style';
import { TABLE_STYLE } from './table-style';
import { TIMELINE_STYLE } from './timeline-style';
import { UPSTREAM_STYLE } from './upstream-style';

export const STYLE = [
	UI_STYLE,
	SHELL_STYLE,
	TABLE_STYLE,
	HULL_STYLE,
	TIMELINE_STYLE,
	OVERVIEW_STYLE,
	PLAYGROUND_STYLE,
	UPSTREAM_STYLE,
	MEMORY_STYLE,
].join('\n');
