// The script of every page: times in the reader's zone and locale, and Ctrl-K or Command-K for the search.
import { localize } from './times';

/** Minutes that the reader's clock is ahead of UTC, for times that are searched for. */
const ZONE = { type: 'hidden', name: 'zone', value: `${-new Date().getTimezoneOffset()}` };

localize(document);
for (const form of document.querySelectorAll('form[action="/find"]'))
	form.append(Object.assign(document.createElement('input'), ZONE));
document.addEventListener('keydown', (event) => {
	if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
	event.preventDefault();
	const field = document.querySelector<HTMLInputElement>('.find input');
	if (field?.checkVisibility()) field.select();
	else location.assign('/find');
});
