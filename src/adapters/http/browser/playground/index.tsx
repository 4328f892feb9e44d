// The playground's program: takes over the place that its page has for it.
import { render } from 'hono/jsx/dom';
import { Playground } from './playground';

const place = document.getElementById('playground');
if (place) {
	const { upstreams = '[]', tool = '', server = '', csrf = '' } = place.dataset;
	const names = JSON.parse(upstreams) as readonly string[];
	const first = names.includes(server) ? server : '';
	place.replaceChildren();
	render(<Playground upstreams={names} wanted={tool} first={first} csrf={csrf} />, place);
}
