// The playground's program: takes over the place that its page has for it.
import { render } from 'hono/jsx/dom';
import { isRecord, jsonIn } from '../../../../shared/json-values';
import { Playground } from './playground';

const place = document.getElementById('playground');
if (place) {
	const { upstreams = '[]', tool = '', args = '', server = '', csrf = '' } = place.dataset;
	const given = jsonIn(args);
	const known = isRecord(given) ? given : {};
	const names = JSON.parse(upstreams) as readonly string[];
	const first = names.includes(server) ? server : '';
	place.replaceChildren();
	render(<Playground upstreams={names} wanted={tool} {...{ first, csrf, known }} />, place);
}
