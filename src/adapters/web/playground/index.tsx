// The playground's program: takes over the place that its page has for it.
import { render } from 'hono/jsx/dom';
import { Playground } from './playground';

const place = document.getElementById('playground');
if (place) {
	const { upstreams = '[]', tool = '' } = place.dataset;
	place.replaceChildren();
	render(<Playground upstreams={JSON.parse(upstreams)} wanted={tool} />, place);
}
